/**
 * A thread of a zone that follows the store beside its HTTP threads, such as the indexer. It is restarted when it dies.
 * Each HTTP thread communicates with it through a port of its own, which is replaced after each restart.
 *
 * Such a thread gets four messages besides its own, of which it may ignore hints: a `reader`, whose port belongs to an HTTP
 * thread, a `hint` that the store may have something to read, `expect_hints`, which says whether there will be such hints, and
 * `stop`, after which it ends by itself.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ThreadName } from '../domain/health/server-state.ts';
import { limitYoungObjects } from '../lib/thread-heap.ts';
import { toError } from '../lib/thrown.ts';

export interface FollowerHint {
	readonly kind: 'hint';
	/** Traced calls that wrote what there may be to read, as `traceparent`. */
	readonly calls: readonly string[];
}

export type ToFollowerThread =
	| { readonly kind: 'reader'; readonly port: MessagePort }
	| FollowerHint
	| { readonly kind: 'expect_hints'; readonly areSent: boolean }
	| { readonly kind: 'stop' };

export interface FollowerThreadOptions<From> {
	readonly name: ThreadName;
	readonly url: URL;
	/** Called for each start. Ports in the data must be listed: they are transferred, which can be done once. */
	readonly toData: () => { readonly workerData: unknown; readonly ports?: readonly MessagePort[] };
	/** Called for a message that did not come through a port; `tell` answers the thread that sent it. */
	readonly onMessage: (message: From, tell: (message: object) => void) => void;
	readonly onFailure: (error: Error) => void;
	/**
	 * How long a thread that was told to stop may take to end by itself, for one that has nothing to save: then it is
	 * ended, as a crash would. By default as long as it needs.
	 */
	readonly stopPatienceMs?: number;
}

export interface FollowerThread {
	/** Calls `onPort` with a port to the thread, at once and after each restart. */
	connect(onPort: (port: MessagePort) => void): void;
	/** Tells the thread that the store may have something to read. @param calls as `FollowerHint` has them */
	hint(calls: readonly string[]): void;
	/** Tells the thread, and those that replace it, whether there will be hints; until then it expects none. */
	expectHints(areSent: boolean): void;
	/** Stops the thread and waits until it has ended; it is not restarted. */
	stop(): Promise<void>;
}

/** The delay before a thread that died is restarted; doubled each time, up to `max`. */
const restartDelayMs = { first: 200, max: 30_000 } as const;
/** For young objects: what such a thread parses is short-lived, and what it keeps are typed arrays. */
const youngSpaceMb = 8;
/** A thread that lived this long did not die because of its start. */
const soundLifeMs = 60_000;

export function startFollowerThread<From>(options: FollowerThreadOptions<From>): FollowerThread {
	const { name, url, toData, onMessage, onFailure, stopPatienceMs } = options;
	const connections: ((port: MessagePort) => void)[] = [];
	let delayMs: number = restartDelayMs.first;
	let restart: NodeJS.Timeout | undefined;
	let isStopping = false;
	let areHintsSent = false;
	let ended: Promise<void> = Promise.resolve();
	let worker: Worker | undefined = start();

	function start(): Worker {
		const startedMs = performance.now();
		const { workerData, ports = [] } = toData();
		const resourceLimits = limitYoungObjects(youngSpaceMb);
		const thread = new Worker(url, { name, workerData, transferList: [...ports], resourceLimits });
		thread.on('message', (message: From) => onMessage(message, (answer) => thread.postMessage(answer)));
		thread.on('error', (error) => onFailure(toError(error)));
		ended = new Promise((resolve) => {
			thread.on('exit', () => {
				worker = undefined;
				resolve();
				if (!isStopping) startAgain(performance.now() - startedMs);
			});
		});
		return thread;
	}

	/** Its state is on disk and in the store: the next thread continues from there. */
	function startAgain(lifeMs: number): void {
		delayMs = lifeMs > soundLifeMs ? restartDelayMs.first : Math.min(delayMs * 2, restartDelayMs.max);
		restart = setTimeout(() => {
			try {
				worker = start();
			} catch (error) {
				// The system has no thread left, or what the thread needs is gone.
				onFailure(toError(error));
				startAgain(0);
				return;
			}
			worker.postMessage({ kind: 'expect_hints', areSent: areHintsSent } satisfies ToFollowerThread);
			for (const onPort of connections) openPort(worker, onPort);
		}, delayMs);
	}

	function openPort(thread: Worker, onPort: (port: MessagePort) => void): void {
		const { port1, port2 } = new MessageChannel();
		thread.postMessage({ kind: 'reader', port: port2 } satisfies ToFollowerThread, [port2]);
		onPort(port1);
	}

	return {
		connect(onPort) {
			connections.push(onPort);
			if (worker !== undefined) openPort(worker, onPort);
		},
		hint: (calls) => worker?.postMessage({ kind: 'hint', calls } satisfies ToFollowerThread),
		expectHints(areSent) {
			areHintsSent = areSent;
			worker?.postMessage({ kind: 'expect_hints', areSent } satisfies ToFollowerThread);
		},
		async stop() {
			isStopping = true;
			clearTimeout(restart);
			worker?.postMessage({ kind: 'stop' } satisfies ToFollowerThread);
			const patience = stopPatienceMs === undefined ? undefined : setTimeout(() => worker?.terminate(), stopPatienceMs);
			await ended;
			clearTimeout(patience);
		},
	};
}
