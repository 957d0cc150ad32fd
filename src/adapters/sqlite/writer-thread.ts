/**
 * The thread that owns the connection for writing.
 *
 * It takes all waiting calls, up to a bound, runs them as one group, answers them in one message, and repeats. While it
 * waits for the disk the next group gathers: the slower the disk, the larger the groups.
 *
 * Each thread that writes is a client with a port and a queue of its own: the thread that started this one uses the port
 * that every thread has, the others a port that is sent in a message. They share the groups, in which search engines
 * alternate.
 */
import assert from 'node:assert/strict';
import { env } from 'node:process';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { collectAtRest } from '../../lib/reclaim-memory.ts';
import { units } from '../sql/units.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { createFairQueue, type WaitingCall } from './fair-queue.ts';
import { openWriteConnection, type SqliteFileOptions } from './sqlite-file.ts';
import { runGroup, type WriteAnswer } from './write-group.ts';
import { type PostedCalls, packAnswers, unpackCalls } from './write-messages.ts';

export interface WriterThreadData {
	readonly file: string;
	readonly options: Omit<SqliteFileOptions, 'beforeStatement'>;
	/** Of the program, for traces. */
	readonly version: string;
}

/** Calls to run, another client, or null to close the connection and end the thread. */
export type WriterMessage = PostedCalls | { readonly client: MessagePort } | null;

assert(parentPort, 'the writer runs in a thread of its own');
collectAtRest();
const owner = parentPort;
const { file, options, version } = workerData as WriterThreadData;
const stopTracing = await startTracing({
	...{ environment: env, thread: 'writer', version },
	// The threads that call this one send to the same receiver, and have a log.
	onTrouble: () => undefined,
});
const connection = openWriteConnection(file, options);
const clients: MessagePort[] = [];
const queue = createFairQueue<MessagePort>();
let isClosing = false;
let isRunning = false;

addClient(owner);

function addClient(port: MessagePort): void {
	clients.push(port);
	port.on('message', (message: WriterMessage) => {
		accept(port, message);
		if (!isRunning) void run();
	});
	// A thread that is gone waits for no answers: its queued calls are discarded as if they had never been sent.
	port.on('close', () => {
		clients.splice(clients.indexOf(port), 1);
		queue.drop(port);
	});
	if (port !== owner) port.unref();
}

function accept(client: MessagePort, message: WriterMessage): void {
	if (message === null) isClosing = true;
	else if ('client' in message) addClient(message.client);
	else queue.put(client, unpackCalls(message, units));
}

async function run(): Promise<void> {
	isRunning = true;
	for (;;) {
		acceptWaiting();
		const group = queue.take();
		if (group.length === 0) break;
		const calls = group.map(({ call }) => call);
		answer(group, await runGroup(connection, calls));
	}
	isRunning = false;
	if (isClosing) {
		await connection.close();
		await stopTracing();
		owner.close();
	}
}

function acceptWaiting(): void {
	for (const client of [...clients]) {
		for (;;) {
			const received = receiveMessageOnPort(client);
			if (received === undefined) break;
			accept(client, received.message as WriterMessage);
		}
	}
}

/** One message for each client. */
function answer(group: readonly WaitingCall<MessagePort>[], answers: readonly WriteAnswer[]): void {
	const answered = group.map((waiting, at) => ({ ...waiting, answer: answers[at] as WriteAnswer }));
	for (const [client, own] of Map.groupBy(answered, (one) => one.client)) {
		const calls = own.map(({ call }) => call);
		client.postMessage(
			packAnswers(
				calls,
				own.map((one) => one.answer),
			),
		);
	}
}
