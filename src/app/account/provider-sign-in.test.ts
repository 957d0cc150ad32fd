import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJoseClaimBox } from '../../adapters/crypto/jose-claim-box.ts';
import { createProviderSignIn, providerSignInMs } from './provider-sign-in.ts';

const checks = { returnUrl: 'https://shop.example/back', state: 's', nonce: 'n', verifier: 'v' };
const request = { returnUrl: checks.returnUrl, accountId: null };

function open(tokenCount = 99, email = 'Ana@shop.example') {
	let nowMs = 1_000_000;
	const spent: string[] = [];
	const asked: object[] = [];
	const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, steadyMs: () => nowMs };
	const signIn = createProviderSignIn({
		provider: {
			name: 'Tests',
			begin: async () => ({ url: 'https://accounts.example/', checks }),
			async finish(query, kept) {
				asked.push({ query, ...kept });
				return { email, isEmailVerified: true };
			},
		},
		signIns: { findUsersByEmail: async ({ emailKey, accountId }) => [`${emailKey} ${accountId}`] },
		claimBox: createJoseClaimBox(Buffer.alloc(32, 1), 'tests'),
		networkLimiter: { spend: (key) => (spent.push(key) > tokenCount ? 7 : 0) },
		clock,
	});
	const pass = (ms: number) => {
		nowMs += ms;
	};
	return { signIn, spent, asked, pass };
}

async function begin({ signIn }: ReturnType<typeof open>, accountId: string | null = null): Promise<string> {
	const begun = await signIn.begin({ ...request, accountId }, '203.0.113.7');
	assert(begun.ok);
	return begun.value.sealed;
}

test('the provider is asked with what the browser kept, and the named account is searched', async () => {
	const parts = open();
	for (const accountId of [null, '0a']) {
		const sealed = await begin(parts, accountId);
		assert.deepEqual(await parts.signIn.finish({ sealed, query: 'code=c' }, '203.0.113.7'), {
			ok: true,
			value: { userCode: `ana@shop.example ${accountId}`, method: 'oidc', keyId: null },
		});
	}
	assert.deepEqual(
		parts.asked,
		[1, 2].map(() => ({ query: 'code=c', ...checks })),
	);
});

test('what the browser kept expires after ten minutes', async () => {
	for (const [ms, isOpen] of [
		[providerSignInMs - 1000, true],
		[providerSignInMs, false],
	] as const) {
		const parts = open();
		const sealed = await begin(parts);
		parts.pass(ms);
		const ended = await parts.signIn.finish({ sealed, query: 'code=c' }, '203.0.113.7');
		assert.deepEqual([ended.ok, parts.asked.length], [isOpen, isOpen ? 1 : 0]);
	}
});

test('each half spends from the limit of the network, before the provider is asked', async () => {
	const parts = open(1);
	const sealed = await begin(parts);
	const refused = { ok: false, refusal: 'throttled' };
	assert.deepEqual(await parts.signIn.finish({ sealed, query: '' }, '2001:db8::1'), refused);
	assert.deepEqual(await parts.signIn.begin(request, '203.0.113.7'), refused);
	assert.deepEqual(parts.spent, ['203.0.113.7', '2001:db8:0:0::/64', '203.0.113.7']);
	assert.deepEqual(parts.asked, []);
});

test('an address of other letters is another one, whatever they become in lower case', async () => {
	const refusals = { 'Ma\u0308rz@shop.example': undefined, 'mi\u212ae@shop.example': 'unknown_user' };
	for (const [email, refusal] of Object.entries(refusals)) {
		const parts = open(99, email);
		const ended = await parts.signIn.finish({ sealed: await begin(parts), query: 'code=c' }, '203.0.113.7');
		assert.equal(ended.ok ? undefined : ended.refusal, refusal, email);
	}
});
