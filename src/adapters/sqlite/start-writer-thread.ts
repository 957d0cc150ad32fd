import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ThreadName } from '../../domain/health/server-state.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { limitYoungObjects } from '../../lib/thread-heap.ts';
import { toError } from '../../lib/thrown.ts';
import type { Writer } from '../sql/unit-of-work.ts';
import { units } from '../sql/units.ts';
import { type PostedAnswers, packCalls, unpackAnswers } from './write-messages.ts';
import { createWriteQueue, type WriteQueue, type WriteQueueOptions } from './write-queue.ts';
import type { WriterMessage, WriterThreadData } from './writer-thread.ts';

/** For the waiting calls of one thread. */
export type WriteQueueBounds = Omit<WriteQueueOptions, 'post' | 'units'>;

export interface WriterThreadOptions extends WriteQueueBounds {
	readonly data: WriterThreadData;
	/** Called once when the thread ends without being told to: nothing can be written any more. */
	readonly onLost: (error: Error) => void;
}

export interface WriterThread extends Writer {
	/** A port for `joinWriterThread` in another thread, which then writes through the same connection. */
	connect(): MessagePort;
}

/** For young objects: calls and answers live until the commit. */
const youngSpaceMb = 8;

/** Starts the thread that writes. It opens an existing, migrated file; any error there means that the writer is lost. */
export function startWriterThread({ data, onLost, ...bounds }: WriterThreadOptions): WriterThread {
	const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
		name: 'writer' satisfies ThreadName,
		workerData: data,
		resourceLimits: limitYoungObjects(youngSpaceMb),
	});
	const post = (message: WriterMessage): void => worker.postMessage(message);
	const queue = createWriteQueue({ ...bounds, units, post: (calls) => post(packCalls(calls)) });
	let isClosing = false;
	let crash: Error | undefined;

	worker.on('message', (answers: PostedAnswers) => queue.settle(unpackAnswers(answers)));
	worker.on('error', (error) => {
		crash = toError(error);
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
		run: queue.run,
		connect() {
			const { port1, port2 } = new MessageChannel();
			worker.postMessage({ client: port1 } satisfies WriterMessage, [port1]);
			return port2;
		},
		async close() {
			await queue.drain(toUnavailable(new Error('the database was closed')));
			isClosing = true;
			post(null);
			await ended;
		},
	};
}

/**
 * The writer of a thread that has a port to the writing thread. Closing it only closes the port. If the writing thread
 * ends, the thread that started it is told; here calls reject with `unavailable`.
 */
export function joinWriterThread(port: MessagePort, bounds: WriteQueueBounds): Writer {
	const queue: WriteQueue = createWriteQueue({
		...bounds,
		units,
		post: (calls) => port.postMessage(packCalls(calls)),
	});
	port.on('message', (answers: PostedAnswers) => queue.settle(unpackAnswers(answers)));
	port.on('close', () => queue.abandon(toUnavailable(new Error('the writer thread ended'))));
	return {
		run: queue.run,
		async close() {
			await queue.drain(toUnavailable(new Error('the database was closed')));
			port.close();
		},
	};
}

function toUnavailable(cause: Error): FailureError {
	return new FailureError(fail('unavailable').failure, { cause });
}
