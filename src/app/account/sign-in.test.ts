import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { joinScratchZone, type ScratchZone } from '../../../test/support/scratch-zone.ts';
import { succeed, unwrap } from '../../lib/failure.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { createSignIn } from './sign-in.ts';

let zone: ScratchZone;

before(async () => {
	zone = await joinScratchZone();
});

/** A sign-in whose limits have one token for each key, and which counts the hashes that it computes. */
function openSignIn() {
	const spent: string[] = [];
	const limiter = { spend: (key: string) => (spent.includes(key) ? 7 : spent.push(key) && 0) };
	const verified: (string | undefined)[] = [];
	const passwords: PasswordHasher = {
		hash: async (password) => password,
		async verify(password, stored) {
			verified.push(stored);
			return password === stored;
		},
	};
	const { database, authenticator } = zone;
	const { authenticate } = authenticator;
	const parts = {
		signIns: database.signIns,
		accounts: database.accounts,
		authenticate,
		passwords,
		links: { find: async () => undefined, use: async () => undefined },
		spendAttempt: createAttemptLimit({ networkLimiter: limiter, guessLimiter: limiter }),
		checkCurrentPassword: async () => assert.fail(),
		checkSecondFactor: async () => succeed('none' as const),
	};
	return { signIn: createSignIn(parts), spent, verified };
}

const attempt = { email: 'Nobody@Shop.example', password: 'x', accountId: null, code: undefined };

test('an unknown address costs one hash, as a known one does', async () => {
	const { signIn, verified } = openSignIn();
	const { ok } = await signIn.byPassword(attempt, '203.0.113.7');
	assert.deepEqual([ok, verified], [false, [undefined]]);
});

test('attempts are limited by network and by address, before anything is computed', async () => {
	const { signIn, spent, verified } = openSignIn();
	await signIn.byPassword(attempt, '203.0.113.7');
	assert.deepEqual(spent, ['203.0.113.7', 'nobody@shop.example']);
	const others = [
		await signIn.byPassword({ ...attempt, email: 'other@shop.example' }, '203.0.113.7'),
		await signIn.byPassword({ ...attempt, email: 'NOBODY@shop.example' }, '203.0.113.8'),
		await signIn.byLink({ token: '0'.repeat(40), code: undefined }, '203.0.113.7'),
		await signIn.byKey('0'.repeat(40), '203.0.113.7'),
	];
	for (const result of others) {
		assert(!result.ok);
		assert.deepEqual([result.failure.code, result.failure.retryAfterSeconds], ['throttled', 7]);
	}
	assert.equal(verified.length, 1);
});

test('a session is opened only while what the sign-in found is true', async () => {
	const { database, users } = zone;
	const { owner } = await zone.openAccount();
	const { userCode } = owner;
	const email = 'ana@shop.example';
	unwrap(await users.update(owner, userCode, { email }));
	await database.signIns.setPassword({ userCode, hash: 'old password' }, '');
	const { signIn } = openSignIn();
	const found = unwrap(await signIn.byPassword({ ...attempt, email, password: 'old password' }, '203.0.113.7'));
	const session = {
		id: '1'.repeat(32),
		userCode,
		keyId: null,
		method: 'password',
		createdAtMs: 1,
		expiresAtMs: 2,
	} as const;
	await database.signIns.setPassword({ userCode, hash: 'new password' }, '');
	assert.equal(await database.signIns.openSession(session, found.basis), 'missing');
	assert.deepEqual(found.basis, { passwordHash: 'old password', hasNoSecondFactor: true });
});
