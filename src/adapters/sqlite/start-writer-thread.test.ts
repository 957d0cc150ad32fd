import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { neverMs } from '../../../test/support/wait-for.ts';
import { FailureError } from '../../lib/failure.ts';
import { checkWrites } from '../sql/health.ts';
import { startWriterThread } from './start-writer-thread.ts';

test('a thread that ends by itself fails waiting and later calls, and reports that once', async () => {
	const lost: Error[] = [];
	const writer = startWriterThread({
		data: { file: join('no', 'such', 'directory', 'vitrine.db'), version: '', options: { cacheBytesMax: 1_000_000 } },
		deadlineMs: neverMs,
		queuedCallsMax: 10,
		queuedBytesMax: 10_000,
		onLost: (error) => lost.push(error),
	});
	for (let call = 0; call < 2; call += 1) {
		await assert.rejects(checkWrites(writer), (error) => {
			return error instanceof FailureError && error.failure.code === 'unavailable' && error.cause instanceof Error;
		});
	}
	await writer.close();
	assert.equal(lost.length, 1);
});
