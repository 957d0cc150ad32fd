/**
 * Does a search in OpenSearch rank as the embedded core does? The judged catalogues of `relevance.ts` in both, asked the same
 * queries as a shopper would.
 *
 *     npm run bench -- opensearch --data DIR --url http://127.0.0.1:9200 [--catalogue NAME] [--worst 10]
 */
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLinkedIndexReader } from '../src/adapters/fulltext-index/linked-index-reader.ts';
import { createProgressStore } from '../src/adapters/opensearch/build-progress.ts';
import { writeInBulk } from '../src/adapters/opensearch/bulk-writes.ts';
import { toIndexBody } from '../src/adapters/opensearch/index-layout.ts';
import { createIndexNames, toIndexMeta } from '../src/adapters/opensearch/index-names.ts';
import { toDocuments } from '../src/adapters/opensearch/item-document.ts';
import { openConnection } from '../src/adapters/opensearch/opensearch-connection.ts';
import { createOpenSearchIndex } from '../src/adapters/opensearch/opensearch-search-index.ts';
import { measureRanking } from '../src/domain/evaluation/ranking-metrics.ts';
import { toPosition } from '../src/domain/log/position.ts';
import { emptyQuery } from '../src/domain/query/index-query.ts';
import { inferredSchema } from '../src/domain/schema/index-schema.ts';
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { readMonotonicMs } from '../src/lib/monotonic-time.ts';
import { searchScheduler } from '../src/main/search-scheduler.ts';
import type { GenerationState } from '../src/ports/generation-repository.ts';
import { indexCatalogue, type Product, readProducts } from './catalogue-search.ts';
import { type Measurement, toTable } from './measurement.ts';
import { readJudgments } from './read-judgments.ts';
import { listCatalogues } from './relevance.ts';

const depth = 10;
const batchSize = 500;
/** Further away than this is worse than it should be. */
const differenceMax = 0.02;
const zone = 'bench';

/** @returns an empty list when the data or OpenSearch is missing. */
export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			data: { type: 'string', default: '' },
			url: { type: 'string', default: '' },
			catalogue: { type: 'string' },
			worst: { type: 'string', default: '0' },
		},
	});
	const folders = listCatalogues(values.data).filter((one) => [undefined, basename(one)].includes(values.catalogue));
	if (folders.length === 0 || values.url === '') {
		console.log('Nothing measured. Say where the data is with --data DIR, and OpenSearch with --url URL.');
		return [];
	}
	const measured: Measurement[] = [];
	for (const folder of folders) measured.push(...(await measureCatalogue(folder, values.url, Number(values.worst))));
	return measured;
}

async function measureCatalogue(folder: string, url: string, worst: number): Promise<readonly Measurement[]> {
	const products = readProducts(join(folder, 'products.jsonl.gz'));
	const embedded = indexCatalogue(products);
	await using inOpenSearch = await indexInOpenSearch(products, url);
	const losses: { readonly text: string; readonly loss: number }[] = [];
	let [ours, its, queryCount, equalCount, ms] = [0, 0, 0, 0, 0];
	for (const { text, judgments } of readJudgments(folder)) {
		const reference = embedded.search(text, depth);
		const startMs = performance.now();
		const found = await inOpenSearch.search(text, depth);
		ms += performance.now() - startMs;
		const [right, here] = [measureRanking(reference, judgments), measureRanking(found, judgments)];
		if (right === undefined || here === undefined) continue;
		queryCount += 1;
		its += right.fullCorpus;
		ours += here.fullCorpus;
		if (reference.join() === found.join()) equalCount += 1;
		losses.push({ text, loss: right.fullCorpus - here.fullCorpus });
	}
	losses.sort((a, b) => b.loss - a.loss);
	for (const { text, loss } of losses.slice(0, worst)) console.log(`${text.padEnd(40)} ${loss.toFixed(3)}`);
	const name = `${basename(folder)}, ${queryCount} queries`;
	const difference = (its - ours) / queryCount;
	return [
		{
			what: `${name}: nDCG@10 in OpenSearch (embedded core)`,
			...{ ours: ours / queryCount, reference: its / queryCount, unit: '0 … 1', score: ours / queryCount },
			...{ target: `≥ embedded − ${differenceMax}`, isMet: difference <= differenceMax },
		},
		{
			what: `${name}: the same first ten in the same order`,
			...{
				ours: equalCount / queryCount,
				unit: 'of queries',
				score: equalCount / queryCount,
				target: '–',
				isMet: true,
			},
		},
		{
			what: `${name}: a search one after another`,
			...{ ours: ms / queryCount, unit: 'ms', score: queryCount / ms, target: '–', isMet: true },
		},
	];
}

interface SearchedInOpenSearch extends AsyncDisposable {
	search(text: string, size: number): Promise<string[]>;
}

async function indexInOpenSearch(products: readonly Product[], url: string): Promise<SearchedInOpenSearch> {
	const prefix = `bench-${process.pid}`;
	const address = { url, user: undefined, password: undefined, caFile: undefined, prefix };
	const connection = openConnection({ ...address, shards: 1, replicas: 0, timeoutMs: 60_000 });
	const end = toPosition(products.length);
	const state: GenerationState = {
		...{ generationId: 1, hashid: 'bench', indexName: 'product', kind: 'live', locale: 'en', currency: 'EUR' },
		...{ hasStopwords: true, schema: '', end, followed: end, incarnation: '' },
	};
	const names = createIndexNames(prefix, zone);
	const meta = toIndexMeta(state, '');
	const build = names.toBuild(meta);
	await connection.send({ path: `/${build}`, method: 'PUT', body: toIndexBody(meta, { shards: 1, replicas: 0 }) });
	const options = { indexName: 'product', analyzer: createAnalyzer('en'), priceFormat: state, schema: inferredSchema };
	for (let from = 0; from < products.length; from += batchSize) {
		const items = products.slice(from, from + batchSize).map((product, at) => {
			const serial = from + at + 1;
			return { id: product.id, text: JSON.stringify(product), createdSeq: serial, serial };
		});
		const { documents } = toDocuments(items, options);
		const drafts = documents.map(({ itemKey, document }) => ({ itemKey, document, serial: document.serial }));
		await writeInBulk(connection, build, drafts);
	}
	await connection.send({ path: `/${build}/_refresh`, method: 'POST' });
	const alias = names.toAlias(1);
	await connection.send({ path: '/_aliases', body: { actions: [{ add: { index: build, alias } }] } });
	await createProgressStore(connection, names).write(build, { position: end, notes: [] });
	const list = async () => [state];
	const searchIndex = createOpenSearchIndex({
		...{ connection, zone, reader: createLinkedIndexReader().reader, pause, scheduler: searchScheduler },
		...{ generations: { listOfSearchEngine: list, listBehind: list, listAll: list, listIds: async () => [1] } },
		...{ listSearched: list, items: { findMany: async () => [] }, nowMs: readMonotonicMs },
	});
	const scope = { hashid: 'bench', indexNames: ['product'] };
	return {
		async search(text, size) {
			const { hits } = await searchIndex.search(scope, { ...emptyQuery, text, size, hasUnderstanding: true });
			return hits.map(({ id }) => id);
		},
		async [Symbol.asyncDispose]() {
			await connection.send({ path: `/${prefix}-*`, method: 'DELETE', accepted: [404] });
			await connection.close();
		},
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const measurements = await run(process.argv.slice(2));
	if (measurements.length > 0) console.log(toTable(measurements));
}
