import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { showCode } from '../../../test/support/authenticator-app.ts';
import { joinScratchZone, type ScratchZone, scratchStartMs } from '../../../test/support/scratch-zone.ts';
import { createAesSecretBox, WrongServerKeyError } from '../../adapters/crypto/aes-secret-box.ts';
import { createTotpCodes } from '../../adapters/crypto/totp-codes.ts';
import type { Session, SignInMethod } from '../../domain/account/session.ts';
import { type FailureCode, type Result, succeed, unwrap } from '../../lib/failure.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';

let zone: ScratchZone;

before(async () => {
	zone = await joinScratchZone();
});

const unlimited: RateLimiter = { spend: () => 0 };
const stepMs = 30_000;

interface Parts {
	readonly codeLimiter?: RateLimiter;
	readonly serverKey?: number;
	readonly onClosedSecret?: (error: unknown, userCode: string) => void;
}

function open({ codeLimiter = unlimited, serverKey = 1, onClosedSecret = assert.fail }: Parts = {}): SecondFactors {
	const { database, randomness, clock } = zone;
	return createSecondFactors({
		...{ secondFactors: database.secondFactors, accounts: database.accounts, randomness, clock, codeLimiter },
		secretBox: createAesSecretBox(Buffer.alloc(32, serverKey)),
		codes: createTotpCodes(),
		checkCurrentPassword: async () => succeed(null),
		onClosedSecret,
		recordWrongCode: async () => undefined,
	});
}

/** A new owner at the start of the clock, in a session of this kind. */
async function openSession(method: SignInMethod = 'password'): Promise<Session> {
	zone.clock.set(scratchStartMs);
	const { owner } = await zone.openAccount();
	return { id: 's', userCode: owner.userCode, keyId: null, method, createdAtMs: 0, expiresAtMs: 1 };
}

/** The same with an active second factor; the code of this moment is used. */
async function openActive(factors: SecondFactors, method?: SignInMethod) {
	const session = await openSession(method);
	const { secret } = unwrap(await factors.begin(session, undefined, '203.0.113.7'));
	const recoveryCodes = unwrap(await factors.activate(session, showCode(secret, scratchStartMs)));
	return { session, userCode: session.userCode, secret, recoveryCodes };
}

function codeOf(result: Result<unknown>): FailureCode | 'ok' {
	return result.ok ? 'ok' : result.failure.code;
}

test('a code is asked for from the activation on, and not before', async () => {
	const factors = open();
	const session = await openSession();
	const { userCode } = session;
	const state = async () => [await factors.isActive(userCode), codeOf(await factors.check(userCode, undefined))];
	assert.deepEqual(await state(), [false, 'ok']);
	const { secret } = unwrap(await factors.begin(session, undefined, '203.0.113.7'));
	assert.deepEqual(await state(), [false, 'ok']);
	for (const wrong of ['000000', 'x', showCode(secret, scratchStartMs + 10 * stepMs)]) {
		assert.equal(codeOf(await factors.activate(session, wrong)), 'invalid');
	}
	assert.equal(codeOf(await factors.activate(session, showCode(secret, scratchStartMs))), 'ok');
	assert.deepEqual(await state(), [true, 'code_required']);
	assert.equal(codeOf(await factors.begin(session, undefined, '203.0.113.7')), 'invalid');
	assert.equal(codeOf(await factors.activate(session, showCode(secret, scratchStartMs))), 'not_found');
});

test('a code works once, also the one of the activation, and no earlier one works after it', async () => {
	const factors = open();
	const { userCode, secret } = await openActive(factors);
	const check = async (atMs: number) => codeOf(await factors.check(userCode, showCode(secret, atMs)));
	assert.equal(await check(scratchStartMs), 'code_required');
	zone.clock.set(scratchStartMs + 3 * stepMs);
	assert.equal(await check(scratchStartMs + 3 * stepMs), 'ok');
	assert.equal(await check(scratchStartMs + 3 * stepMs), 'code_required');
	assert.equal(await check(scratchStartMs + 2 * stepMs), 'code_required');
	assert.equal(await check(scratchStartMs + 4 * stepMs), 'ok', 'a device whose clock is ahead');
	zone.clock.set(scratchStartMs + 7 * stepMs);
	assert.equal(await check(scratchStartMs + 5 * stepMs), 'code_required', 'two steps late');
	assert.equal(await check(scratchStartMs + 6 * stepMs), 'ok', 'one step late');
});

