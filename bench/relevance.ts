/**
 * Does the best product come first? Real products and queries with human judgments, ranked by the default rules of every
 * shop, and by plain BM25 in the same run.
 *
 *     node --disable-warning=ExperimentalWarning bench/relevance.ts --data DIR [--seed 2026] [--each] [--show "hp laptop 17"]
 *
 * DIR has `products.jsonl.gz`, one product a line, and `judgments.csv`: query, id, grade 0 … 3. The queries are split
 * into random halves by the seed; a change that shows in only one half is noise. Both sides rank all products with
 * any of the words (`match_or`). A search without `query_name` ends after products with all of them, and is measured
 * separately: judged products that are not found cannot be ranked. `--each` adds the numbers of every
 * query, `--show` the first five products of one, and may be given several times.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { emptyQuery, type QueryName } from '../src/domain/query/index-query.ts';
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { createSegmentBuilder } from '../src/fulltext/index/builder/segment-builder.ts';
import { openSegment } from '../src/fulltext/index/segment/segment.ts';
import { answerRequest } from '../src/fulltext/query/answer-request.ts';
import type { IndexView } from '../src/fulltext/query/index-view.ts';
import { type Measurement, toTable } from './measurement.ts';
import { createPlainBm25 } from './plain-bm25.ts';
import { type Judgments, measureRanking, type RankingQuality, toMeanQuality } from './ranking-metrics.ts';
import { createRandom } from './synthetic-catalogue.ts';

const defaultSeed = 2_026;
const shownHits = 5;

interface Product extends Readonly<Record<string, unknown>> {
	readonly id: string;
}

interface JudgedQuery {
	readonly text: string;
	readonly judgments: Judgments;
	readonly isForTuning: boolean;
}

interface SearchOptions {
	readonly size: number;
	/** Undefined for a shopper's search: products with all the words, and others only if there are none. */
	readonly queryName: QueryName | undefined;
}

/** Returns ids, best first. */
type Search = (text: string) => readonly string[];

/** One query, measured by both rankings. */
interface Compared {
	readonly query: JudgedQuery;
	readonly ours: RankingQuality;
	readonly plain: RankingQuality;
}

/** @returns an empty list when the data is missing. */
export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			data: { type: 'string', default: '' },
			seed: { type: 'string', default: String(defaultSeed) },
			each: { type: 'boolean', default: false },
			show: { type: 'string', multiple: true, default: [] },
		},
	});
	if (!['products.jsonl.gz', 'judgments.csv'].every((name) => existsSync(join(values.data, name)))) {
		console.log(`No relevance data in "${values.data}": nothing measured. Say where it is with --data DIR.`);
		return [];
	}
	const products = readProducts(values.data);
	const queries = readQueries(values.data, Number(values.seed));
	const view = indexProducts(products);
	const titles = new Map(products.map(({ id, title }) => [id, String(title)]));
	for (const text of values.show)
		showHits(text, searchIndex(view, text, { size: shownHits, queryName: undefined }), titles);
	const rank = (queryName: QueryName | undefined): Search => {
		return (text) => searchIndex(view, text, { size: products.length, queryName });
	};
	const plain = createPlainSearch(products);
	const compared = compareRankings(queries, rank('match_or'), plain);
	const shortened = compareRankings(queries, rank(undefined), plain);
	if (values.each) for (const entry of compared) console.log(describe(entry));
	const left = queries.length - compared.length;
	console.log(
		`${products.length} products, ${queries.length} queries, seed ${values.seed}; ` +
			`${left} queries of which no product is of a grade above 0 have no best order and are left out`,
	);
	return [...toMeasurements(compared, 'match_or'), ...toMeasurements(shortened, 'no query_name')];
}

function readProducts(folder: string): Product[] {
	const text = gunzipSync(readFileSync(join(folder, 'products.jsonl.gz'))).toString('utf8');
	return text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line));
}

