import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedRead } from './cached-read.ts';
import { FailureError, fail } from './failure.ts';
import { createSharedCounter, openSharedCounter } from './shared-counter.ts';

/** A counting read that finds everything but `x`. */
function createCounting() {
	let nowMs = 1000;
	let readCount = 0;
	const changes = createSharedCounter();
	const find = createCachedRead({
		read: async (id: string) => {
			readCount += 1;
			return id === 'x' ? undefined : `${id} as of read ${readCount}`;
		},
		readVersion: changes.read,
		monotonicMs: () => nowMs,
		ageMsMax: 1000,
		entriesMax: 2,
	});
	return {
		find,
		change: changes.increment,
		memory: changes.memory,
		reads: () => readCount,
		wait(ms: number) {
			nowMs += ms;
		},
	};
}

test('a found value is read once, and again when it is too old', async () => {
	const { find, reads, wait } = createCounting();
	await find('w');
	await find('w');
	assert.equal(reads(), 1);
	wait(1001);
	await find('w');
	assert.equal(reads(), 2);
});

test('while the store is away, what was known is used for as long as the grace, and mistakes are not hidden', async () => {
	let nowMs = 0;
	let staleCount = 0;
	let failure: Error | undefined;
	let readCount = 0;
	let version = 0;
	const find = createCachedRead({
		async read(key: string) {
			readCount += 1;
			if (failure !== undefined) throw failure;
			return `${key} ${readCount}`;
		},
		...{ readVersion: () => version, monotonicMs: () => nowMs, ageMsMax: 1000 },
		grace: { graceMsMax: 10_000, onStale: () => (staleCount += 1) },
	});
	assert.equal(await find('w'), 'w 1');
	nowMs += 1001;
	failure = new FailureError(fail('unavailable').failure);
	assert.deepEqual(await Promise.all([find('w'), find('w')]), ['w 1', 'w 1']);
	assert.deepEqual([readCount, staleCount], [2, 2], 'both waited for one read');
	await assert.rejects(find('x'), FailureError);
	failure = undefined;
	assert.equal(await find('w'), 'w 1', 'it is read again behind the answer');
	assert.equal(await find('w'), 'w 4');
	nowMs += 1001;
	failure = new TypeError('a mistake');
	await assert.rejects(find('w'), TypeError);
	failure = new FailureError(fail('timed_out').failure);
	assert.equal(await find('w'), 'w 4');
	nowMs += 9_000;
	await assert.rejects(find('w'), FailureError, 'the grace is over');
	failure = undefined;
	await find('w');
	nowMs += 1001;
	failure = new FailureError(fail('unavailable').failure);
	version += 1;
	await assert.rejects(find('w'), FailureError, 'what is known to have changed is not used');
});

test('a value is not read again while somebody watches for changes', async () => {
	let nowMs = 0;
	let trueAtMs = Number.NEGATIVE_INFINITY;
	let readCount = 0;
	let version = 0;
	let failure: Error | undefined;
	const find = createCachedRead({
		async read(key: string) {
			readCount += 1;
			if (failure !== undefined) throw failure;
			return `${key} ${readCount}`;
		},
		...{ readVersion: () => version, readTrueAtMs: () => trueAtMs, monotonicMs: () => nowMs, ageMsMax: 1000 },
		grace: { graceMsMax: 10_000, onStale: () => undefined },
	});
	await find('w');
	for (; nowMs < 60_000; nowMs += 500) {
		trueAtMs = nowMs;
		assert.equal(await find('w'), 'w 1');
	}
	version += 1;
	assert.equal(await find('w'), 'w 2', 'a change that was found counts at once');
	nowMs += 1001;
	assert.equal(await find('w'), 'w 3', 'nobody has watched for a second');
	trueAtMs = nowMs + 20_000;
	nowMs = trueAtMs + 9_999;
	failure = new FailureError(fail('unavailable').failure);
	assert.equal(await find('w'), 'w 3', 'the grace counts from when it was last true');
});

test('what took long to read is as old as its read', async () => {
	const { find, reads, wait } = createCounting();
	const reading = find('w');
	wait(900);
	await reading;
	wait(99);
	await find('w');
	assert.equal(reads(), 1);
	wait(2);
	await find('w');
	assert.equal(reads(), 2);
});

test('an absent value is read every time, as it may be created at any moment', async () => {
	const { find, reads } = createCounting();
	await find('x');
	await find('x');
	assert.equal(reads(), 2);
});

test('the next read sees a change, even when another thread counted it', async () => {
	const { find, change, memory } = createCounting();
	assert.equal(await find('w'), 'w as of read 1');
	change();
	assert.equal(await find('w'), 'w as of read 2');
	openSharedCounter(memory).increment();
	assert.equal(await find('w'), 'w as of read 3');
});

test('a read that was running during a change is not cached', async () => {
	const { find, change, reads } = createCounting();
	const reading = find('w');
	change();
	await reading;
	await find('w');
	assert.equal(reads(), 2);
});

test('a read from before a change is not cached when another key was read in between', async () => {
	const { find, change, reads } = createCounting();
	const reading = find('w');
	change();
	void find('v');
	await reading;
	await find('w');
	assert.equal(reads(), 3);
});

test('the cache is bounded and evicts the least recently used entry', async () => {
	const { find, reads } = createCounting();
	for (const id of ['a', 'b', 'a', 'c', 'a']) await find(id);
	assert.equal(reads(), 3);
	await find('b');
	assert.equal(reads(), 4);
});
