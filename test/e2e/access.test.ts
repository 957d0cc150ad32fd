/**
 * Access control: every route of the router, with every kind of credential.
 *
 * The list of routes comes from the program itself. So a new route is tested automatically, and one that does not declare
 * who may call it fails here.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, createApi } from '../support/api.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { makeWorthlessCredentials, openTenant, type Tenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';

let app: ServedApp;
let victim: Tenant;
let stranger: Tenant;
let calls: readonly RouteCall[];

before(async () => {
	app = await serveApp({}, openScan);
	victim = await openTenant(app.url, app.operatorToken);
	stranger = await openTenant(app.url, app.operatorToken);
	calls = toRouteCalls(app.routes, victim);
});
after(() => app[Symbol.asyncDispose]());

async function send(call: RouteCall, authorization?: string, headers: Record<string, string> = {}): Promise<Answer> {
	return createApi(app.url).call(call.path, {
		method: call.method,
		...(call.body === undefined ? {} : { body: call.body }),
		headers: authorization === undefined ? headers : { ...headers, authorization },
	});
}

function callsWith(...access: RouteCall['access'][]): RouteCall[] {
	return calls.filter((call) => access.includes(call.access));
}

const codes: Readonly<Record<number, string>> = { 401: 'not_authenticated', 403: 'access_denied', 404: 'not_found' };

/** Fails unless the answer is this refusal, in the envelope of the API, with the id of the request. */
function assertRefused(answer: Answer, status: number, call: RouteCall, who: string): void {
	const label = `${call.method} ${call.pattern} with ${who}: ${answer.text}`;
	assert.equal(answer.status, status, label);
	assert.ok(answer.headers.get('x-request-id'), label);
	if (call.method === 'HEAD') return;
	assert.equal(answer.json?.error?.code, codes[status], label);
	assert.equal(typeof answer.json.error.message, 'string', label);
	assert.doesNotMatch(answer.text, /\n|sqlite|select |\/src\//i, label);
}

/** Makes the calls, and fails if they change anything in the database. */
async function withoutChange(work: () => Promise<void>): Promise<void> {
	const before = await app.readAllRows();
	await work();
	assert.deepEqual(await app.readAllRows(), before);
}

it('knows for every route who may call it', () => {
	const undeclared = calls.filter(({ access }) => access === undefined);
	assert.deepEqual(
		undeclared.map(({ method, pattern }) => `${method} ${pattern}`),
		[],
	);
	// If the list were empty or truncated, every check below would pass.
	for (const access of [
		'owner',
		'operator',
		'engine_owner',
		'searcher',
		'widget',
		'sign_in',
		'session',
		'public',
	] as const)
		assert.ok(callsWith(access).length > 0);
	assert.ok(calls.length > 200, `${calls.length} routes`);
	assert.ok(calls.some(({ method }) => method === 'HEAD'));
});

describe('routes of owners and of the operator', () => {
	it('refuse a call without credentials', async () => {
		await withoutChange(async () => {
			for (const call of callsWith('owner', 'operator')) assertRefused(await send(call), 401, call, 'nothing');
		});
	});

	it('refuse whatever is not genuine, all of it in the same words', async () => {
		const texts = new Set<string>();
		await withoutChange(async () => {
			for (const [what, authorization] of Object.entries(makeWorthlessCredentials(victim))) {
				for (const call of callsWith('owner', 'operator')) {
					const answer = await send(call, authorization);
					assertRefused(answer, 401, call, what);
					if (call.method !== 'HEAD') texts.add(answer.text);
				}
			}
		});
		assert.equal(texts.size, 1, [...texts].join('\n'));
	});

	it("refuse a member's key and a member's token as lacking the right", async () => {
		const token = makeToken({ claims: makeClaims(victim.memberCode), secret: victim.memberKey });
		await withoutChange(async () => {
			for (const call of callsWith('owner', 'operator')) {
				for (const header of [`Token ${victim.memberKey}`, `Token us1-${victim.memberKey}`, `Bearer ${token}`]) {
					assertRefused(await send(call, header), 403, call, "a member's credential");
				}
			}
		});
	});

	it('refuse the credential of the other kind of caller', async () => {
		await withoutChange(async () => {
			for (const call of callsWith('owner')) {
				const isAdmin = call.pattern.startsWith('/api/admin/');
				const answer = await send(call, `Token ${app.operatorToken}`);
				assertRefused(answer, isAdmin ? 403 : 401, call, "the operator's token");
			}
			const token = makeToken({ claims: makeClaims(victim.ownerCode), secret: victim.key });
			for (const call of callsWith('operator')) {
				for (const header of [`Token ${victim.key}`, `Token ${stranger.key}`, `Bearer ${token}`]) {
					assertRefused(await send(call, header), 403, call, "an owner's credential");
				}
				const wrongToken = app.operatorToken.replace(/.$/, 'x');
				assertRefused(await send(call, `Token ${wrongToken}`), 401, call, 'almost the operator token');
			}
		});
	});
});

describe('routes of the dashboard', () => {
	it('refuse a call without a session, and every credential of the other APIs', async () => {
		const credentials = { ...makeWorthlessCredentials(victim), "the owner's key": `Token ${victim.key}` };
		await withoutChange(async () => {
			for (const call of callsWith('session')) {
				assertRefused(await send(call), 401, call, 'nothing');
				for (const [what, authorization] of Object.entries(credentials)) {
					assertRefused(await send(call, authorization), 401, call, what);
				}
			}
		});
	});

	it('refuse pages of other sites before anything else', async () => {
		const cookie = `vitrine_session=${(await signInWithKey(app.url, victim.key)).cookie()}`;
		await withoutChange(async () => {
			for (const call of callsWith('session', 'sign_in')) {
				if (call.method === 'GET' || call.method === 'HEAD') continue;
				assertRefused(await send(call, undefined, { cookie, origin: 'https://evil.example' }), 403, call, 'a page');
				assertRefused(await send(call, undefined, { cookie, 'sec-fetch-site': 'same-site' }), 403, call, 'a page');
			}
		});
	});
});

describe("another account's key", () => {
	it('opens nothing of this account', async () => {
		// A key id is meaningful only within its account: for others there is no such key.
		const isHidden = ({ pattern }: RouteCall) => pattern.endsWith('/keys/:key_id');
		await withoutChange(async () => {
			for (const call of callsWith('owner').filter(({ namesOwned }) => namesOwned)) {
				const answer = await send(call, `Token ${stranger.key}`);
				assertRefused(answer, isHidden(call) ? 404 : 403, call, "another account's key");
				for (const secret of victim.ownWords.filter((text) => !call.path.includes(text))) {
					assert.ok(!answer.text.includes(secret), `${call.method} ${call.pattern} shows ${secret}`);
				}
			}
		});
	});

	it('sees only its own where a path names nothing', async () => {
		for (const call of callsWith('owner').filter(({ namesOwned, method }) => !namesOwned && method === 'GET')) {
			const answer = await send(call, `Token ${stranger.key}`);
			assert.equal(answer.status, 200, call.pattern);
			assert.ok(
				stranger.ownWords.some((secret) => answer.text.includes(secret)),
				`${call.pattern} shows what is its own`,
			);
			for (const secret of victim.ownWords) assert.ok(!answer.text.includes(secret), `${call.pattern} shows ${secret}`);
		}
	});

	it('cannot hang its own things onto those of this account', async () => {
		await withoutChange(async () => {
			for (const storeId of [victim.storeId, '0'.repeat(32)]) {
				const attempts = [
					['POST', '/api/admin/v1/widgets', { name: 'x', store_id: storeId }],
					['PATCH', `/api/admin/v1/widgets/${stranger.widgetId}`, { store_id: storeId }],
				] as const;
				for (const [method, path, body] of attempts) {
					const { status, json } = await stranger.api.call(path, { method, body });
					assert.equal(status, 400, `${method} ${path}`);
					assert.deepEqual(json.error.details[0].fields, ['store_id']);
				}
			}
		});
	});

	it('has no store where it names one of this account for its search engine', async () => {
		for (const storeId of [victim.storeId, '0'.repeat(32)]) {
			const body = { name: 'x', store_id: storeId };
			const made = await stranger.api.call('/api/v2/search_engines', { method: 'POST', body });
			assert.deepEqual([made.status, made.json.store_id], [201, null]);
			const engine = `/api/v2/search_engines/${made.json.hashid}`;
			const changed = await stranger.api.call(engine, { method: 'PATCH', body });
			assert.deepEqual([changed.status, changed.json.store_id], [200, null]);
			assert.equal((await stranger.api.call(engine, { method: 'DELETE' })).status, 204);
		}
	});

	it('reports nothing for search engines and stores of this account', async () => {
		await withoutChange(async () => {
			for (const [path, body] of [
				['carts', { hashid: victim.hashid, checkout_json: [] }],
				['sales', { hashid: victim.hashid }],
				['visit', { store: victim.storeId }],
				['visit', { store: stranger.storeId, hashid: victim.hashid }],
				['visit', { store: stranger.storeId, dfid: victim.dfid }],
			] as const) {
				const { status, json } = await stranger.api.call(`/api/v2/stats/${path}`, { method: 'POST', body });
				assert.deepEqual([status, json.error.code], [403, 'access_denied'], `${path} with ${JSON.stringify(body)}`);
			}
		});
	});

	it("gets no event of this account's items recorded", async () => {
		const { status, json } = await createApi(app.url).call(`/api/widget/${stranger.widgetId}/cart`, {
			method: 'POST',
			body: { session_id: 's', dfid: victim.dfid, title: 'T', price: 1 },
		});
		assert.deepEqual([status, json], [200, { status: 'ERROR' }]);
	});
});

// Before the searches: those are logged behind their answers.
describe('routes of the search API for owners', () => {
	it('refuse a page that may search, and admit the owner in any spelling', async () => {
		const tenant = await openTenant(app.url, app.operatorToken);
		const page = { origin: 'https://shop.example' };
		const own = toRouteCalls(app.routes, tenant).filter(({ access }) => access === 'engine_owner');
		await withoutChange(async () => {
			for (const call of own) {
				const { status, text } = await send(call, undefined, page);
				const label = `${call.method} ${call.pattern}`;
				assert.equal(status, 403, label);
				if (call.method !== 'HEAD') assert.equal(text, '{"error":"forbidden"}', label);
				for (const header of [`Token ${tenant.key}`, `token us1-${tenant.key}`]) {
					assert.equal((await send(call, header)).status, 200, label);
				}
			}
		});
	});
});

describe('routes of the search API', () => {
	/** Fails unless the search API refuses, with the same text for every reason. */
	function assertForbidden({ status, text, headers }: Answer, call: RouteCall, who: string): void {
		const label = `${call.method} ${call.pattern} with ${who}: ${text}`;
		assert.equal(status, 403, label);
		assert.ok(headers.get('x-request-id'), label);
		if (call.method !== 'HEAD') assert.equal(text, '{"error":"forbidden"}', label);
	}

	it('refuse credentials that are not genuine, signed tokens, and credentials of other accounts', async () => {
		const signed = makeToken({ claims: makeClaims(victim.ownerCode), secret: victim.key });
		const others = {
			...makeWorthlessCredentials(victim),
			'a signed token': `Bearer ${signed}`,
			"a member's key": `Token ${victim.memberKey}`,
			"another account's key": `Token ${stranger.key}`,
			"the operator's token": `Token ${app.operatorToken}`,
		};
		await withoutChange(async () => {
			for (const [what, authorization] of Object.entries(others)) {
				for (const call of callsWith('searcher', 'engine_owner')) {
					// Version 5 uses only the key.
					if (what === 'a key without its scheme' && call.pattern.startsWith('/5/')) continue;
					assertForbidden(await send(call, authorization), call, what);
				}
			}
		});
	});

	it('admit a call without credentials as the store says, and the owner in any spelling', async () => {
		const tenant = await openTenant(app.url, app.operatorToken);
		const own = toRouteCalls(app.routes, tenant).filter(({ access }) => access === 'searcher');
		// The routes for images admit the caller but offer nothing.
		const isLetIn = ({ status }: Answer, { pattern }: RouteCall) =>
			status === (/image_search|visually/.test(pattern) ? 400 : 200);
		for (const call of own) assert.ok(isLetIn(await send(call), call), `${call.method} ${call.pattern}`);
		const body = { cors_enforced: true, allowed_domains: ['shop.example'] };
		await tenant.api.call(`/api/admin/v1/stores/${tenant.storeId}`, { method: 'PATCH', body });
		for (const call of own) {
			assertForbidden(await send(call), call, 'nothing');
			assertForbidden(await send(call, undefined, { origin: 'https://evil.example' }), call, 'a foreign page');
			for (const header of [`Token ${tenant.key}`, `token us1-${tenant.key}`]) {
				assert.ok(isLetIn(await send(call, header), call), `${call.method} ${call.pattern}`);
			}
		}
	});
});

describe('genuine credentials', () => {
	/** Each makes a value of `Authorization` for an owner. */
	function makeHeaders({ key, ownerCode }: Tenant): string[] {
		const spellings = [key, `eu1-${key}`, `us1-${key}`, `ap1-${key}`];
		const claims = makeClaims(ownerCode);
		const week = { ...claims, exp: claims.iat + 7 * 24 * 3600 };
		return [
			...spellings.map((spelling) => `Token ${spelling}`),
			`token ${key}`,
			...spellings.map((secret) => `Bearer ${makeToken({ claims, secret })}`),
			`Bearer ${makeToken({ claims: week, secret: key })}`,
			`bearer ${makeToken({ header: { typ: 'JWT', alg: 'HS256', kid: 'any' }, claims: { ...claims, more: 1 }, secret: key })}`,
			`Bearer ${makeToken({ claims: { ...claims, iat: claims.iat + 30 }, secret: key })}`,
		];
	}

	it('open every reading route in every spelling', async () => {
		for (const header of makeHeaders(victim)) {
			for (const call of callsWith('owner').filter(({ method }) => method === 'GET')) {
				const { status, text } = await send(call, header);
				const isAbsent = call.pattern.endsWith('/_reindex_to_temp');
				assert.equal(status, isAbsent ? 404 : 200, `${call.pattern} with ${header}: ${text}`);
			}
		}
	});

	it('open every route to the owner, and to the operator those that are his', async () => {
		for (const [index, { method, access }] of calls.entries()) {
			if (access !== 'owner' && access !== 'operator') continue;
			// The next call needs what this one would delete.
			const isRead = method === 'GET' || method === 'HEAD';
			const tenant = isRead ? victim : await openTenant(app.url, app.operatorToken);
			const call = toRouteCalls(app.routes, tenant)[index] as RouteCall;
			const token = call.access === 'owner' ? tenant.key : app.operatorToken;
			const { status, text } = await send(call, `Token ${token}`);
			// There is no copy whose status could be read.
			const isLetIn = status < 300 || (status === 404 && isRead && call.pattern.endsWith('/_reindex_to_temp'));
			assert.ok(isLetIn, `${call.method} ${call.pattern}: ${status} ${text}`);
		}
	});

	it('stop working the moment a key is revoked, and tokens signed with it too', async () => {
		const tenant = await openTenant(app.url, app.operatorToken);
		const headers = makeHeaders(tenant);
		const gone = await tenant.api.call(`/api/admin/v1/keys/${tenant.keyId}`, { method: 'DELETE' });
		assert.equal(gone.status, 204);
		for (const authorization of headers) {
			const { status } = await createApi(app.url).call('/api/v2/search_engines', { headers: { authorization } });
			assert.equal(status, 401, authorization);
		}
	});

	it('stop working when the account is deleted', async () => {
		const tenant = await openTenant(app.url, app.operatorToken);
		const operator = createApi(app.url, app.operatorToken);
		assert.equal((await operator.call(`/api/admin/v1/accounts/${tenant.accountId}`, { method: 'DELETE' })).status, 204);
		for (const authorization of makeHeaders(tenant)) {
			const { status } = await createApi(app.url).call('/api/v2/search_engines', { headers: { authorization } });
			assert.equal(status, 401, authorization);
		}
		const cart = await createApi(app.url).call(`/api/widget/${tenant.widgetId}/cart`, { method: 'POST', body: {} });
		assert.equal(cart.status, 404);
	});
});

describe('routes without credentials', () => {
	it('answer the same whatever Authorization says', async () => {
		for (const call of callsWith('widget', 'public')) {
			const { status } = await send(call);
			// Files that are not there, and the demo shop. The dashboard has one page for all its addresses.
			const isMissing = /(?<!^\/dashboard)\/\*$|^\/demo$/.test(call.pattern) && call.method !== 'OPTIONS';
			assert.ok(isMissing ? status === 404 : status < 400, `${call.method} ${call.pattern}: ${status}`);
			const others = [
				`Token ${victim.revokedKey}`,
				`Token ${stranger.key}`,
				`Token ${victim.memberKey}`,
				'Bearer ...',
				'',
			];
			for (const header of others) assert.equal((await send(call, header)).status, status, `${call.pattern} ${header}`);
		}
	});
});
