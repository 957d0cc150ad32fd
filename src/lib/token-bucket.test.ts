import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenBuckets } from './token-bucket.ts';

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
	const buckets = createTokenBuckets({ perSecond: 1, burst: 1, keysMax: 2 });
	buckets.spend('a', 0);
	buckets.spend('b', 0);
	assert.equal(buckets.spend('a', 0), 1);
	buckets.spend('c', 0);
	assert.equal(buckets.spend('a', 0), 1, 'a was used after b, so it is remembered');
	assert.equal(buckets.spend('b', 0), 0, 'b was forgotten, so it starts anew');
});
