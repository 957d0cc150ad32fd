/**
 * A data directory with one shop that has a synthetic catalogue. The products are written directly into the store, by the
 * server's own adapter, because a million of them over HTTP would take longer than everything else; a server that is
 * started there then indexes them.
 */
import { openSqliteDatabase } from '../src/adapters/sqlite/open-sqlite-database.ts';
import { toDatabaseFile } from '../src/main/topologies/embedded.ts';
import { createApi } from '../test/support/api.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { createAccount, operatorEnvironment } from './server-process.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';

export interface SyntheticShop {
	readonly dataDir: string;
	readonly hashid: string;
	/** Of the owner. */
	readonly key: string;
}

export interface SyntheticContents {
	readonly productCount: number;
	/** Of the catalogue. */
	readonly seed: number;
}

/** @param dataDir empty */
export async function createSyntheticShop(dataDir: string, contents: SyntheticContents): Promise<SyntheticShop> {
	const server = await serveSyntheticShop({ dataDir }, {});
	const key = await createAccount(server);
	const hashid = await createSyntheticEngine(server, key);
	await server.stop();
	const shop = { dataDir, hashid, key };
	await fillStore(shop, contents);
	return shop;
}

/** An empty engine for the catalogue. @returns its hashid */
export async function createSyntheticEngine({ url }: Pick<TestServer, 'url'>, key: string): Promise<string> {
	const api = createApi(url, key);
	const post = async (path: string, body: object) => (await api.call(path, { method: 'POST', body })).json;
	const { hashid } = await post('/api/v2/search_engines', { name: 'Bench', language: 'en', currency: 'EUR' });
	await post(`/api/v2/search_engines/${hashid}/indices`, { name: 'product', preset: 'product' });
	return hashid;
}

export function serveSyntheticShop(
	{ dataDir }: Pick<SyntheticShop, 'dataDir'>,
	environment: Readonly<Record<string, string>>,
): Promise<TestServer> {
	return startServer({
		dataDir,
		arguments: ['--no-demo'],
		// Benchmarks ask the same again and again: what is kept would be measured, and not how it is found.
		environment: {
			...operatorEnvironment,
			VITRINE_HTTP_THREADS: '1',
			VITRINE_ANSWER_CACHE_MB: '0',
			...environment,
		},
	});
}

async function fillStore({ dataDir, hashid }: SyntheticShop, { productCount, seed }: SyntheticContents): Promise<void> {
	const catalogue = createSyntheticCatalogue(seed);
	const database = await openSqliteDatabase({ file: toDatabaseFile(dataDir, 'eu1') });
	const batchSize = 500;
	let next = 0;
	async function writeBatches(): Promise<void> {
		while (next < productCount) {
			const start = next;
			next += batchSize;
			const numbers = Array.from({ length: Math.min(batchSize, productCount - start) }, (_, at) => start + at);
			const writes = numbers.map((number) => {
				const { id, fields } = toItem(number, catalogue.toProduct(number));
				return { kind: 'put' as const, id, text: JSON.stringify(fields), groupId: null };
			});
			await database.items.write({ hashid, indexName: 'product', generation: 'live' }, writes);
		}
	}
	await Promise.all([writeBatches(), writeBatches()]);
	await database.close();
}
