import { Worker } from 'node:worker_threads';
import { FailureError, fail } from '../../../lib/failure.ts';
import type { WriteAnswer } from '../write-group.ts';
import { createWriteQueue, type WriteQueueOptions } from '../write-queue.ts';
import type { Writer } from '../writer.ts';
import type { WriterMessage, WriterThreadData } from './writer-thread.ts';

export interface WriterThreadOptions extends Omit<WriteQueueOptions, 'post'> {
	readonly data: WriterThreadData;
	/** Called once when the thread ends without being told to: nothing can be written any more. */
	readonly onLost: (error: Error) => void;
}

/** Starts the thread that writes. It opens a file that exists and is migrated; what goes wrong there is a lost writer. */
export function startWriterThread({ data, onLost, ...bounds }: WriterThreadOptions): Writer {
	const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: data });
	const post = (message: WriterMessage): void => worker.postMessage(message);
	const queue = createWriteQueue({ ...bounds, post });
	let isClosing = false;
	let crash: Error | undefined;

	worker.on('message', (answers: readonly WriteAnswer[]) => queue.settle(answers));
	worker.on('error', (error) => {
		crash = error instanceof Error ? error : new Error(String(error));
	});
	const ended = new Promise<void>((resolve) => {
		worker.on('exit', (code) => {
			resolve();
			const cause = crash ?? new Error(`the writer thread ended with code ${code}`);
			queue.abandon(toUnavailable(cause));
			if (!isClosing) onLost(cause);
		});
	});

	return {
		call: queue.call,
		async close() {
			await queue.drain(toUnavailable(new Error('the database was closed')));
			isClosing = true;
			post(null);
			await ended;
		},
	};
}

function toUnavailable(cause: Error): FailureError {
	return new FailureError(fail('unavailable').failure, { cause });
}
