/** The OpenAPI document matches the server: it contains every operation, and every answer conforms to it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDeferredCompiling } from '../../src/http/server/deferred-compiling.ts';
import { createSerializerCompiler } from '../../src/http/server/serialization.ts';
import { createValidatorCompiler } from '../../src/http/server/validation.ts';
import { createApi, type Json } from '../support/api.ts';
import { showCode } from '../support/authenticator-app.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import {
	createAnswerCheck,
	createSchemaCompiler,
	listOperations,
	type Operation,
	resolveReference,
} from '../support/openapi-document.ts';
import { formatRequest, type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

let app: ServedApp;
let document: Json;
let operations: readonly Operation[];

before(async () => {
	app = await serveApp({}, openScan);
	document = (await createApi(app.url).call('/openapi.json')).json;
	operations = listOperations(document);
});
after(() => app[Symbol.asyncDispose]());

describe('the document', () => {
	it('is OpenAPI 3.1', () => {
		assert.match(document.openapi, /^3\.1\.\d+$/);
		for (const field of ['title', 'version']) assert.equal(typeof document.info[field], 'string');
		const explainedTags = new Set(document.tags.map(({ name }: Json) => name));
		assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length, 'operation ids are unique');
		for (const { id, path, description } of operations) {
			assert.match(id, /^[a-z][A-Za-z]+$/);
			assert.match(path, /^(\/[\w.{}-]+)+$/);
			assert.ok(description.summary && description.tags.length > 0, id);
			for (const tag of description.tags) assert.ok(explainedTags.has(tag), `${id}: nothing is said of ${tag}`);
			const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
			const parameters: readonly Json[] = description.parameters ?? [];
			const inPath = parameters.filter((parameter) => parameter.in === 'path');
			assert.deepEqual(inPath.map(({ name }) => name).sort(), named, id);
			assert.ok(
				inPath.every(({ required }) => required === true),
				id,
			);
			for (const requirement of description.security) {
				for (const name of Object.keys(requirement))
					assert.ok(document.components.securitySchemes[name], `${id}: ${name}`);
			}
		}
	});

	it('has only routes whose schemas can be compiled at first use', () => {
		const compiling = createDeferredCompiling();
		const compile = createValidatorCompiler(compiling);
		const compileAnswer = createSerializerCompiler(compiling);
		for (const { method, url, schema = {} } of app.routes) {
			for (const httpPart of ['body', 'params', 'querystring', 'headers'] as const) {
				const part = schema[httpPart] as object | undefined;
				if (part !== undefined) compile({ schema: part, method: String(method), url, httpPart });
			}
			for (const answer of Object.values((schema.response ?? {}) as Readonly<Record<string, object>>)) {
				compileAnswer({ schema: answer, method: String(method), url });
			}
		}
		let compiledCount = 0;
		while (compiling.compileNext()) compiledCount += 1;
		assert(compiledCount > 100);
	});

	it('has a valid schema for whatever is sent and answered', () => {
		const { isSchema } = createSchemaCompiler(document);
		for (const [name, schema] of Object.entries<Json>(document.components.schemas)) assert.ok(isSchema(schema), name);
		for (const { id, description } of operations) {
			const parts = [
				description.requestBody,
				...Object.values(description.responses),
				...(description.parameters ?? []),
			];
			for (const part of parts.filter((candidate) => candidate !== undefined)) {
				const schemas = [part.schema, ...Object.values(part.content ?? {}).map((media) => (media as Json).schema)];
				for (const schema of schemas.filter((candidate) => candidate !== undefined)) {
					assert.ok(isSchema(schema), id);
				}
			}
		}
	});

	it('explains every answer, and has codes for every refusal', () => {
		for (const { id, description } of operations) {
			for (const [status, response] of Object.entries<Json>(description.responses)) {
				assert.match(status, /^[2-5]\d\d$/);
				assert.ok(response.description && response.description !== 'Default Response', `${id} ${status}`);
				const schema = resolveReference(response.content?.['application/json']?.schema, document);
				const error = schema?.properties?.error;
				if (Number(status) >= 400 && error?.properties !== undefined)
					assert.ok(error.properties.code.enum.length > 0, `${id} ${status}`);
			}
		}
	});

	it('names all request and answer schemas, and uses each name', () => {
		const used = new Set(
			[...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
		);
		assert.deepEqual(Object.keys(document.components.schemas), [...used].toSorted());
		for (const { id, description } of operations) {
			const bodies = [description.requestBody, ...Object.values<Json>(description.responses)];
			for (const schema of bodies.flatMap((body) => body?.content?.['application/json']?.schema ?? [])) {
				const entry = schema.type === 'array' ? schema.items : schema;
				const isNamed = entry.$ref !== undefined || entry.type === 'string' || id === 'readOpenApi';
				assert.ok(isNamed, `${id}: ${JSON.stringify(entry).slice(0, 100)}`);
			}
		}
	});

	it('says how lists and objects are written in a query', () => {
		for (const { id, description } of operations) {
			for (const { name, style, explode, in: at, schema } of description.parameters ?? []) {
				if (at !== 'query') continue;
				const { type } = resolveReference(schema, document);
				const expected = { array: ['form', true], object: ['deepObject', true] }[String(type)] ?? [
					undefined,
					undefined,
				];
				assert.deepEqual([style, explode], expected, `${id} ${name}`);
			}
		}
	});

	it('has examples of every request and answer, as their schemas want them', () => {
		const { compile } = createSchemaCompiler(document);
		for (const { id, description } of operations) {
			const { requestBody, responses, parameters = [] } = description;
			const bodies = [requestBody, ...Object.values<Json>(responses)];
			const media = bodies.flatMap((body) => Object.values<Json>(body?.content ?? {}));
			for (const content of media) assert.ok('example' in content, `${id}: ${JSON.stringify(content).slice(0, 200)}`);
			for (const { in: at, name, example } of parameters) {
				assert.ok(at !== 'path' || example !== undefined, `${id} ${name}`);
			}
			for (const { schema, example } of [...media, ...parameters.filter((one: Json) => one.example !== undefined)]) {
				const validate = compile(schema);
				assert.ok(
					validate(example),
					`${id}: ${JSON.stringify(example)} ${JSON.stringify(validate.errors?.slice(0, 2))}`,
				);
			}
		}
	});

	it('has every route of the program, but those of its pages, and each of the dashboard once', () => {
		const documented = operations.map(({ method, path }) => `${method} ${path}`).sort();
		const routes = app.routes
			.filter(({ url, config }) => !/^\/dashboard/.test(url) || !(config?.right ?? config?.isForEveryMember))
			.flatMap(({ method, url }) => [method].flat().map((name) => ({ method: name, url })));
		const isMounted = ({ config }: ServedApp['routes'][number]) =>
			config?.right !== undefined || config?.isForEveryMember === true;
		for (const { method, url } of app.routes.filter((route) => isMounted(route) && /^\/dashboard/.test(route.url))) {
			const paths = ['/api/v2', '/api/admin/v1', '/6'].map((prefix) =>
				toDocumentPath(url.replace('/dashboard/api', prefix).replace(/^\/6\/search_engines/, '/6')),
			);
			const isElsewhere = paths.some((path) => documented.includes(`${method} ${path}`));
			assert.ok(method === 'HEAD' || isElsewhere, `${method} ${url}`);
		}
		const expected = routes
			.filter(
				({ method, url }) =>
					!['HEAD', 'OPTIONS'].includes(method) &&
					!/^\/(?:docs\b|demo\b|welcome\/|assets\/|storefront|dashboard(?:$|\.js|\/\*)|$)/.test(url),
			)
			.map(
				({ method, url }) =>
					`${method} ${url
						.replaceAll(/:(\w+)/g, '{$1}')
						.replace('*', '{item_id}')
						.replace(/(.)\/$/, '$1')}`,
			);
		assert.deepEqual(documented, expected.sort());
	});
});

/** A call, changed so that it has another outcome. */
type Change = (call: RouteCall, tenant: Tenant, stranger: Tenant) => Partial<Attempt> | undefined;

