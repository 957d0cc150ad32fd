/**
 * The HTTP threads beside the main one. The system spreads connections over their sockets, so a connection stays with
 * one thread; which one it is makes no difference to what is answered.
 *
 * A thread that dies takes the process with it, after the others have finished what they are answering: it died of an
 * error in this program, as an exception in the main thread is, and whoever starts the process again starts all of it
 * from what is on disk. Starting the one thread again would hide the error and keep whatever made it.
 */
import { type MessagePort, type Transferable, Worker } from 'node:worker_threads';
import type { MetricsPart, PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { limitYoungObjects } from '../lib/thread-heap.ts';
import { createThreadCalls } from '../lib/thread-rpc.ts';
import { toError } from '../lib/thrown.ts';
import type { FromHttpThread, HttpThreadData, ToHttpThread } from './http-thread-messages.ts';
import type { OpenZone } from './open-zone.ts';
import type { ZoneLink } from './zone-link.ts';

export interface HttpThreadsOptions extends Pick<HttpThreadData, 'settings' | 'secretKey' | 'operatorToken'> {
	/** Beside the main one. */
	readonly threadCount: number;
	readonly zones: readonly [OpenZone, ...OpenZone[]];
	readonly metrics: PrometheusMetrics;
	readonly writeLog: (line: string) => void;
	/** A thread ended without being told to. */
	readonly onLost: (error: Error) => void;
	/** Starts a thread; for tests. */
	readonly startWorker?: (workerData: HttpThreadData, transferList: Transferable[]) => Worker;
}

export interface HttpThreads {
	/** Resolves when all of them listen on this port; rejects when one cannot. */
	listen(port: number): Promise<void>;
	/** The metrics of all threads, the main one's included. */
	readMetrics(): Promise<string>;
	/** Resolves when all have finished what they were answering, and have ended. */
	stop(): Promise<void>;
}

/** Of young objects: what the command line gives the main thread. */
const youngSpaceMb = 16;
/** A thread that does not tell within this time what it has counted is taken to have counted what it last told. */
const countTimeoutMs = 1_000;

interface HttpThread {
	post(message: ToHttpThread, transfer?: Transferable[]): void;
	readonly listening: Promise<void>;
	readonly ended: Promise<void>;
	/** What it has counted; when it has no time to tell, what it told last. */
	count(): Promise<MetricsPart>;
}

export function startHttpThreads(options: HttpThreadsOptions): HttpThreads {
	const { threadCount, metrics } = options;
	let stopped: Promise<void> | undefined;
	const threads = Array.from({ length: threadCount }, (_, index) =>
		startThread(index + 2, { ...options, readMetrics, onEnd }),
	);

	function onEnd(error: Error): void {
		if (stopped === undefined) options.onLost(error);
	}

	async function stopAll(): Promise<void> {
		for (const thread of threads) thread.post({ kind: 'stop' });
		await Promise.all(threads.map(({ ended }) => ended));
	}

	async function readMetrics(): Promise<string> {
		return metrics.read(await Promise.all(threads.map((thread) => thread.count())));
	}

	return {
		async listen(port) {
			for (const thread of threads) thread.post({ kind: 'listen', port });
			await Promise.all(threads.map(({ listening }) => listening));
		},
		readMetrics,
		stop() {
			stopped ??= stopAll();
			return stopped;
		},
	};
}

interface ThreadOptions extends HttpThreadsOptions {
	readonly readMetrics: () => Promise<string>;
	readonly onEnd: (error: Error) => void;
}

function startThread(threadNumber: number, options: ThreadOptions): HttpThread {
	const { settings, secretKey, operatorToken, startWorker = startHttpWorker } = options;
	// Ports to followers come while the links are made, before there is a thread to send them to.
	let send: (message: ToHttpThread, transfer?: Transferable[]) => void = (message, transfer) =>
		early.push({ message, transfer });
	const early: { readonly message: ToHttpThread; readonly transfer: Transferable[] | undefined }[] = [];
	const post: HttpThread['post'] = (message, transfer) => send(message, transfer);
	const { zones, ports } = linkZones(options.zones, post);
	const worker = startWorker({ threadNumber, settings, secretKey, operatorToken, zones }, ports);
	send = (message, transfer = []) => worker.postMessage(message, transfer);
	for (const { message, transfer } of early) send(message, transfer);
	return watchThread(worker, { ...options, post, threadNumber });
}

function startHttpWorker(workerData: HttpThreadData, transferList: Transferable[]): Worker {
	return new Worker(new URL('./http-thread.ts', import.meta.url), {
		workerData,
		transferList,
		resourceLimits: limitYoungObjects(youngSpaceMb),
	});
}

function linkZones([first, ...others]: HttpThreadsOptions['zones'], post: HttpThread['post']) {
	const ports: MessagePort[] = [];
	const link = ({ services: { zone }, link }: OpenZone): ZoneLink => {
		const linked = link((name, port: MessagePort) => post({ kind: 'follower', zone, name, port }, [port]));
		ports.push(...linked.ports);
		return linked.link;
	};
	const zones: [ZoneLink, ...ZoneLink[]] = [link(first), ...others.map(link)];
	return { zones, ports };
}

function watchThread(
	worker: Worker,
	options: ThreadOptions & Pick<HttpThread, 'post'> & Pick<HttpThreadData, 'threadNumber'>,
): HttpThread {
	const { post, threadNumber, writeLog, readMetrics, onEnd } = options;
	const listening = Promise.withResolvers<void>();
	const counts = createThreadCalls<MetricsPart>({ timeoutMs: countTimeoutMs, nowMs: readMonotonicMs });
	let lastPart: MetricsPart = [];
	let crash: Error | undefined;
	// Whoever waits for it hears of a failure; nobody may be waiting yet.
	listening.promise.catch(() => undefined);

	worker.on('message', (message: FromHttpThread) => {
		if (message.kind === 'log') writeLog(message.line);
		else if (message.kind === 'listening') listening.resolve();
		else if (message.kind === 'counted') {
			lastPart = message.part;
			counts.settle(message.callId, message.part);
		} else {
			const { callId } = message;
			void readMetrics().then((text) => post({ kind: 'metrics', callId, text }));
		}
	});
	worker.on('error', (error) => {
		crash = toError(error);
	});
	const exited = Promise.withResolvers<number>();
	worker.once('exit', exited.resolve);
	const ended = exited.promise.then((code) => {
		const error = new Error(`HTTP thread ${threadNumber} ended with code ${code}`, { cause: crash });
		listening.reject(crash ?? error);
		counts.close(error);
		onEnd(error);
	});
	return {
		post,
		listening: listening.promise,
		ended,
		count: () => counts.ask((callId) => post({ kind: 'count', callId })).catch(() => lastPart),
	};
}
