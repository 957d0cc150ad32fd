import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSeededRandom } from './seeded-random.ts';
import { createBucketMemory, openSharedTokenBuckets } from './shared-token-buckets.ts';
import { createTokenBuckets, type TokenBucketOptions, type TokenBuckets } from './token-bucket.ts';

type Create = (options: TokenBucketOptions) => TokenBuckets;

const implementations: Readonly<Record<string, Create>> = {
	'of one thread': createTokenBuckets,
	'of several threads': ({ keysMax, ...rate }) =>
		openSharedTokenBuckets({ memory: createBucketMemory(keysMax), seed: 7, ...rate }),
};

for (const [name, create] of Object.entries(implementations)) describe(`buckets ${name}`, () => testBuckets(create));

function testBuckets(createTokenBuckets: Create): void {
	test('a burst is spent at once, then a token comes back with time', () => {
		const buckets = createTokenBuckets({ perSecond: 2, burst: 3 });
		assert.deepEqual(
			[0, 0, 0].map(() => buckets.spend('key', 1000)),
			[0, 0, 0],
		);
		assert.equal(buckets.spend('key', 1000), 0.5);
		assert.equal(buckets.spend('key', 1250), 0.25);
		assert.equal(buckets.spend('key', 1500), 0);
	});

	test('keys do not share tokens', () => {
		const buckets = createTokenBuckets({ perSecond: 1, burst: 1 });
		assert.equal(buckets.spend('a', 0), 0);
		assert.equal(buckets.spend('b', 0), 0);
		assert.equal(buckets.spend('a', 0), 1);
	});

	test('a rate of 0 switches the limit off', () => {
		const buckets = createTokenBuckets({ perSecond: 0, burst: 0 });
		for (let call = 0; call < 1000; call += 1) assert.equal(buckets.spend('key', 0), 0);
	});

	test('a clock that jumps back does not take tokens away', () => {
		const buckets = createTokenBuckets({ perSecond: 1, burst: 2 });
		assert.equal(buckets.spend('key', 5000), 0);
		assert.equal(buckets.spend('key', 1000), 0);
		assert.equal(buckets.spend('key', 1000), 1);
	});

	test('when the table is full the least recently used key is forgotten', () => {
		const buckets = createTokenBuckets({ perSecond: 1, burst: 1, keysMax: 8 });
		for (const key of 'abcdefgh') buckets.spend(key, 0);
		assert.equal(buckets.spend('a', 0), 1);
		buckets.spend('i', 0);
		assert.equal(buckets.spend('a', 0), 1, 'a was used after b, so it is remembered');
		assert.equal(buckets.spend('b', 0), 0, 'b was forgotten, so it starts anew');
	});

	test('agree with a table of counters, whatever is asked of many keys', () => {
		const random = createSeededRandom(1);
		const buckets = createTokenBuckets({ perSecond: 4, burst: 3 });
		const expected = new Map<string, { tokens: number; atMs: number }>();
		for (let step = 0, nowMs = 0; step < 20_000; step += 1, nowMs += 0.25) {
			const key = `key ${random.integer(0, 3000)}`;
			const { tokens, atMs } = expected.get(key) ?? { tokens: 3, atMs: nowMs };
			const now = Math.min(3, tokens + ((nowMs - atMs) * 4) / 1000);
			assert.equal(buckets.spend(key, nowMs), now < 1 ? (1 - now) / 4 : 0);
			expected.set(key, { tokens: now < 1 ? now : now - 1, atMs: nowMs });
		}
	});
}