/** Queries in the order of the file; a random half of them is for tuning. */
function readQueries(folder: string, seed: number): JudgedQuery[] {
	const judgments = new Map<string, Map<string, number>>();
	for (const line of readFileSync(join(folder, 'judgments.csv'), 'utf8').trim().split(/\r?\n/).slice(1)) {
		const [text = '', id = '', grade = ''] = line.split(',');
		const ofQuery = judgments.get(text) ?? new Map<string, number>();
		judgments.set(text, ofQuery.set(id, Number(grade)));
	}
	const random = createRandom(seed);
	const drawn = [...judgments.keys()].map((text) => ({ text, at: random() })).sort((a, b) => a.at - b.at);
	const tuned = new Set(drawn.slice(0, Math.ceil(drawn.length / 2)).map(({ text }) => text));
	return Array.from(judgments, ([text, ofQuery]) => ({ text, judgments: ofQuery, isForTuning: tuned.has(text) }));
}

function indexProducts(products: readonly Product[]): IndexView {
	const analyzer = createAnalyzer('en');
	const builder = createSegmentBuilder(analyzer);
	for (const product of products) builder.add({ id: product.id, fields: product });
	const segment = openSegment(builder.finish());
	return {
		segments: [{ segment, live: undefined, liveCount: segment.documentCount }],
		analyzer,
		isOutOfStockLast: false,
	};
}

function searchIndex(view: IndexView, text: string, { size, queryName }: SearchOptions): string[] {
	const { hits } = answerRequest(view, {
		...emptyQuery,
		text,
		queryName,
		size,
	});
	return hits.map(({ id }) => id);
}

function createPlainSearch(products: readonly Product[]): Search {
	const fields = ['title', 'name', 'supplier', 'short_description'];
	const index = createPlainBm25(products.map((product) => fields.map((name) => product[name] ?? '').join(' ')));
	return (text) => index.search(text).map((ordinal) => (products[ordinal] as Product).id);
}

function compareRankings(queries: readonly JudgedQuery[], ours: Search, plain: Search): Compared[] {
	return queries.flatMap((query) => {
		const our = measureRanking(ours(query.text), query.judgments);
		const its = measureRanking(plain(query.text), query.judgments);
		return our === undefined || its === undefined ? [] : [{ query, ours: our, plain: its }];
	});
}

function toMeasurements(compared: readonly Compared[], asked: string): Measurement[] {
	const halves = [
		{ name: 'all queries', entries: compared },
		{ name: 'tuning half', entries: compared.filter(({ query }) => query.isForTuning) },
		{ name: 'other half', entries: compared.filter(({ query }) => !query.isForTuning) },
	];
	return halves.flatMap(({ name, entries }) => {
		const ours = toMeanQuality(entries.map((entry) => entry.ours));
		const plain = toMeanQuality(entries.map((entry) => entry.plain));
		const row = (what: string, key: keyof RankingQuality, atLeast: number): Measurement => ({
			what: `${what}, ${asked}, ${name} (plain BM25)`,
			ours: ours[key],
			reference: plain[key],
			unit: '0 … 1',
			score: ours[key],
			target: `≥ ${atLeast}`,
			isMet: ours[key] >= atLeast,
		});
		return [
			row('nDCG@10 judged only', 'judgedOnly', 0.86),
			row('nDCG@10 full corpus', 'fullCorpus', 0.78),
			row('judged@10', 'judgedAt10', 0),
			row('recall@100', 'recallAt100', 0),
		];
	});
}

function describe({ query, ours, plain }: Compared): string {
	const toText = ({ judgedOnly, fullCorpus, recallAt100 }: RankingQuality) =>
		[judgedOnly, fullCorpus, recallAt100].map((value) => value.toFixed(3)).join(' ');
	return `${query.text.padEnd(28)} ${query.isForTuning ? 'tuning' : 'other '}  ours ${toText(ours)}  plain ${toText(plain)}`;
}

function showHits(text: string, ids: readonly string[], titles: ReadonlyMap<string, string>): void {
	console.log(`${text}\n${ids.map((id, index) => `  ${index + 1}. ${titles.get(id)}`).join('\n')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const measurements = await run(process.argv.slice(2));
	if (measurements.length > 0) console.log(toTable(measurements));
}
