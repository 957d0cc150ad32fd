import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '../../lib/failure.ts';
import { createTokenBuckets } from '../../lib/token-bucket.ts';
import { limitRefusals } from './limit-refusals.ts';

const principal = { accountId: 'a', userCode: 'u', keyId: 'k' };

/** An authenticator that lets `Bearer good` and `Token good` in, and counts how often it was asked. */
function createCounting() {
	let askedCount = 0;
	const authenticate = limitRefusals(
		async (header) => {
			askedCount += 1;
			return header?.endsWith('good') ? succeed(principal) : fail('unauthenticated');
		},
		createTokenBuckets({ perSecond: 1, burst: 3 }),
		{ nowMs: () => 0 },
	);
	const call = async (header: string, ip = '203.0.113.7') => {
		const caller = await authenticate(header, ip);
		return caller.ok ? 'in' : caller.failure.code;
	};
	return { call, askedCount: () => askedCount };
}

test('after too many forged tokens a client is told to wait, and its tokens are not looked at', async () => {
	const { call, askedCount } = createCounting();
	for (let count = 0; count < 3; count += 1) assert.equal(await call('Bearer bad'), 'unauthenticated');
	assert.equal(await call('Bearer good'), 'throttled');
	assert.equal(askedCount(), 3);
	assert.equal(await call('Bearer good', '203.0.113.8'), 'in', 'another client is not concerned');
});

test('genuine tokens and API keys spend nothing', async () => {
	const { call } = createCounting();
	for (let count = 0; count < 10; count += 1) assert.equal(await call('Bearer good'), 'in');
	for (let count = 0; count < 10; count += 1) assert.equal(await call('Token bad'), 'unauthenticated');
	assert.equal(await call('Bearer bad'), 'unauthenticated');
});