interface Attempt {
	readonly path: string;
	readonly token: string | undefined;
	readonly cookie: string | undefined;
	readonly body: unknown;
	readonly headers: Readonly<Record<string, string>>;
}

const hasBody = ({ body }: RouteCall) => body !== undefined;
const isGuarded = ({ access }: RouteCall) => access === 'owner' || access === 'operator';

/** Changes that lead to the different outcomes; refusals first, because successful calls may remove what they need. */
const changes: Readonly<Record<string, Change>> = {
	'without credentials': ({ access }) => (access === 'sign_in' ? undefined : { token: undefined, cookie: undefined }),
	"with a member's key": (call, tenant) => (isGuarded(call) ? { token: tenant.memberKey } : undefined),
	"with a stranger's key": (call, _tenant, stranger) =>
		isGuarded(call) || call.access === 'searcher' || call.access === 'engine_owner'
			? { token: stranger.key }
			: undefined,
	'from a page that may not': (call, _tenant, stranger) =>
		call.access === 'session' || call.access === 'sign_in'
			? { headers: { Origin: 'https://evil.example' } }
			: call.access === 'widget'
				? {
						path: call.path.replace(/widget\/[^/]+/, `widget/${stranger.widgetId}`),
						headers: { Origin: 'https://evil.example' },
					}
				: undefined,
	'with a body that is no JSON': (call) => (hasBody(call) ? { body: '{' } : undefined),
	'with a body of another kind': (call) => (hasBody(call) ? { body: '{"name":7,"nonsense":[]}' } : undefined),
	'with a body where none is wanted': (call) => (hasBody(call) ? undefined : { body: '{' }),
	'with an id that is none': ({ path }) => ({
		path: path.replaceAll(/\/([0-9a-f]{16,32}|[0-9a-f-]{36})(?=\/|$)/g, '/NONE'),
	}),
	'with an id of nobody': ({ path }) => ({
		path: path.replaceAll(/(?<=[/=-])[0-9a-f]+(?=[/?&-]|$)/g, (id) => (id.length < 4 ? id : id.replaceAll(/./g, '0'))),
	}),
	'with an engine of nobody in the body': ({ body }, tenant) => ({
		body: JSON.stringify(body)?.replaceAll(tenant.hashid, '0'.repeat(32)),
	}),
	'with credentials of nobody': ({ access, body }) =>
		access === 'sign_in' && body !== undefined
			? { body: Object.fromEntries(Object.keys(body as object).map((name) => [name, 'nobody'])) }
			: undefined,
	'with an item of nobody': ({ path }, tenant) => ({ path: path.replace(tenant.itemId, 'nobody') }),
	'with bad parameters': ({ path }) => ({ path: `${path}?rpp=0&account_id=x&session_id=${'s'.repeat(33)}` }),
	'with a body that is too large': () => ({ headers: { 'Content-Length': '9000000' } }),
	'with too many entries': ({ body }) => (Array.isArray(body) ? { body: Array(101).fill({ id: 'x' }) } : undefined),
	'on the host of another zone': () => ({ headers: { Host: 'ap1-api.shop.example' } }),
	'on an engine that is locked': ({ path }, tenant) => ({ path: path.replace(tenant.hashid, tenant.lockedHashid) }),
	'as it should be': () => ({}),
	'for the second time': () => ({}),
};

