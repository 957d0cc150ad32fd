/** An installation with data of every kind, made by calls that people make, and a reading of all that people see of it. */
import assert from 'node:assert/strict';
import { type Api, createApi, type Json } from './api.ts';
import { showCode } from './authenticator-app.ts';
import { signInWithKey } from './dashboard-client.ts';
import { openTenant, type Tenant, toItemKey } from './tenant.ts';

export interface FullShop extends Tenant {
	/** A session with something in its cart, not bought yet. */
	readonly cartSession: string;
	readonly email: string;
	/** Its owner has a second factor. */
	readonly totpSecret: string;
	readonly boughtId: string;
}

export const password = 'correct horse battery';
const product = 'indices/product';
export const itemCount = 60;

export async function fillShop(url: string, operatorToken: string): Promise<FullShop> {
	const tenant = await openTenant(url, operatorToken);
	const { api, hashid, lockedHashid } = tenant;
	const call = (method: string, path: string, body?: unknown) => send(api, method, path, body);
	const engine = `/api/v2/search_engines/${hashid}`;
	const items = Array.from({ length: itemCount }, (_, at) => ({
		id: `i-${at}`,
		title: `chair wording${at % 5}`,
		price: at + 0.1,
		link: `https://shop.example/${at}`,
		group_id: `g-${at % 7}`,
	}));
	await call('POST', `${engine}/${product}/items/_bulk`, items);
	const odd = { id: 'odd', title: 'odd \u2028 \u0001 \\ " 😀 \u00e9 \ufffd', price: 1e-7, list: [null, 1.5e300] };
	await call('POST', `${engine}/${product}/items`, odd);
	const scroll = await call('GET', `${engine}/${product}/items?rpp=10`);
	assert(typeof scroll.scroll_id === 'string');
	await call('PATCH', `${engine}/${product}/items/i-50`, { title: 'chair changed' });
	await call('DELETE', `${engine}/${product}/items/i-51`);
	await call('PATCH', `/api/admin/v1/search_engines/${hashid}/search_settings`, {
		synonyms: [{ words: ['chair', 'seat'] }],
	});
	await call('POST', `/api/v2/search_engines/${lockedHashid}/indices/product/_reindex_to_temp`);
	const gone = await call('POST', '/api/v2/search_engines', { name: 'gone' });
	await call('DELETE', `/api/v2/search_engines/${gone.hashid}`);
	const person = await secure(url, tenant);
	await shopAround(url, tenant);
	return { ...tenant, ...person, cartSession: 'cart-1', boughtId: 'i-3' };
}

async function send(api: Api, method: string, path: string, body?: unknown): Promise<Json> {
	const { status, json, text } = await api.call(path, { method, ...(body !== undefined && { body }) });
	assert(status >= 200 && status < 300, `${method} ${path}: ${status} ${text}`);
	return json;
}

async function secure(url: string, { key }: Tenant): Promise<{ readonly email: string; readonly totpSecret: string }> {
	const client = await signInWithKey(url, key);
	assert.equal((await client.call('/password', { method: 'PUT', body: { password } })).status, 204);
	const { email } = (await client.call('/session')).json.user;
	const made = await client.call('/second_factor', { method: 'POST', body: { current: password } });
	assert.equal(made.status, 201, made.text);
	const { secret: totpSecret } = made.json;
	const code = showCode(totpSecret, Date.now());
	const active = await client.call('/second_factor', { method: 'PUT', body: { code } });
	assert.equal(active.status, 200, active.text);
	return { email, totpSecret };
}

/** Searches, clicks, carts and a purchase. */
async function shopAround(url: string, tenant: Tenant): Promise<void> {
	const page = createApi(url);
	const base = `/6/${tenant.hashid}`;
	for (const session of ['s-1', 's-2', 's-3']) {
		await send(page, 'PUT', `${base}/stats/init?session_id=${session}`);
		await send(page, 'GET', `${base}/_search?query=chair&session_id=${session}`);
		await send(
			page,
			'PUT',
			`${base}/stats/click?session_id=${session}&dfid=${encodeURIComponent(toDfid(tenant, 'i-3'))}`,
		);
		await addToCart(url, tenant, session, 'i-3');
	}
	await send(page, 'POST', `/api/widget/${tenant.widgetId}`, {
		session_id: 's-1',
		current_url: 'https://shop.example/1',
	});
	await send(page, 'POST', `/api/widget/${tenant.widgetId}/click`, { session_id: 's-1', dfid: toDfid(tenant, 'i-3') });
	await send(page, 'PUT', `${base}/stats/checkout?session_id=s-1`);
	await addToCart(url, tenant, 'cart-1', 'i-3');
}

