/**
 * An HTTP thread beside the main one: a server of its own on the same port, with the same zones. Everything that it
 * shares with the others is in its links (zone-link.ts).
 */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createNodeRandomness } from '../adapters/crypto/node-randomness.ts';
import { createScryptPasswords } from '../adapters/crypto/scrypt-passwords.ts';
import { createPrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { ServerState } from '../domain/health/server-state.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import { createBatchParser } from '../http/management/batch-parser.ts';
import { listen } from '../http/server/listen.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { collectAtRest } from '../lib/reclaim-memory.ts';
import { createThreadCalls } from '../lib/thread-rpc.ts';
import type { BrowserFile } from '../ports/browser-files.ts';
import { createApp } from './create-app.ts';
import type { FromHttpThread, HttpThreadData, ToHttpThread } from './http-thread-messages.ts';
import { type JoinedZone, joinZone } from './join-zone.ts';
import { createJoinLimiter } from './joint-limits.ts';
import { openLocator } from './open-locator.ts';
import { traceThread } from './trace-thread.ts';

assert(parentPort, 'this file is the code of a thread');
collectAtRest();
const control = parentPort;
const { threadNumber, settings, serverKeys, operatorToken, zones: links } = workerData as HttpThreadData;
// If several threads wrote to one pipe, lines would be torn apart, and the last ones of a thread would be lost with it.
const logger = pino(
	{ level: settings.logLevel, base: { pid: process.pid, hostname: hostname(), thread: threadNumber } },
	{ write: (line) => tell({ kind: 'log', line }) },
);
const stopTracing = await traceThread('http', (problem) => logger.warn(problem));
const metrics = createPrometheusMetrics(threadNumber);
const locator = await openLocator(settings, logger);
const states = createThreadCalls<ServerState>({ nowMs: readMonotonicMs });
const environment = {
	...{ settings, serverKeys, operatorToken, metrics, logger, locator },
	readServerState: askForState,
	joinLimiter: createJoinLimiter(settings, (spent) => tell({ kind: 'spent', spent })),
	passwords: createScryptPasswords(),
};
const [first, ...others] = links;
const zones: [JoinedZone, ...JoinedZone[]] = [
	await joinZone(first, environment),
	...(await Promise.all(others.map((link) => joinZone(link, environment)))),
];
const parser = createBatchParser(createNodeRandomness());
const questions = createThreadCalls<string>({ nowMs: readMonotonicMs });
const browserFiles = createThreadCalls<readonly BrowserFile[]>({ nowMs: readMonotonicMs });
const app = await createApp(settings, {
	...{ zones, logger, metrics, parser },
	readMetrics: askForMetrics,
	readBrowserFiles: askForBrowserFiles,
});

control.on('message', (message: ToHttpThread) => {
	if (message.kind === 'follower') attach(message);
	else if (message.kind === 'listen') void startListening(message.port);
	else if (message.kind === 'count') void count(message.callId);
	else if (message.kind === 'metrics') questions.settle(message.callId, message.text);
	else if (message.kind === 'state') takeState(message);
	else if (message.kind === 'browser-files') takeBrowserFiles(message);
	else void stop();
});

function tell(message: FromHttpThread): void {
	control.postMessage(message);
}

function attach({ zone, name, port }: Extract<ToHttpThread, { kind: 'follower' }>): void {
	zones[links.findIndex((link) => link.zone === zone)]?.attach(name, port);
}

/** An error ends the thread and with it the process: see start-http-threads.ts. */
async function startListening(port: number): Promise<void> {
	await listen(app, { host: settings.host, port, isShared: true });
	tell({ kind: 'listening' });
}

async function count(callId: number): Promise<void> {
	tell({ kind: 'counted', callId, part: await metrics.readPart() });
}

function askForMetrics(): Promise<string> {
	return questions.ask((callId) => tell({ kind: 'read-metrics', callId }));
}

function askForBrowserFiles(): Promise<readonly BrowserFile[]> {
	return browserFiles.ask((callId) => tell({ kind: 'read-browser-files', callId }));
}

function takeBrowserFiles({ callId, files }: Extract<ToHttpThread, { kind: 'browser-files' }>): void {
	if (files === undefined) browserFiles.fail(callId, new Error('the main thread has no files for browsers'));
	else browserFiles.settle(callId, files);
}

function askForState(zone: ZoneName): Promise<ServerState> {
	return states.ask((callId) => tell({ kind: 'read-state', callId, zone }));
}

function takeState({ callId, state }: Extract<ToHttpThread, { kind: 'state' }>): void {
	if (state === undefined) states.fail(callId, new Error('the main thread could not read its state'));
	else states.settle(callId, state);
}

async function stop(): Promise<void> {
	await app.connections.closeDuring(() => app.close());
	await parser.close();
	await Promise.all(zones.map((zone) => zone.close()));
	locator.close();
	await stopTracing();
	control.close();
}