async function attempt(call: RouteCall, change: Partial<Attempt>, tenant: Tenant): Promise<RawAnswer> {
	const isOfDashboard = call.access === 'session' || call.access === 'sign_in';
	const session = isOfDashboard ? (await signInWithKey(app.url, tenant.key)).cookie() : '';
	const { path, token, cookie, body, headers } = {
		path: call.path,
		token: isOfDashboard ? undefined : call.access === 'operator' ? app.operatorToken : tenant.key,
		cookie: isOfDashboard ? `vitrine_session=${session}` : undefined,
		body: call.body,
		headers: {},
		...change,
	};
	const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
	const authorization = token === undefined ? {} : { Authorization: `Token ${token}` };
	const bytes = formatRequest({
		method: call.method,
		path,
		headers: { 'Content-Type': 'application/json', ...authorization, ...(cookie && { Cookie: cookie }), ...headers },
		...(text === undefined ? {} : { body: text }),
	});
	return sendRaw(app.url, bytes);
}

describe('the answers', () => {
	/** These take a slow or full disk, a rate limit, or a defect; for every operation. */
	const elsewhere = [408, 429, 500, 503];
	/** These need a running copy, a provider of identities or a server without search, or are a last safeguard. */
	const untried = [
		...['startReindexing 409', 'replaceByTemporaryIndex 409', 'registerCartAddition 429'],
		...['readRecommender 404', 'rebuildRecommender 404'],
		...['beginProviderSignIn 302', 'endProviderSignIn 302'],
	];

	it('are those that the document has, and it has no others', async () => {
		const check = createAnswerCheck(document);
		const seen = new Set<string>();
		const stranger = await openTenant(app.url, app.operatorToken);
		const store = await stranger.api.call(`/api/admin/v1/stores/${stranger.storeId}`, {
			method: 'PATCH',
			body: { cors_enforced: true },
		});
		assert.equal(store.status, 200);
		for (const operation of operations) {
			const tenant = await openTenant(app.url, app.operatorToken);
			const call = await prepareCall(operation, tenant);
			for (const makeChange of Object.values(changes)) {
				const change = makeChange(call, tenant, stranger);
				if (change === undefined) continue;
				const answer = await attempt(call, change, tenant);
				check(operation, answer);
				seen.add(`${operation.id} ${answer.status}`);
			}
		}
		const promised = operations.flatMap(({ id, statuses }) =>
			statuses.filter((status) => !elsewhere.includes(status)).map((status) => `${id} ${status}`),
		);
		const unseen = promised.filter((text) => !seen.has(text) && !untried.includes(text));
		assert.deepEqual(unseen, [], 'documented, but nothing led to it');
	});
});

