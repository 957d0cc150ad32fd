/** The server's life: lock the data directory, open the zones, listen, and on a signal undo it all in reverse order. */

import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { openBrowserFiles } from '../adapters/browser-bundler/open-browser-files.ts';
import { createNodeRandomness } from '../adapters/crypto/node-randomness.ts';
import { createScryptPasswords } from '../adapters/crypto/scrypt-passwords.ts';
import { createServerKeys, type ServerKeys, toSealingKey } from '../adapters/crypto/server-keys.ts';
import { createFirstRunMarker } from '../adapters/data-directory/first-run-marker.ts';
import { lockDataDirectory } from '../adapters/data-directory/lock-data-directory.ts';
import { makeDirectory } from '../adapters/data-directory/make-directory.ts';
import {
	readNextKey,
	readOrCreateSecretKey,
	readSecretKey,
	SecretKeyError,
} from '../adapters/data-directory/secret-key.ts';
import { createPrometheusMetrics, type PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import { createLogOutput, type LogOutput, openLogFile } from '../adapters/system/log-output.ts';
import { type RunningThreads, watchThreads } from '../adapters/system/running-threads.ts';
import type { StopSignal } from '../cli/command.ts';
import { deriveOperatorToken } from '../domain/account/operator-token.ts';
import { createBatchParser } from '../http/management/batch-parser.ts';
import { startMetricsServer } from '../http/operations/metrics-server.ts';
import { chooseThreadCount, listen, toUrl } from '../http/server/listen.ts';
import { answerInTime } from '../lib/answer-in-time.ts';
import { compileSooner } from '../lib/compile-sooner.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { collectAtRest } from '../lib/reclaim-memory.ts';
import type { ReadBrowserFiles } from '../ports/browser-files.ts';
import { createJsonAnnouncer, createTextAnnouncer } from './announce.ts';
import { createApp } from './create-app.ts';
import { createEnding, type Ending } from './ending.ts';
import { checkOpenFilesMax } from './file-budget.ts';
import { type ClaimedFirstRun, claimFirstRun } from './first-run/claim-first-run.ts';
import { openJointLimits } from './joint-limits.ts';
import { openLocator } from './open-locator.ts';
import { type OpenZone, openZone, type ZoneResources } from './open-zone.ts';
import { startKeyRotation } from './server-key/start-key-rotation.ts';
import type { Settings } from './settings/settings.ts';
import { type HttpThreadsOptions, startHttpThreads } from './start-http-threads.ts';
import { checkOpenSearch } from './start-opensearch.ts';
import { watchOwnStopSignals } from './stop-signals.ts';
import { hasAccounts, prepareStores } from './topologies/store.ts';
import { traceThread } from './trace-thread.ts';
import { version } from './version.ts';

/**
 * Serves until SIGINT or SIGTERM.
 * @returns the exit code.
 * @throws {Error} with a message for the operator when it cannot start.
 */
export async function runServe(settings: Settings): Promise<number> {
	const stopped = waitForStop();
	collectAtRest();
	compileSooner();
	const log = createLogOutput({
		file: openLogFile(2),
		onRecovered: (lineCount) => logger.warn({ lineCount }, 'lines of the log could not be written and are lost'),
	});
	process.on('exit', log.end);
	const logger: Logger = pino({ level: settings.logLevel }, log);
	const scarcity = checkOpenFilesMax(settings);
	if (scarcity !== undefined) logger.warn(scarcity);
	const httpThreads = await chooseThreadCount(settings, logger);
	const threads = watchThreads();
	const ending = createEnding({ logger, threads });
	ending.add(threads.close);
	const means = { logger, log, threads, ending };
	const outcome = await serve({ ...settings, httpThreads }, means, stopped);
	if ('failure' in outcome) {
		await ending.close(outcome.failure);
		throw outcome.failure;
	}
	const isSound = await ending.close();
	return isSound ? outcome.exitCode : 1;
}

type Outcome = { readonly exitCode: number } | { readonly failure: unknown };

/** Resolves when the server is to be closed. */
async function serve(settings: Settings, means: Means, stopped: Promise<StopSignal>): Promise<Outcome> {
	const { logger, ending } = means;
	const stopping = new AbortController();
	let server: RunningServer | undefined;
	stopped.then((reason) => {
		if (server !== undefined) return;
		logger.info({ reason }, 'stopping before it serves');
		ending.begin();
		stopping.abort();
	});
	try {
		server = await startServer(settings, means, stopping.signal);
	} catch (failure) {
		return stopping.signal.aborted ? { exitCode: 0 } : { failure };
	}
	const { zones, memoryMb, searchMemoryMb, recommendMemoryMb } = settings;
	logger.info({ url: server.url, zones, version, memoryMb, searchMemoryMb, recommendMemoryMb }, 'listening');
	const reason = await Promise.race([stopped, server.lost]);
	logger.info({ reason }, 'stopping');
	if (reason === 'lost') return { exitCode: 1 };
	await server.drain();
	return { exitCode: 0 };
}

function waitForStop(): Promise<StopSignal> {
	const stopped = Promise.withResolvers<StopSignal>();
	watchOwnStopSignals(stopped.resolve);
	return stopped.promise;
}

interface RunningServer {
	readonly url: string;
	/** Resolves when a database is lost and the process cannot continue. */
	readonly lost: Promise<'lost'>;
	/** Says that it is about to stop, for as long as the settings say. */
	drain(): Promise<void>;
}

interface Means {
	readonly logger: Logger;
	readonly threads: RunningThreads;
	/** Closes what was opened. */
	readonly ending: Ending;
	readonly log: LogOutput;
}

/** How long the end of a server waits for a database that does not answer. */
const drainNoticeMs = 1_000;

/** @param stopping ends the start between two of its steps, and what was opened is closed as always */
async function startServer(settings: Settings, means: Means, stopping: AbortSignal): Promise<RunningServer> {
	const { logger, ending } = means;
	await makeDirectory(settings.dataDir);
	const lock = lockDataDirectory(settings.dataDir);
	ending.add(() => lock.release());
	ending.add(await traceThread('main', (problem) => logger.warn(problem)));
	const lost = Promise.withResolvers<'lost'>();
	const lose = (what: string) => (error: Error) => {
		logger.fatal({ err: error }, what);
		lost.resolve('lost');
	};
	await prepareStores(settings);
	const secrets = await readSecrets(settings);
	const trouble = await checkOpenSearch(settings);
	if (trouble !== undefined) logger.warn(`${trouble}; searches are answered 503 until it can be`);
	const metrics = createPrometheusMetrics();
	metrics.watchLog(means.log.readLostCount);
	const locator = await openLocator(settings, logger);
	ending.add(locator.close);
	const jointLimits = await openJointLimits(settings, { ...secrets, logger, metrics });
	ending.add(jointLimits.close);
	stopping.throwIfAborted();
	const zones = await openZones(settings.zones, {
		...{ ...secrets, settings, logger, metrics, locator, threads: means.threads },
		joinLimiter: jointLimits.join,
		passwords: createScryptPasswords(),
		onLost: lose('the database is gone'),
	});
	ending.add(async () => void (await Promise.all(zones.map((zone) => zone.close()))));
	stopping.throwIfAborted();
	if (settings.databaseUrl === undefined) {
		ending.add(startKeyRotation({ ...secrets, settings, zones, logger }).stop);
	}
	const onHttpLost = lose('an HTTP thread ended');
	const parts = { ...means, ...secrets, zones, metrics, onSpent: jointLimits.add, onLost: onHttpLost };
	const url = await startListening(settings, parts, stopping);
	return { url, lost: lost.promise, drain: () => drain(zones, settings.drainMs) };
}

interface ListeningParts
	extends Means,
		Pick<HttpThreadsOptions, 'serverKeys' | 'operatorToken' | 'onSpent' | 'onLost'> {
	readonly zones: readonly [OpenZone, ...OpenZone[]];
	readonly metrics: PrometheusMetrics;
}

/** Starts the threads that answer requests, and announces the server. @returns its address */
async function startListening(settings: Settings, parts: ListeningParts, stopping: AbortSignal): Promise<string> {
	const { logger, log, ending, zones, metrics } = parts;
	const parser = createBatchParser(createNodeRandomness());
	ending.add(() => parser.close());
	const readBrowserFiles = openBrowserFiles({
		isDevelopment: settings.isDevelopment,
		onFailure: (error) => logger.error({ err: error }, 'pages have no code for browsers'),
		monotonicMs: readMonotonicMs,
	});
	const threadCount = settings.httpThreads - 1;
	const threads = startHttpThreads({ ...parts, settings, readBrowserFiles, threadCount, writeLog: log.write });
	ending.add(threads.stop);
	const { readMetrics } = threads;
	ending.add(await serveMetrics(settings, logger, readMetrics));
	const app = await createApp(settings, { zones, logger, metrics, parser, readMetrics, readBrowserFiles });
	// All threads stop at the same time: requests that one of them is still answering must not keep the others open.
	ending.add(async () => {
		await Promise.all([app.connections.closeDuring(() => app.close()), threads.stop()]);
	});
	const marker = createFirstRunMarker(settings.dataDir);
	stopping.throwIfAborted();
	const firstRun = settings.hasDemo ? await claimFirstRun(zones[0], marker) : undefined;
	stopping.throwIfAborted();
	const { host, port, httpThreads } = settings;
	await listen(app, { host, port, isShared: httpThreads > 1 });
	const url = toUrl(app, host);
	await threads.listen(Number(new URL(url).port || 80));
	stopping.throwIfAborted();
	await announce(settings, url, firstRun);
	ending.add(bundleInSpareTime(readBrowserFiles));
	return url;
}

async function drain(zones: readonly OpenZone[], drainMs: number): Promise<void> {
	await answerInTime(Promise.all(zones.map((zone) => zone.drain())), drainNoticeMs);
	if (drainMs > 0) await pause(drainMs);
}

/** After the start: nobody waits for it, and a server that is stopped soon never does it. */
const bundlePauseMs = 3_000;

/** Bundles the code for browsers before the first page asks for it. @returns a function that calls it off. */
function bundleInSpareTime(readBrowserFiles: ReadBrowserFiles): () => void {
	// A failure is logged where it happens.
	const bundle = () => void readBrowserFiles().catch(() => undefined);
	const timer = setTimeout(bundle, bundlePauseMs).unref();
	return () => clearTimeout(timer);
}

/** Starts the server of the metrics if they have a port of their own. @returns a function that stops it. */
async function serveMetrics(
	{ metricsPort }: Settings,
	logger: Logger,
	readMetrics: () => Promise<string>,
): Promise<() => Promise<void>> {
	if (metricsPort === undefined) return async () => undefined;
	const server = await startMetricsServer({
		port: metricsPort,
		readMetrics,
		onFailure: (error) => logger.error({ err: error }, 'the metrics could not be read'),
	});
	logger.info({ url: server.url }, 'metrics');
	return server.close;
}

async function announce(
	{ isJson, hasSearch }: Settings,
	url: string,
	firstRun: ClaimedFirstRun | undefined,
): Promise<void> {
	const announcer = (isJson ? createJsonAnnouncer : createTextAnnouncer)((text) => process.stdout.write(text));
	if (firstRun !== undefined) {
		announcer.firstRun(await firstRun.makeKey(), { url, hasSearch });
		await firstRun.end();
	}
	announcer.listening(url);
}

async function openZones(
	[first, ...others]: Settings['zones'],
	resources: ZoneResources,
): Promise<[OpenZone, ...OpenZone[]]> {
	const open: [OpenZone, ...OpenZone[]] = [await openZone(first, resources)];
	try {
		for (const zone of others) open.push(await openZone(zone, resources));
		return open;
	} catch (error) {
		for (const zone of open) await zone.close();
		throw error;
	}
}

async function readSecrets(settings: Settings): Promise<{ serverKeys: ServerKeys; operatorToken: string }> {
	const serverKeys = await readServerKeys(settings);
	return { serverKeys, operatorToken: settings.operatorToken ?? deriveOperatorToken(toSealingKey(serverKeys)) };
}

async function readServerKeys(settings: Settings): Promise<ServerKeys> {
	const { secretKey, secretKeyPrevious, dataDir } = settings;
	if (secretKey !== undefined) return createServerKeys(secretKey, secretKeyPrevious);
	const present = await readServerKey(settings);
	const next = await readNextKey(dataDir);
	return next === undefined ? createServerKeys(present) : createServerKeys(next, present);
}

/**
 * The key in the key file. A new one is created only for a new data directory. Where there are data, a missing file is a
 * mistake that a new key would hide, unless the operator says that the old key is lost.
 */
async function readServerKey(settings: Settings): Promise<Uint8Array> {
	const { dataDir } = settings;
	if (settings.isServerKeyNew || !(await hasAccounts(settings))) return readOrCreateSecretKey(dataDir);
	const secretKey = await readSecretKey(dataDir);
	if (secretKey !== undefined) return secretKey;
	throw new SecretKeyError(
		`${dataDir} has data but no server key: restore its file secret.key or set VITRINE_SECRET_KEY, or, if the key is lost, start once with --new-server-key`,
	);
}
