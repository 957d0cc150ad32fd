/** The server's life: lock the data directory, open the zones, listen, and on a signal do it all backwards. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { type Logger, pino } from 'pino';
import { createNodeRandomness } from '../adapters/crypto/node-randomness.ts';
import { createPrometheusMetrics, type Metrics } from '../adapters/metrics/prometheus-metrics.ts';
import { lockDataDirectory } from '../adapters/sql/lock-data-directory.ts';
import { deriveOperatorToken } from '../domain/account/operator-token.ts';
import { createBatchParser } from '../http/management/batch-parser.ts';
import { watchConnections } from '../http/server/connections.ts';
import { createJsonAnnouncer, createTextAnnouncer } from './announce.ts';
import { createApp } from './create-app.ts';
import { prepareFirstRun } from './first-run.ts';
import { makeDirectory } from './make-directory.ts';
import { type OpenZone, openZone, toDatabaseFile } from './open-zone.ts';
import { readOrCreateSecretKey, readSecretKey, SecretKeyError } from './secret-key.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/** How long requests that are being answered may take once the server was told to stop. */
const closeTimeoutMs = 10_000;

/**
 * Serves until SIGINT or SIGTERM.
 * @returns the exit code.
 * @throws {Error} with a message for the operator when it cannot start.
 */
export async function runServe(settings: Settings): Promise<number> {
	const stopped = waitForStop();
	const logger = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: false }));
	const server = await startServer(settings, logger);
	logger.info({ url: server.url, zones: settings.zones, version }, 'listening');
	const reason = await Promise.race([stopped, server.lost]);
	logger.info({ reason }, 'stopping');
	const timer = setTimeout(() => process.exit(1), closeTimeoutMs);
	await server.close();
	clearTimeout(timer);
	return reason === 'lost' ? 1 : 0;
}

async function waitForStop(): Promise<string> {
	const signals = ['SIGINT', 'SIGTERM'] as const;
	const signal = await Promise.race(signals.map(async (name) => (await once(process, name)) && name));
	// A second signal means now.
	for (const name of signals) process.once(name, () => process.exit(name === 'SIGINT' ? 130 : 143));
	return signal;
}

interface RunningServer {
	readonly url: string;
	/** Resolves when a database is gone and the process cannot go on. */
	readonly lost: Promise<'lost'>;
	close(): Promise<void>;
}

async function startServer(settings: Settings, logger: Logger): Promise<RunningServer> {
	await makeDirectory(settings.dataDir);
	const closers: (() => void | Promise<void>)[] = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const lock = lockDataDirectory(settings.dataDir);
		closers.push(() => lock.release());
		const lost = Promise.withResolvers<'lost'>();
		const metrics = createPrometheusMetrics();
		const zones = await openZones(settings, logger, metrics, (error) => {
			logger.fatal({ err: error }, 'the database is gone');
			lost.resolve('lost');
		});
		closers.push(async () => void (await Promise.all(zones.map((zone) => zone.close()))));
		const parser = createBatchParser(createNodeRandomness());
		closers.push(() => parser.close());
		const app = await createApp(settings, { zones, logger, metrics, parser });
		const connections = watchConnections(app.server);
		closers.push(() => connections.closeDuring(() => app.close()));
		const makeFirstKey = settings.hasDemo ? await prepareFirstRun(zones[0]) : undefined;
		const url = toUrl(await app.listen({ host: settings.host, port: settings.port }), settings.host);
		const announcer = (settings.isJson ? createJsonAnnouncer : createTextAnnouncer)((text) =>
			process.stdout.write(text),
		);
		if (makeFirstKey !== undefined) announcer.firstRun(await makeFirstKey(), { url, hasSearch: settings.hasSearch });
		announcer.listening(url);
		return { url, lost: lost.promise, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function openZones(
	settings: Settings,
	logger: Logger,
	metrics: Metrics,
	onLost: (error: Error) => void,
): Promise<[OpenZone, ...OpenZone[]]> {
	const secretKey = settings.secretKey ?? (await readServerKey(settings));
	const operatorToken = settings.operatorToken ?? deriveOperatorToken(secretKey);
	const resources = { settings, logger, metrics, onLost, secretKey, operatorToken };
	const [first, ...others] = settings.zones;
	const open: [OpenZone, ...OpenZone[]] = [await openZone(first, resources)];
	try {
		for (const zone of others) open.push(await openZone(zone, resources));
		return open;
	} catch (error) {
		for (const zone of open) await zone.close();
		throw error;
	}
}

/**
 * The key file's key. One is made for a new data directory only: where there are data, a missing file is a mistake that
 * a new key would cover up, unless the operator says that the old one is lost.
 */
async function readServerKey({ dataDir, zones, isServerKeyNew }: Settings): Promise<Uint8Array> {
	const hasData = zones.some((zone) => existsSync(toDatabaseFile(dataDir, zone)));
	if (!hasData || isServerKeyNew) return readOrCreateSecretKey(dataDir);
	const secretKey = await readSecretKey(dataDir);
	if (secretKey !== undefined) return secretKey;
	throw new SecretKeyError(
		`${dataDir} has data but no server key: restore its file secret.key or set VITRINE_SECRET_KEY, or, if the key is lost, start once with --new-server-key`,
	);
}

/** The address to print: where every address of the machine is listened on, this machine's own name for itself. */
function toUrl(address: string, host: string): string {
	const { port } = new URL(address);
	const isAny = host === '0.0.0.0' || host === '::';
	const name = isAny ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
	return `http://${name}:${port}`;
}