/** A call that would succeed, with what it needs: a password, a copy whose status can be read, a secret with its code. */
async function prepareCall({ id, method, path }: Operation, tenant: Tenant): Promise<RouteCall> {
	const call = toRouteCalls(app.routes, tenant).find(
		(candidate) => candidate.method === method && toDocumentPath(candidate.pattern) === path,
	);
	assert.ok(call, id);
	if (id === 'signIn') await setPassword(tenant);
	if (id === 'readReindexing') await tenant.api.call(call.path, { method: 'POST' });
	const takesCode = id === 'activateSecondFactor' || id === 'removeSecondFactor';
	return takesCode ? { ...call, body: { code: await beginSecondFactor(tenant) } } : call;
}

/** @returns the first code of a device that has the secret. */
async function beginSecondFactor(tenant: Tenant): Promise<string> {
	const client = await signInWithKey(app.url, tenant.key);
	const { json } = await client.call('/second_factor', { method: 'POST', body: {} });
	return showCode(json.secret, Date.now());
}

async function setPassword(tenant: Tenant): Promise<void> {
	const call = toRouteCalls(app.routes, tenant).find(({ pattern }) => pattern.endsWith('/password'));
	assert.ok(call);
	assert.ok((await attempt(call, {}, tenant)).status === 204);
}

function toDocumentPath(pattern: string): string {
	return pattern
		.replaceAll(/:(\w+)/g, '{$1}')
		.replace('*', '{item_id}')
		.replace(/(.)\/$/, '$1');
}
