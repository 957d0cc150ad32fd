/** The whole program inside the test's process, listening on a real port, with the list of its routes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { pino } from 'pino';
import { openBrowserFiles } from '../../src/adapters/browser-bundler/open-browser-files.ts';
import { createNodeRandomness } from '../../src/adapters/crypto/node-randomness.ts';
import { createScryptPasswords } from '../../src/adapters/crypto/scrypt-passwords.ts';
import { createServerKeys } from '../../src/adapters/crypto/server-keys.ts';
import { createPrometheusMetrics } from '../../src/adapters/metrics/prometheus-metrics.ts';
import { watchThreads } from '../../src/adapters/system/running-threads.ts';
import { createBatchParser } from '../../src/http/management/batch-parser.ts';
import { readMonotonicMs } from '../../src/lib/monotonic-time.ts';
import { createApp } from '../../src/main/create-app.ts';
import { openLocator } from '../../src/main/open-locator.ts';
import { type OpenZone, openZone } from '../../src/main/open-zone.ts';
import { readSettings } from '../../src/main/settings/read-settings.ts';
import type { ReadBrowserFiles } from '../../src/ports/browser-files.ts';
import type { Database } from '../../src/ports/database.ts';
import type { Recommender } from '../../src/ports/recommender.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { readAllTables } from './database-rows.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';

export interface ServedApp {
	readonly url: string;
	/** As they were added, those of plug-ins and the HEAD ones that Fastify makes included. */
	readonly routes: readonly RouteOptions[];
	readonly operatorToken: string;
	/** The same zone without HTTP in front of it. */
	readonly zone: OpenZone;
	/** Resolves when readers of the log of events see all that were acknowledged before. */
	catchUp(): Promise<void>;
	/** Every row of every table, by table: two equal ones mean that nothing was changed in between. */
	readAllRows(): Promise<Readonly<Record<string, readonly unknown[]>>>;
	[Symbol.asyncDispose](): Promise<void>;
}

/** A sign-in with the usual cost takes a third of a second of a processor. */
const cheapHashes = { log2N: 8, r: 8, p: 1 };
const operatorToken = 'operator-token-of-a-served-app-0123456789';

interface ServedAppParts {
	readonly openSearchIndex?: ((database: Database) => SearchIndex) | undefined;
	readonly openRecommender?: ((database: Database) => Recommender) | undefined;
	/** In the place of what is bundled from `web/` when a page is first asked for. */
	readonly readBrowserFiles?: ReadBrowserFiles;
}

/**
 * @param environment settings as variables; the directory, the rate limits and the operator token are given. Search is
 *     off unless it is switched on here or by the next one.
 * @param openSearchIndex makes what finds the items of the database, in the place of the indexer.
 * @param openRecommender makes what recommends from its events, in the place of the models.
 */
export function serveApp(
	environment: Readonly<Record<string, string>> = {},
	openSearchIndex?: (database: Database) => SearchIndex,
	openRecommender?: (database: Database) => Recommender,
): Promise<ServedApp> {
	return serveAppWith(environment, { openSearchIndex, openRecommender });
}

/** The same, with other parts. */
export async function serveAppWith(
	environment: Readonly<Record<string, string>>,
	{ openSearchIndex, openRecommender, readBrowserFiles }: ServedAppParts,
): Promise<ServedApp> {
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-app-'));
	const store = chosenStore();
	const home = toZoneHome(dataDir);
	await store.create(home);
	const reading = readSettings(
		{
			VITRINE_DATA_DIR: dataDir,
			VITRINE_RATE_LIMIT_PER_SECOND: '0',
			VITRINE_STORE_TIMEOUT_MS: '600000',
			VITRINE_OPERATOR_TOKEN: operatorToken,
			VITRINE_SEARCH: String(openSearchIndex !== undefined),
			...store.environment(home),
			...environment,
		},
		[],
	);
	if (!reading.ok) throw new Error(reading.problems.join('; '));
	const settings = reading.value;
	const logger = pino({ level: 'silent' });
	const metrics = createPrometheusMetrics();
	const locator = await openLocator(settings, logger);
	const [zoneName] = settings.zones;
	const threads = watchThreads();
	const zone = await openZone(zoneName, {
		settings,
		logger,
		metrics,
		serverKeys: createServerKeys(Buffer.alloc(32, 7)),
		operatorToken,
		locator,
		joinLimiter: (_, limiter) => limiter,
		passwords: createScryptPasswords(cheapHashes),
		threads,
		onLost(error) {
			throw error;
		},
		...(openSearchIndex === undefined ? {} : { openSearchIndex: async (_, database) => openSearchIndex(database) }),
		...(openRecommender === undefined ? {} : { openRecommender }),
	});
	const parser = createBatchParser(createNodeRandomness());
	const routes: RouteOptions[] = [];
	const app = await createApp(settings, {
		zones: [zone],
		logger,
		metrics,
		parser,
		readBrowserFiles:
			readBrowserFiles ?? openBrowserFiles({ ...settings, onFailure: console.error, monotonicMs: readMonotonicMs }),
		onRoute: (route) => routes.push(route),
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });

	return {
		url,
		routes,
		operatorToken,
		zone,
		catchUp: () => store.catchUp(home),
		readAllRows: () => readAllTables(dataDir, zoneName),
		async [Symbol.asyncDispose]() {
			await app.close();
			await parser.close();
			await zone.close();
			locator.close();
			threads.close();
			await store.remove(home);
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