export const toDfid = ({ hashid }: Tenant, id: string) => `${hashid}@product@${toItemKey(id)}`;

export async function addToCart(
	url: string,
	tenant: Pick<Tenant, 'hashid'>,
	session: string,
	id: string,
): Promise<void> {
	const query = new URLSearchParams({ index: 'product', id, amount: '2', title: 'chair', price: '3' });
	await send(createApi(url), 'PUT', `/6/${tenant.hashid}/stats/cart/${session}?${query}`);
}

export async function checkOut(url: string, tenant: Pick<Tenant, 'hashid'>, session: string): Promise<void> {
	await send(createApi(url), 'PUT', `/6/${tenant.hashid}/stats/checkout?session_id=${session}`);
}

/** Of the purchases that reports have. */
export async function countPurchases(
	url: string,
	{ key, hashid }: Pick<Tenant, 'key' | 'hashid'>,
	atMs = Date.now(),
): Promise<number> {
	const report = await send(
		createApi(url, key),
		'GET',
		`/api/v2/stats/conversions/items?${toPeriod(atMs)}&hashid=${hashid}`,
	);
	return report.results.reduce((sum: number, row: Json) => sum + row.purchases, 0);
}

/** Of the sessions that reports have. */
export async function countSessions(url: string, { key, hashid }: Pick<Tenant, 'key' | 'hashid'>): Promise<number> {
	const path = `/api/v2/stats/figures_by_day?${toPeriod(Date.now())}&hashid=${hashid}`;
	const report = await send(createApi(url, key), 'GET', path);
	return report.results.reduce((sum: number, row: Json) => sum + row.sessions, 0);
}

function toPeriod(atMs: number): string {
	const day = (offset: number) => new Date(atMs + offset * 86_400_000).toISOString().slice(0, 10);
	return `from=${day(-2)}&to=${day(1)}`;
}

const reports =
	'figures_by_day searches/top searches clicks clicked_items checkouts sales top-sales sessions inits conversions/queries conversions/items conversions/widgets recommendations clicks/positions results/top';

/** All that the owner reads, by path; reports of the days around `atMs`. */
export async function readEverything(
	url: string,
	shop: Pick<Tenant, 'key' | 'hashid' | 'lockedHashid' | 'widgetId'>,
	atMs = Date.now(),
): Promise<Readonly<Record<string, unknown>>> {
	const api = createApi(url, shop.key);
	const engine = `/api/v2/search_engines/${shop.hashid}`;
	const paths = [
		...['account', 'users', 'keys', 'stores', 'widgets', `widgets/${shop.widgetId}`, 'changes?limit=100'].map(
			(path) => `/api/admin/v1/${path}`,
		),
		`/api/admin/v1/search_engines/${shop.hashid}/search_settings`,
		'/api/v2/search_engines',
		engine,
		`${engine}/indices`,
		`${engine}/${product}`,
		`${engine}/${product}/items/odd`,
		`${engine}/${product}/items/i-50`,
		`/api/v2/search_engines/${shop.lockedHashid}/indices/product/_reindex_to_temp`,
		...reports.split(' ').map((report) => `/api/v2/stats/${report}?${toPeriod(atMs)}&hashid=${shop.hashid}`),
	];
	const answers: [string, unknown][] = [];
	for (const path of paths) answers.push([path, await send(api, 'GET', path)]);
	answers.push(['items', await listItems(api, `${engine}/${product}`)]);
	// Each server has an address of its own.
	return JSON.parse(JSON.stringify(Object.fromEntries(answers)).replaceAll(url, 'http://vitrine'));
}

export async function listItems(api: Api, index: string): Promise<readonly Json[]> {
	const items: Json[] = [];
	let path = `${index}/items?rpp=100`;
	for (;;) {
		const page = await send(api, 'GET', path);
		if (page.items.length === 0) return items;
		items.push(...page.items);
		path = `${index}/items?rpp=100&scroll_id=${page.scroll_id}`;
	}
}
