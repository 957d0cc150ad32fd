/**
 * What every answer tells a browser: no guessing of types, nothing to load or run, no frame; on every route and for every
 * refusal.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formatRequest, type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

let app: ServedApp;
let tenant: Tenant;

before(async () => {
	app = await serveApp({ VITRINE_SEARCH: 'true', VITRINE_REQUEST_TIMEOUT_MS: '1000' });
	tenant = await openTenant(app.url, app.operatorToken);
});
after(() => app[Symbol.asyncDispose]());

const strictPolicy = "default-src 'none'; frame-ancestors 'none'";

function assertSafe({ headers, status }: RawAnswer, what: string): void {
	assert.equal(headers['x-content-type-options'], 'nosniff', `${status} ${what}`);
	const policy = headers['content-security-policy'] ?? assert.fail(`${status} ${what} has no policy`);
	assert.match(policy, /^default-src 'none'/, what);
	assert.match(policy, /frame-ancestors 'none'/, what);
	assert.doesNotMatch(policy, /script-src[^;]*'unsafe/, what);
	const isPage = headers['content-type']?.startsWith('text/html') === true;
	if (!isPage) assert.equal(policy, strictPolicy, what);
}

describe('every answer of every route', () => {
	it('is the same answer with a key, without one, and with nonsense', async () => {
		const calls = toRouteCalls(app.routes, tenant).filter(({ method }) => method !== 'DELETE');
		assert.ok(calls.length > 100);
		for (const { method, path, body } of calls) {
			const key = { Authorization: `Token ${tenant.key}`, Origin: 'https://shop.example' };
			const text = JSON.stringify(body);
			const requests = [
				formatRequest({ method, path }),
				formatRequest({ method, path, headers: key, ...(text === undefined ? {} : { body: text }) }),
				formatRequest({ method, path, headers: { ...key, 'Content-Encoding': 'br' }, body: 'no' }),
			];
			for (const bytes of requests) {
				assertSafe(await sendRaw(app.url, bytes, { isHead: method === 'HEAD' }), `${method} ${path}`);
			}
		}
	});
});

describe('refusals before any route', () => {
	const refused: Readonly<Record<string, readonly [string, number]>> = {
		'an unknown path': ['GET /nowhere/at/all HTTP/1.1\r\n\r\n', 404],
		'a path that cannot be decoded': ['GET /6/%zz/_search HTTP/1.1\r\n\r\n', 400],
		'another zone': ['GET /6/x/_search HTTP/1.1\r\nHost: ap1-search.example.com\r\n\r\n', 421],
		'a body that is too long': ['POST /api/v2/search_engines HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n', 413],
		'what is no HTTP': ['GARBAGE\r\n\r\n', 400],
		'a head that is too long': [`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
		'half a request': ['GET / HTTP/1.1\r\nX: a', 408],
		'an expectation of gifts': ['GET /health/live HTTP/1.1\r\nExpect: gifts\r\n\r\n', 417],
	};
	for (const [what, [bytes, status]] of Object.entries(refused)) {
		it(`say so too: ${what}`, async () => {
			const answer = await sendRaw(app.url, bytes);
			assert.equal(answer.status, status);
			assertSafe(answer, what);
		});
	}
});