test('of two sign-ins with one code at once, one succeeds', async () => {
	const factors = open();
	const { userCode, secret } = await openActive(factors);
	zone.clock.set(scratchStartMs + stepMs);
	const code = showCode(secret, scratchStartMs + stepMs);
	const results = await Promise.all([1, 2, 3, 4].map(() => factors.check(userCode, code)));
	assert.equal(results.filter(({ ok }) => ok).length, 1);
});

test('a recovery code works once, and the others go on working', async () => {
	const factors = open();
	const { userCode, recoveryCodes } = await openActive(factors);
	assert.equal(new Set(recoveryCodes).size, 10);
	for (const code of recoveryCodes) {
		assert.match(code, /^([0-9a-f]{5}-){3}[0-9a-f]{5}$/);
		assert.equal(codeOf(await factors.check(userCode, code.replaceAll('-', ' ').toUpperCase())), 'ok');
		assert.equal(codeOf(await factors.check(userCode, code)), 'code_required');
	}
});

test('attempts are limited by user, whatever is tried, before a code is looked at', async () => {
	const spent: string[] = [];
	const { userCode, secret, session } = await openActive(open());
	const factors = open({ codeLimiter: { spend: (key) => (spent.push(key) > 2 ? 7 : 0) } });
	zone.clock.set(scratchStartMs + stepMs);
	assert.equal(codeOf(await factors.check(userCode, undefined)), 'code_required');
	assert.equal(codeOf(await factors.check(userCode, 'x')), 'code_required');
	assert.equal(codeOf(await factors.remove(session, 'c0ffe-e2547-29296-a45a3')), 'invalid');
	const right = showCode(secret, scratchStartMs + stepMs);
	for (const result of [await factors.check(userCode, right), await factors.remove(session, right)]) {
		assert(!result.ok);
		assert.deepEqual([result.failure.code, result.failure.retryAfterSeconds], ['throttled', 7]);
	}
	assert.deepEqual(spent, [userCode, userCode, userCode, userCode]);
});

test('it is removed by a code, without one in a session of the key, and where it is not active', async () => {
	const factors = open();
	const { session, secret } = await openActive(factors);
	zone.clock.set(scratchStartMs + stepMs);
	assert.equal(codeOf(await factors.remove(session, undefined)), 'invalid');
	assert.equal(codeOf(await factors.remove(session, '000000')), 'invalid');
	assert.equal(codeOf(await factors.remove(session, showCode(secret, scratchStartMs + stepMs))), 'ok');
	assert.equal(codeOf(await factors.remove(session, undefined)), 'not_found');
	const waiting = await openSession();
	await factors.begin(waiting, undefined, '203.0.113.7');
	assert.equal(codeOf(await factors.remove(waiting, undefined)), 'ok');
	const ofKey = await openActive(factors, 'key');
	assert.equal(codeOf(await factors.remove(ofKey.session, undefined)), 'ok');
	assert.equal(codeOf(await factors.check(ofKey.userCode, undefined)), 'ok');
});

test('under another server key codes of the device are refused and reported, and recovery codes work', async () => {
	const { userCode, secret, recoveryCodes } = await openActive(open());
	const closed: unknown[] = [];
	const factors = open({ serverKey: 2, onClosedSecret: (error, user) => closed.push(error, user) });
	zone.clock.set(scratchStartMs + stepMs);
	const code = showCode(secret, scratchStartMs + stepMs);
	assert.equal(codeOf(await factors.check(userCode, code)), 'code_required');
	assert.ok(closed[0] instanceof WrongServerKeyError);
	assert.equal(closed[1], userCode);
	assert.equal(codeOf(await factors.check(userCode, recoveryCodes[0])), 'ok');
});

test('the store has neither the secret nor a recovery code in clear', async () => {
	const { userCode, secret } = await openActive(open());
	const stored = await zone.database.secondFactors.find(userCode);
	assert.ok(stored !== undefined && !stored.sealed.includes(secret));
});
