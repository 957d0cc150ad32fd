/** The server in this process, with the scan for a search index: what the search API does is seen over real HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createNodeRandomness } from '../../src/adapters/crypto/node-randomness.ts';
import { createPrometheusMetrics } from '../../src/adapters/metrics/prometheus-metrics.ts';
import { createBatchParser } from '../../src/http/management/batch-parser.ts';
import { createApp } from '../../src/main/create-app.ts';
import { type OpenZone, openZone } from '../../src/main/open-zone.ts';
import { readSettings } from '../../src/main/settings.ts';
import type { Database } from '../../src/ports/database.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { createScanSearchIndex } from '../contract/scan-search-index.ts';

export interface SearchServer {
	readonly url: string;
	readonly zone: OpenZone;
	readonly database: Database;
	[Symbol.asyncDispose](): Promise<void>;
}

export async function startSearchServer(
	environment: Readonly<Record<string, string>> = {},
	openSearchIndex = ({ items }: Database): SearchIndex => createScanSearchIndex(items),
): Promise<SearchServer> {
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-search-'));
	const reading = readSettings({ VITRINE_RATE_LIMIT_PER_SECOND: '0', VITRINE_DATA_DIR: dataDir, ...environment }, []);
	if (!reading.ok) throw new Error(reading.problems.join('\n'));
	const settings = reading.value;
	const logger = pino({ level: 'fatal' });
	const metrics = createPrometheusMetrics();
	const zone = await openZone('eu1', {
		settings,
		secretKey: Buffer.alloc(32, 1),
		operatorToken: 'o'.repeat(32),
		metrics,
		logger,
		onLost(error) {
			throw error;
		},
		openSearchIndex: async (_zone, database) => openSearchIndex(database),
	});
	const parser = createBatchParser(createNodeRandomness());
	const app = await createApp(settings, { zones: [zone], logger, metrics, parser });
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		url,
		zone,
		database: zone.database,
		async [Symbol.asyncDispose]() {
			await app.close();
			await parser.close();
			await zone.close();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
