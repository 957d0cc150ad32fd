/**
 * The HTTP threads beside the main one. The system distributes connections over their sockets, so a connection stays with
 * one thread; answers do not depend on which one it is.
 *
 * A thread that dies ends the process, after the other threads have finished what they are answering. It died of an error
 * in this program, like an exception in the main thread, and a restart of the process starts all of it from what is on
 * disk. Restarting only that thread would hide the error and keep its cause.
 */
import { type MessagePort, type Transferable, Worker } from 'node:worker_threads';
import type { MetricsPart, PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { Spent } from '../adapters/rate-limiter/spent-tokens.ts';
import type { ServerState, ThreadName } from '../domain/health/server-state.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { limitYoungObjects } from '../lib/thread-heap.ts';
import { createThreadCalls } from '../lib/thread-rpc.ts';
import { toError } from '../lib/thrown.ts';
import type { BrowserFile, ReadBrowserFiles } from '../ports/browser-files.ts';
import type { FromHttpThread, HttpThreadData, ToHttpThread } from './http-thread-messages.ts';
import type { OpenZone } from './open-zone.ts';
import type { ZoneLink } from './zone-link.ts';

export interface HttpThreadsOptions extends Pick<HttpThreadData, 'settings' | 'serverKeys' | 'operatorToken'> {
	/** Without the main one. */
	readonly threadCount: number;
	readonly zones: readonly [OpenZone, ...OpenZone[]];
	readonly metrics: PrometheusMetrics;
	readonly readBrowserFiles: ReadBrowserFiles;
	readonly writeLog: (line: string) => void;
	readonly onSpent: (spent: Spent) => void;
	/** Called when a thread ended without being told to. */
	readonly onLost: (error: Error) => void;
	/** Starts a thread; replaced in tests. */
	readonly startWorker?: (workerData: HttpThreadData, transferList: Transferable[]) => Worker;
}

export interface HttpThreads {
	/** Resolves when all of them listen on this port; rejects when one cannot. */
	listen(port: number): Promise<void>;
	/** The metrics of all threads, including the main one. */
	readMetrics(): Promise<string>;
	/** Resolves when all have answered their requests and ended. */
	stop(): Promise<void>;
}

/** For young objects: as much as the command line gives the main thread. */
const youngSpaceMb = 16;
/** If a thread does not report its counts within this time, its last report is used. */
const countTimeoutMs = 1_000;

interface HttpThread {
	post(message: ToHttpThread, transfer?: Transferable[]): void;
	readonly listening: Promise<void>;
	readonly ended: Promise<void>;
	/** Its counts; if it does not answer in time, those of its last report. */
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
	const { settings, serverKeys, operatorToken, startWorker = startHttpWorker } = options;
	// Ports to followers arrive while the links are made, before there is a thread to send them to.
	let send: (message: ToHttpThread, transfer?: Transferable[]) => void = (message, transfer) =>
		early.push({ message, transfer });
	const early: { readonly message: ToHttpThread; readonly transfer: Transferable[] | undefined }[] = [];
	const post: HttpThread['post'] = (message, transfer) => send(message, transfer);
	const { zones, ports } = linkZones(options.zones, post);
	const worker = startWorker({ threadNumber, settings, serverKeys, operatorToken, zones }, ports);
	send = (message, transfer = []) => worker.postMessage(message, transfer);
	for (const { message, transfer } of early) send(message, transfer);
	return watchThread(worker, { ...options, post, threadNumber });
}

function startHttpWorker(workerData: HttpThreadData, transferList: Transferable[]): Worker {
	return new Worker(new URL('./http-thread.ts', import.meta.url), {
		name: 'http' satisfies ThreadName,
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
	const { post, threadNumber, writeLog, readMetrics, readBrowserFiles, onEnd } = options;
	const listening = Promise.withResolvers<void>();
	const counts = createThreadCalls<MetricsPart>({ timeoutMs: countTimeoutMs, nowMs: readMonotonicMs });
	let lastPart: MetricsPart = [];
	let crash: Error | undefined;
	// The caller that waits for it gets the failure, but there may be no caller yet.
	listening.promise.catch(() => undefined);

	worker.on('message', (message: FromHttpThread) => {
		if (message.kind === 'log') writeLog(message.line);
		else if (message.kind === 'spent') options.onSpent(message.spent);
		else if (message.kind === 'listening') listening.resolve();
		else if (message.kind === 'counted') {
			lastPart = message.part;
			counts.settle(message.callId, message.part);
		} else if (message.kind === 'read-browser-files') {
			const answer = (files: readonly BrowserFile[] | undefined) =>
				post({ kind: 'browser-files', callId: message.callId, files });
			readBrowserFiles().then(answer, () => answer(undefined));
		} else if (message.kind === 'read-state') {
			const answer = (state: ServerState | undefined) => post({ kind: 'state', callId: message.callId, state });
			const zone = options.zones.find(({ services }) => services.zone === message.zone);
			zone?.services.health.readServer().then(answer, () => answer(undefined));
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
