import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Counted, createCountBuffer } from './count-buffer.ts';

function open(write: (counts: readonly Counted<number>[]) => Promise<unknown>) {
	const failures: unknown[] = [];
	const buffer = createCountBuffer({ write, onFailure: (error) => void failures.push(error) });
	return { buffer, failures };
}

test('things are counted by their keys, written together, and begin again from nothing', async () => {
	const written: (readonly Counted<number>[])[] = [];
	const { buffer, failures } = open(async (counts) => written.push(counts));
	await buffer.close();
	for (const thing of [1, 2, 1]) buffer.add(`key ${thing}`, thing);
	await buffer.close();
	buffer.add('key 1', 1);
	await buffer.close();
	const twice = [
		{ thing: 1, count: 2 },
		{ thing: 2, count: 1 },
	];
	assert.deepEqual([written, failures], [[twice, [{ thing: 1, count: 1 }]], []]);
});

test('counts that cannot be written are lost, and said to be', async () => {
	const failure = new Error('the disk is full');
	const { buffer, failures } = open(() => Promise.reject(failure));
	buffer.add('key', 1);
	await buffer.close();
	assert.deepEqual(failures, [failure]);
});

test('counts are written by themselves after a while', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const written: unknown[] = [];
	const { buffer } = open(async (counts) => written.push(...counts));
	buffer.add('key', 1);
	t.mock.timers.tick(4999);
	assert.equal(written.length, 0);
	t.mock.timers.tick(1);
	assert.deepEqual(written, [{ thing: 1, count: 1 }]);
});
