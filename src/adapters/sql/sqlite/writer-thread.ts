/**
 * The thread that owns the connection for writing.
 *
 * It takes all calls that wait, up to a bound, runs them as one group, answers them in one message, and looks again.
 * While it waits for the disk the next group gathers: the slower the disk, the larger the groups.
 *
 * Each thread that writes is a client with a port and a queue of its own: the one that started this thread by the port
 * every thread has, others by one that comes in a message. They share the groups, and take turns in being first.
 */
import assert from 'node:assert/strict';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { runGroup, type WriteAnswer, type WriteCall } from '../write-group.ts';
import { type PostedCalls, packAnswers, unpackCalls } from '../write-messages.ts';
import { createWriteOperations } from '../write-operations.ts';
import { openWriteConnection, type SqliteFileOptions } from './sqlite-file.ts';

export interface WriterThreadData {
	readonly file: string;
	readonly options: Omit<SqliteFileOptions, 'beforeStatement'>;
}

/** Calls to run, another client, or null to close the connection and end the thread. */
export type WriterMessage = PostedCalls | { readonly client: MessagePort } | null;

interface Client {
	readonly port: MessagePort;
	queued: WriteCall[];
}

interface Group {
	readonly calls: readonly WriteCall[];
	/** Whose they are, in their order. */
	readonly parts: readonly { readonly client: Client; readonly count: number }[];
}

const groupCallsMax = 512;
const groupBytesMax = 16 * 1024 * 1024;

assert(parentPort, 'the writer runs in a thread of its own');
const owner = parentPort;
const { file, options } = workerData as WriterThreadData;
const connection = openWriteConnection(file, options);
const operations = createWriteOperations(connection);
const clients: Client[] = [];
let isClosing = false;
let isRunning = false;

addClient(owner);

function addClient(port: MessagePort): void {
	const client: Client = { port, queued: [] };
	clients.push(client);
	port.on('message', (message: WriterMessage) => {
		accept(client, message);
		if (!isRunning) void run();
	});
	// A thread that is gone waits for no answers: what it had queued is as if it had never been sent.
	port.on('close', () => void clients.splice(clients.indexOf(client), 1));
	if (port !== owner) port.unref();
}

function accept(client: Client, message: WriterMessage): void {
	if (message === null) isClosing = true;
	else if ('client' in message) addClient(message.client);
	else if (client.queued.length === 0) client.queued = unpackCalls(message);
	else client.queued.push(...unpackCalls(message));
}

async function run(): Promise<void> {
	isRunning = true;
	for (;;) {
		acceptWaiting();
		const group = takeGroup();
		if (group.calls.length === 0) break;
		answer(group, await runGroup(connection, operations, group.calls));
	}
	isRunning = false;
	if (isClosing) {
		await connection.close();
		owner.close();
	}
}

function acceptWaiting(): void {
	for (const client of [...clients]) {
		for (;;) {
			const received = receiveMessageOnPort(client.port);
			if (received === undefined) break;
			accept(client, received.message as WriterMessage);
		}
	}
}

/** As many calls from the heads of the queues as fit into a group, and always one. */
function takeGroup(): Group {
	let byteCount = 0;
	let callCount = 0;
	const parts = clients.flatMap((client) => {
		let end = 0;
		for (const call of client.queued) {
			byteCount += call.byteCount;
			if (callCount >= groupCallsMax || (callCount > 0 && byteCount > groupBytesMax)) break;
			end += 1;
			callCount += 1;
		}
		return end === 0 ? [] : [{ client, calls: client.queued.splice(0, end) }];
	});
	const first = clients.shift();
	if (first !== undefined) clients.push(first);
	return {
		calls: parts.length === 1 && parts[0] !== undefined ? parts[0].calls : parts.flatMap(({ calls }) => calls),
		parts: parts.map(({ client, calls }) => ({ client, count: calls.length })),
	};
}

function answer({ calls, parts }: Group, answers: readonly WriteAnswer[]): void {
	let start = 0;
	for (const { client, count } of parts) {
		client.port.postMessage(packAnswers(calls, answers, { start, count }));
		start += count;
	}
}
