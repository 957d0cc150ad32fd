/**
 * The thread that owns the connection for writing.
 *
 * It takes all calls that wait, up to a bound, runs them as one group, answers them in one message, and looks again.
 * While it waits for the disk the next group gathers: the slower the disk, the larger the groups.
 */
import assert from 'node:assert/strict';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { runGroup, type WriteCall } from '../write-group.ts';
import { createWriteOperations } from '../write-operations.ts';
import { openWriteConnection, type SqliteFileOptions } from './sqlite-file.ts';

export interface WriterThreadData {
	readonly file: string;
	readonly options: Omit<SqliteFileOptions, 'beforeStatement'>;
}

/** Calls to run, or null to close the connection and end the thread. */
export type WriterMessage = readonly WriteCall[] | null;

const groupCallsMax = 512;
const groupBytesMax = 16 * 1024 * 1024;

assert(parentPort, 'the writer runs in a thread of its own');
const port = parentPort;
const { file, options } = workerData as WriterThreadData;
const connection = openWriteConnection(file, options);
const operations = createWriteOperations(connection);
let queued: WriteCall[] = [];
let isClosing = false;
let isRunning = false;

port.on('message', (message: WriterMessage) => {
	accept(message);
	if (!isRunning) void run();
});

function accept(message: WriterMessage): void {
	if (message === null) isClosing = true;
	else queued = queued.length === 0 ? [...message] : queued.concat(message);
}

async function run(): Promise<void> {
	isRunning = true;
	for (;;) {
		acceptWaiting();
		const group = takeGroup();
		if (group.length === 0) break;
		port.postMessage(await runGroup(connection, operations, group));
	}
	isRunning = false;
	if (isClosing) {
		await connection.close();
		port.close();
	}
}

function acceptWaiting(): void {
	for (;;) {
		const received = receiveMessageOnPort(port);
		if (received === undefined) return;
		accept(received.message as WriterMessage);
	}
}

/** As many calls from the head of the queue as fit into a group, and always one. */
function takeGroup(): readonly WriteCall[] {
	let byteCount = 0;
	let end = 0;
	for (const call of queued) {
		byteCount += call.byteCount;
		if (end >= groupCallsMax || (end > 0 && byteCount > groupBytesMax)) break;
		end += 1;
	}
	return queued.splice(0, end);
}
