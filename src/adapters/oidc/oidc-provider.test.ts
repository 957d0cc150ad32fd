import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { providerClient, startProvider } from '../../../test/support/identity-provider.ts';
import { createOidcProvider, type OidcOptions } from './oidc-provider.ts';

const returnUrl = 'http://127.0.0.1:9/dashboard/api/sign_in/oidc/callback';

async function open(
	t: TestContext,
	change: Partial<OidcOptions> = {},
	more: Partial<Parameters<typeof startProvider>[0]> = {},
) {
	const outside = await startProvider({ readReturnUrl: () => returnUrl, ...more });
	t.after(outside.close);
	outside.setPerson({ email: 'ana@shop.example', email_verified: true });
	const troubles: string[] = [];
	const provider = createOidcProvider({
		...{ issuer: outside.issuer, clientId: providerClient.id, clientSecret: providerClient.secret },
		...{ name: 'Tests', timeoutMs: 5000, monotonicMs: () => 0 },
		onTrouble: (reason) => troubles.push(reason),
		...change,
	});
	/** As far as the browser's way back. */
	async function leave() {
		const begun = await provider.begin(returnUrl);
		assert(typeof begun === 'object', troubles.join());
		return { checks: begun.checks, query: (await outside.visit(begun.url)).split('?')[1] ?? '' };
	}
	async function signIn() {
		const { query, checks } = await leave();
		return provider.finish(query, checks);
	}
	return { outside, provider, troubles, leave, signIn };
}

const ana = { email: 'ana@shop.example', isEmailVerified: true };

test('somebody is who the provider says, with the secret in a header, in the body, or without one', async (t) => {
	for (const [change, client] of [
		[{}, { token_endpoint_auth_method: 'client_secret_basic' }],
		[{}, { token_endpoint_auth_method: 'client_secret_post' }],
		[{ clientSecret: undefined }, { token_endpoint_auth_method: 'none' }],
	] as const) {
		const { signIn, troubles } = await open(t, change, { client });
		assert.deepEqual(await signIn(), ana, troubles.join());
	}
});

test('the address is also found where only the access token opens it', async (t) => {
	const { signIn, outside } = await open(t, {}, { hasClaimsInToken: false });
	assert.deepEqual(await signIn(), ana);
	assert.ok(outside.calls.includes('/me'));
});

test('an address that is not verified, and none, are told as such', async (t) => {
	const { signIn, outside } = await open(t);
	outside.setPerson({ email: 'ana@shop.example', email_verified: false });
	assert.deepEqual(await signIn(), { ...ana, isEmailVerified: false });
	outside.setPerson({ email: 'ana@shop.example' });
	assert.deepEqual(await signIn(), { ...ana, isEmailVerified: false });
	outside.setPerson({});
	assert.deepEqual(await signIn(), { email: null, isEmailVerified: false });
});

test('the provider is asked for its addresses once, and again after a failure or an hour', async (t) => {
	let nowMs = 0;
	const { signIn, outside, provider } = await open(t, { monotonicMs: () => nowMs });
	const path = '/.well-known/openid-configuration';
	const count = () => outside.calls.filter((call) => call === path).length;
	outside.answerInstead(path, (_, response) => response.writeHead(503).end());
	assert.equal(await provider.begin(returnUrl), 'unavailable');
	outside.answerInstead(path, undefined);
	await Promise.all([signIn(), signIn()]);
	assert.equal(count(), 2);
	nowMs = 3_600_000;
	await signIn();
	assert.equal(count(), 3);
});

test('a refusal of the person is no trouble', async (t) => {
	const { signIn, outside, troubles } = await open(t);
	outside.setPerson(null);
	assert.deepEqual([await signIn(), troubles], ['denied', []]);
});

test('a browser that comes back with something else gets nothing', async (t) => {
	const { leave, provider } = await open(t);
	const { query, checks } = await leave();
	const other = await leave();
	const attempts = [
		[query, other.checks],
		[query, { ...checks, verifier: other.checks.verifier }],
		[query.replace(/state=[^&]*/, `state=${other.checks.state}`), checks],
		[query.replace(/code=[^&]*/, 'code=x'), checks],
		[query.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'), checks],
		['', checks],
		['code', checks],
		[`${query}&${query}`, checks],
		[query, { ...checks, returnUrl: 'no address' }],
	] as const;
	for (const [answer, kept] of attempts) assert.equal(await provider.finish(answer, kept), 'failed', answer);
});

test('a nonce of another sign-in does not hold, and what was redeemed is not again', async (t) => {
	const { leave, provider, troubles } = await open(t);
	const { query, checks } = await leave();
	assert.equal(await provider.finish(query, { ...checks, nonce: 'another' }), 'failed');
	const { query: fresh, checks: kept } = await leave();
	assert.deepEqual(await provider.finish(fresh, kept), ana);
	assert.equal(await provider.finish(fresh, kept), 'failed');
	for (const secret of [kept.verifier, providerClient.secret, 'eyJ']) {
		assert.ok(!troubles.join().includes(secret), troubles.join());
	}
});

test('a token that another key has signed, or for another client or issuer, does not hold', async (t) => {
	const { leave, provider, outside, troubles } = await open(t);
	const { privateKey } = await generateKeyPair('RS256');
	const honest = { iss: outside.issuer, aud: providerClient.id, sub: 'person', ...ana, email_verified: true };
	for (const [claims, reason] of [
		[{}, /signature/],
		[{ aud: 'another' }, /audience/],
		[{ iss: 'https://evil.example' }, /issuer/],
	] as const) {
		const { query, checks } = await leave();
		const token = await new SignJWT({ ...honest, ...claims, nonce: checks.nonce })
			.setProtectedHeader({ alg: 'RS256' })
			.setIssuedAt()
			.setExpirationTime('1h')
			.sign(privateKey);
		outside.answerInstead('/token', (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: token }));
		});
		assert.equal(await provider.finish(query, checks), 'failed');
		assert.match(troubles.at(-1) ?? '', reason);
		outside.answerInstead('/token', undefined);
	}
});

test('another issuer than the one that is configured is none', async (t) => {
	const { outside } = await open(t);
	const { provider, troubles } = await open(t, { issuer: outside.issuer.replace('127.0.0.1', 'localhost') });
	assert.equal(await provider.begin(returnUrl), 'failed');
	assert.equal(troubles.length, 1);
});

test('a provider that is slow, broken or away keeps nobody waiting', async (t) => {
	const slow = await open(t, { timeoutMs: 200 });
	const { query, checks } = await slow.leave();
	slow.outside.answerInstead('/token', () => undefined);
	assert.equal(await slow.provider.finish(query, checks), 'unavailable');

	const broken = await open(t);
	const left = await broken.leave();
	broken.outside.answerInstead('/token', (_, response) => response.writeHead(502).end('<html>'));
	assert.equal(await broken.provider.finish(left.query, left.checks), 'unavailable');

	const away = await open(t);
	const there = await away.leave();
	await away.outside.close();
	assert.equal(await away.provider.finish(there.query, there.checks), 'unavailable');
	const unknown = await open(t, { issuer: away.outside.issuer });
	assert.equal(await unknown.provider.begin(returnUrl), 'unavailable');
	for (const { troubles } of [slow, broken, away, unknown]) assert.equal(troubles.length, 1);
});
