import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommandIo } from './command-io.ts';

const { sleep } = createCommandIo();

test('a sleep that is ended by a signal fails with the reason of the signal, so that a command says why it stopped', async () => {
	const reason = new Error('stopped by SIGINT');
	const abort = new AbortController();
	const sleeping = sleep(3_600_000, abort.signal);
	abort.abort(reason);
	await assert.rejects(sleeping, reason);
	await assert.rejects(sleep(3_600_000, abort.signal), reason);
});

test('a sleep ends by itself', async () => {
	await sleep(1);
	await sleep(1, new AbortController().signal);
});
