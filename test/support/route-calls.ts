/** Calls for each route of the program that would succeed if the caller were allowed. */
import assert from 'node:assert/strict';
import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { Tenant } from './tenant.ts';

/** What `changePassword` sets, so that `signIn` finds it. */
const tenantPassword = 'intruder of the shop';

export interface RouteCall {
	readonly method: string;
	/** The route's pattern, for messages. */
	readonly pattern: string;
	readonly path: string;
	readonly body: unknown;
	/** What the route itself takes at most; undefined where the server's limit applies. */
	readonly bodyBytesMax: number | undefined;
	readonly access: FastifyContextConfig['access'];
	/** What a member needs in the dashboard. */
	readonly right: FastifyContextConfig['right'];
	/** Whether the path names something that belongs to the tenant. */
	readonly namesOwned: boolean;
}

/** One call per route and method, for objects of the tenant. Fails for an unknown route that takes a body. */
export function toRouteCalls(routes: readonly RouteOptions[], tenant: Tenant): RouteCall[] {
	return routes.flatMap((route) =>
		[route.method].flat().map((method) => ({
			method,
			pattern: route.url,
			path: fillPath(route.url, method, tenant) + makeQuery(route.url, tenant),
			body: makeBody(route, method, tenant),
			bodyBytesMax: route.bodyLimit,
			access: route.config?.access,
			right: route.config?.right,
			namesOwned: /[:*]|\/stats\//.test(route.url),
		})),
	);
}

/** Operations on a temporary index use an engine that has one, all others an engine that is not locked. */
function fillPath(pattern: string, method: string, tenant: Tenant): string {
	const isReindexing = /\/temp\/items|_temp$/.test(pattern) || (pattern.endsWith('/temp') && method !== 'POST');
	const values: Readonly<Record<string, string>> = {
		hashid: isReindexing ? tenant.lockedHashid : tenant.hashid,
		name: pattern.includes('/sector/') ? 'used_search' : 'product',
		account_id: tenant.accountId,
		user_code: tenant.memberCode,
		key_id: tenant.keyId,
		store_id: tenant.storeId,
		widget_id: tenant.widgetId,
		session_id: 'session',
		event: 'init',
		kind: 'road-running-shoes',
		file: pattern.startsWith('/demo/') ? 'black.svg' : 'index.css',
		'*': tenant.itemId,
	};
	const fill = (_step: string, name: string) => values[name] ?? assert.fail(`no value for ${name} in ${pattern}`);
	return pattern.replaceAll(/:(\w+)/g, fill).replace(/(\*)$/, fill);
}

/** Parameters of events are accepted in the query as well as in the body, so one form suits all methods of a route. */
function makeQuery(pattern: string, tenant: Tenant): string {
	const { dfid, itemId, hashid } = tenant;
	if (/^\/(?:api\/v2|dashboard\/api)\/stats\//.test(pattern)) return makeReportQuery(pattern, tenant);
	if (pattern.startsWith('/5/')) return `?${new URLSearchParams({ hashid, session_id: 'session' })}`;
	if (pattern.endsWith('/_facet_search')) return '?facet=brand';
	const [, event] = /^\/6\/:hashid\/stats\/(\w+)/.exec(pattern) ?? [];
	const parameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
		init: {},
		click: { dfid },
		redirect: { id: '1' },
		image: { id: '1' },
		checkout: {},
		cart: { id: itemId, index: 'product', title: 'T', amount: '1' },
	};
	if (event === undefined) return '';
	const own = parameters[event] ?? assert.fail(`no parameters for ${pattern}`);
	return `?${new URLSearchParams({ session_id: 'session', ...own })}`;
}

function makeReportQuery(pattern: string, { hashid, dfid }: Tenant): string {
	const own = pattern.endsWith('/clicked_items/searches') ? { dfid } : { sector: 'fashion' };
	return `?${new URLSearchParams({ from: '20260301', 'hashid[]': hashid, ...own, to: '20260302' })}`;
}

function makeBody({ schema, config }: RouteOptions, method: string, tenant: Tenant): unknown {
	if (schema?.body === undefined || method === 'GET' || method === 'HEAD') return undefined;
	const { operationId = '' } = schema as { operationId?: string };
	if (operationId === 'searchFacetByBody') return { facet: 'brand' };
	if (operationId === 'multiSearch') return { requests: [{}] };
	// The body of a search or an event may be empty.
	if (config?.family === 'search') return {};
	const bodies: Readonly<Record<string, unknown>> = {
		createSearchEngine: { name: 'intruder' },
		updateSearchEngine: { name: 'intruder' },
		createIndex: { name: 'intruder', preset: 'generic' },
		updateIndex: { options: { intruder: true } },
		createItem: { id: 'intruder' },
		updateItem: { intruder: true },
		replaceItem: { intruder: true },
		createItems: [{ id: 'intruder' }],
		updateItems: [{ id: tenant.itemId, intruder: true }],
		deleteItems: [{ id: tenant.itemId }],
		readItems: [{ id: tenant.itemId }],
		updateOwnAccount: { name: 'intruder' },
		createUser: { name: 'intruder' },
		updateUser: { name: 'intruder' },
		createKey: { name: 'intruder' },
		createStore: { name: 'intruder' },
		updateStore: { name: 'intruder' },
		createWidget: { name: 'intruder', store_id: tenant.storeId },
		updateWidget: { name: 'intruder' },
		trySearches: { queries: ['intruder'] },
		updateSearchSettings: { out_of_stock_last: true },
		updateIndexSchema: { fields: { intruder: { ignored: true } } },
		createAccount: { name: 'intruder', owner: { name: 'intruder' } },
		updateAccount: { name: 'intruder' },
		createOwnerKey: { name: 'intruder' },
		showEvents: { user_id: 'intruder', hashid: tenant.hashid },
		eraseEvents: { user_id: 'intruder', hashid: tenant.hashid },
		signIn: { email: `${tenant.itemId}@shop.example`, password: tenantPassword },
		signInWithLink: { token: tenant.linkToken },
		signInWithKey: { key: tenant.key },
		changePassword: { password: tenantPassword },
		beginSecondFactor: {},
		activateSecondFactor: { code: '000000' },
		removeSecondFactor: {},
		searchByBody: {},
		explainSearchByBody: {},
		registerCart: { hashid: tenant.hashid, checkout_json: [] },
		registerSale: { hashid: tenant.hashid },
		registerVisit: { store: tenant.storeId, hashid: tenant.hashid },
		recommend: { current_url: 'https://shop.example/' },
		explainWidget: { current_url: 'https://shop.example/' },
		registerWidgetClick: { session_id: 's', dfid: tenant.dfid },
		registerCartAddition: { session_id: 's', dfid: tenant.dfid, title: 'T', price: 1 },
	};
	return bodies[operationId.replace(/InTemporaryIndex$/, '')] ?? assert.fail(`no body for ${operationId}`);
}
