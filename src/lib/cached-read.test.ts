import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedRead } from './cached-read.ts';
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
