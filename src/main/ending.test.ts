/** The end of a server, where a part of it fails or takes too long. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEnding } from './ending.ts';

function openEnding(timeoutMs?: number) {
	const lines: [details: object, message: string][] = [];
	const exited = Promise.withResolvers<number>();
	const ending = createEnding({
		logger: { error: (details: object, message: string) => void lines.push([details, message]) } as never,
		threads: { read: async () => [{ name: 'writer', busyRatio: 0, heapBytes: null }] },
		exit: exited.resolve,
		...(timeoutMs === undefined ? {} : { timeoutMs }),
	});
	return { ending, lines, exited: exited.promise };
}

it('closes in reverse order, once, whatever fails', async () => {
	const { ending, lines } = openEnding();
	const closed: string[] = [];
	const failure = new Error('the disk is full');
	ending.add(() => void closed.push('lock'));
	ending.add(async () => {
		closed.push('store');
		throw failure;
	});
	ending.add(async () => void closed.push('http'));
	assert.equal(await ending.close(), false);
	assert.deepEqual(closed, ['http', 'store', 'lock']);
	assert.deepEqual(lines, [[{ err: failure }, 'something could not be closed']]);
	assert.equal(await ending.close(), true);
	assert.equal(closed.length, 3);
});

it('ends the process when there are no more seconds, and says for what', async () => {
	const { ending, lines, exited } = openEnding(20);
	const failure = new Error('the port is taken');
	ending.add(() => new Promise(() => undefined));
	void ending.close(failure);
	assert.equal(await exited, 1);
	const threads = [{ name: 'writer', busyRatio: 0, heapBytes: null }];
	assert.deepEqual(lines, [[{ err: failure, threads }, 'not stopped within 0 seconds: what is left is cut off']]);
});

it('has its seconds from when it began, also if nothing is closed yet', async () => {
	const { ending, exited } = openEnding(20);
	ending.begin();
	assert.equal(await exited, 1);
});
