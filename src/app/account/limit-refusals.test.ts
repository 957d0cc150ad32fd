import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '../../lib/failure.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { limitRefusals } from './limit-refusals.ts';

const principal = { accountId: 'a', userCode: 'u', keyId: 'k' };

/** Gives each key `burst` tokens, which never come back. */
function createLimiter(burst: number): RateLimiter {
	const spent = new Map<string, number>();
	return {
		spend(key) {
			const count = spent.get(key) ?? 0;
			spent.set(key, count + 1);
			return count < burst ? 0 : 1;
		},
	};
}

/** An authenticator that accepts `Bearer good` and `Token good`. */
function createLimited() {
	const authenticate = limitRefusals(
		async (header) => (header?.endsWith('good') ? succeed(principal) : fail('unauthenticated')),
		createLimiter(3),
	);
	const call = async (header: string, ip = '203.0.113.7') => {
		const caller = await authenticate(header, ip);
		return caller.ok ? 'in' : caller.failure.code;
	};
	return { call };
}

test('after too many forged tokens a client must wait, but a genuine token from the same network is accepted', async () => {
	const { call } = createLimited();
	for (let count = 0; count < 3; count += 1) assert.equal(await call('Bearer bad'), 'unauthenticated');
	for (let count = 0; count < 20; count += 1) {
		assert.equal(await call('Bearer bad'), 'throttled');
		assert.equal(await call('Bearer good'), 'in');
	}
	assert.equal(await call('Bearer bad', '203.0.113.8'), 'unauthenticated', 'another client is not concerned');
});

test('genuine tokens and API keys spend nothing', async () => {
	const { call } = createLimited();
	for (let count = 0; count < 10; count += 1) assert.equal(await call('Bearer good'), 'in');
	for (let count = 0; count < 10; count += 1) assert.equal(await call('Token bad'), 'unauthenticated');
	assert.equal(await call('Bearer bad'), 'unauthenticated');
});
