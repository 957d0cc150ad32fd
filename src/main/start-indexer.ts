/** Starts the indexer's thread beside a database and gives the searches of this thread what it publishes. */
import { MessageChannel, Worker } from 'node:worker_threads';
import {
	createFulltextSearchIndex,
	type FulltextSearchIndex,
} from '../adapters/fulltext-index/fulltext-search-index.ts';
import type { IndexerMessage } from '../adapters/fulltext-index/index-messages.ts';
import { createIndexReader } from '../adapters/fulltext-index/index-reader.ts';
import type { IndexerEvent } from '../adapters/fulltext-index/indexer.ts';
import { defaultIndexerLimits, type IndexerLimits } from '../adapters/fulltext-index/indexer-limits.ts';
import type { Database } from '../ports/database.ts';
import type { FromIndexerThread, IndexerThreadData, ToIndexerThread } from './indexer-thread.ts';

export interface IndexerThreadOptions {
	readonly database: Pick<Database, 'items' | 'generations'>;
	readonly databaseFile: string;
	/** Of the zone's search indexes: whatever is in it can be deleted while the server is stopped, and is built again. */
	readonly directory: string;
	readonly limits?: Partial<IndexerLimits>;
	readonly onEvent: (event: IndexerEvent) => void;
}

export interface RunningIndexer {
	readonly searchIndex: FulltextSearchIndex;
	/** Saves what is not saved and ends the thread. To be called while the database is still open. */
	stop(): Promise<void>;
}

const follower = 'fulltext';
const openTimeoutMs = 10_000;
/** Before a thread that died is started again; doubled each time, up to the second. */
const restartDelayMs = { first: 200, max: 30_000 } as const;
/** A thread that lived so long did not die of its start. */
const soundLifeMs = 60_000;

export function startIndexerThread(options: IndexerThreadOptions): RunningIndexer {
	const { database, databaseFile, directory, onEvent } = options;
	const limits = { ...defaultIndexerLimits, ...options.limits };
	let link = openLink();
	let isStopping = false;
	let delayMs: number = restartDelayMs.first;
	let restart: NodeJS.Timeout | undefined;
	const reader = createIndexReader((message) => link.port.postMessage(message));

	interface Link {
		readonly worker: Worker;
		readonly port: MessageChannel['port1'];
		readonly ended: Promise<void>;
	}

	function openLink(): Link {
		const startedMs = Date.now();
		const data: IndexerThreadData = { databaseFile, directory, follower, limits };
		const worker = new Worker(new URL('./indexer-thread.ts', import.meta.url), { workerData: data });
		const { port1, port2 } = new MessageChannel();
		const tell = (message: ToIndexerThread, transfer: MessageChannel['port2'][] = []) =>
			worker.postMessage(message, transfer);
		tell({ kind: 'reader', port: port2 }, [port2]);
		port1.on('message', (message: IndexerMessage) => reader.receive(message));
		// The thread keeps the process alive as long as it is to; its port need not.
		port1.unref();
		worker.on('message', (message: FromIndexerThread) => {
			if (message.kind === 'event') onEvent(message.event);
			else void move(message, tell);
		});
		worker.on('error', (error) => onEvent({ kind: 'failed', generationId: undefined, error: toError(error) }));
		const ended = new Promise<void>((resolve) => {
			worker.on('exit', () => {
				port1.close();
				resolve();
				if (!isStopping) startAgain(Date.now() - startedMs);
			});
		});
		return { worker, port: port1, ended };
	}

	async function move(
		{ callId, call }: Extract<FromIndexerThread, { kind: 'move' }>,
		tell: (message: ToIndexerThread) => void,
	): Promise<void> {
		try {
			tell({ kind: 'moved', callId, outcome: await database.items.moveFollower(...call) });
		} catch {
			// The thread says so itself, with the index it was about; the database has its own way to complain.
			tell({ kind: 'moved', callId, outcome: undefined });
		}
	}

	/** What it knew is on disk and in the store: another thread goes on from there. */
	function startAgain(lifeMs: number): void {
		reader.reset();
		delayMs = lifeMs > soundLifeMs ? restartDelayMs.first : Math.min(delayMs * 2, restartDelayMs.max);
		restart = setTimeout(() => {
			link = openLink();
		}, delayMs);
	}

	const searchIndex = createFulltextSearchIndex({
		reader,
		generations: database.generations,
		items: database.items,
		follower,
		openTimeoutMs,
	});
	return {
		searchIndex,
		async stop() {
			isStopping = true;
			clearTimeout(restart);
			link.worker.postMessage({ kind: 'stop' } satisfies ToIndexerThread);
			await link.ended;
			reader.reset();
		},
	};
}

function toError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}
