/**
 * Does the best product come first? Real products and queries with human judgments, asked as a shopper would ask, and
 * ranked by plain BM25 in the same run.
 *
 *     npm run bench -- relevance --data DIR [--half tune|test|both] [--catalogue NAME] [--worst 10]
 *         [--query-name match_or] [--each] [--show "hp laptop 17"]
 *
 * DIR has a folder for each catalogue, `icecat` and `crowdflower`, or is one. A catalogue is `products.jsonl.gz`, one
 * product a line, and `judgments.csv`: query, id, grade 0 … 3. Half of the queries, chosen by a hash of the query and so
 * the same in every run, are for tuning; the other half is for the number that is reported. `--half` prints only one.
 * `--worst` lists the queries that lose most against plain BM25, with the first ten of both and their grades;
 * `--each` the numbers of every query, `--show` the first ten of one, and may be given several times.
 *
 * Of some queries of Icecat the catalogue itself says which products are right: of those that are rows of `query-checks`, and of
 * names of suppliers. One more number counts their products without a judgment by that.
 */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Judgments, measureRanking, type RankingQuality } from '../src/domain/evaluation/ranking-metrics.ts';
import { type QueryName, queryNames } from '../src/domain/query/index-query.ts';
import { indexCatalogue, type Product, readProducts } from './catalogue-search.ts';
import { type Measurement, toTable } from './measurement.ts';
import { createPlainBm25 } from './plain-bm25.ts';
import { icecatChecks, toIcecatProduct } from './query-checks/icecat-checks.ts';
import { textOf } from './query-checks/query-check.ts';
import { readJudgments } from './read-judgments.ts';

const depth = 10;
const catalogueNames = ['icecat', 'crowdflower'];
const halves = ['both', 'tune', 'test'] as const;
type Half = (typeof halves)[number];
const halfTitles: Readonly<Record<Half, string>> = { both: 'all queries', tune: 'tuning half', test: 'held-out half' };

/** What is to be reached, by catalogue. */
const targets: Readonly<Record<string, { readonly fullCorpus: number; readonly judgedOnly: number }>> = {
	icecat: { fullCorpus: 0.8, judgedOnly: 0.87 },
	crowdflower: { fullCorpus: 0.785, judgedOnly: 0.84 },
};
/** The most queries, as a share, that may have fewer than ten results where plain BM25 has ten. */
const shortShareMax = 0.01;

interface JudgedQuery {
	readonly text: string;
	readonly judgments: Judgments;
	/** The same, and the best grade of the query for products without a judgment that the catalogue proves to be right. */
	readonly proven: Judgments;
	readonly half: Half;
}

/** One query, ranked by both: ids, best first, all that were found. */
interface Compared {
	readonly query: JudgedQuery;
	readonly ours: Ranked;
	readonly plain: Ranked;
}

interface Ranked {
	readonly ids: readonly string[];
	readonly quality: RankingQuality;
	/** nDCG@10 by the judgments and what the catalogue proves. */
	readonly byProven: number;
}

interface Options {
	readonly half: Half | undefined;
	readonly queryName: QueryName | undefined;
	readonly worst: number;
	readonly isEach: boolean;
	readonly shown: readonly string[];
}

/** @returns an empty list when the data is missing. */
export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			data: { type: 'string', default: '' },
			half: { type: 'string' },
			catalogue: { type: 'string' },
			'query-name': { type: 'string' },
			worst: { type: 'string', default: '0' },
			each: { type: 'boolean', default: false },
			show: { type: 'string', multiple: true, default: [] },
		},
	});
	const folders = listCatalogues(values.data).filter((folder) =>
		[undefined, basename(folder)].includes(values.catalogue),
	);
	if (folders.length === 0) {
		console.log(`No relevance data in "${values.data}": nothing measured. Say where it is with --data DIR.`);
		return [];
	}
	const options: Options = {
		half: values.half === undefined ? undefined : choose('--half', halves, values.half),
		queryName:
			values['query-name'] === undefined ? undefined : choose('--query-name', queryNames, values['query-name']),
		worst: Number(values.worst),
		isEach: values.each,
		shown: values.show,
	};
	return folders.flatMap((folder) => measureCatalogue(folder, options));
}

function choose<Choice extends string>(option: string, choices: readonly Choice[], text: string): Choice {
	const choice = choices.find((one) => one === text);
	if (choice === undefined) throw new Error(`${option} is one of ${choices.join(', ')}`);
	return choice;
}

export function listCatalogues(folder: string): string[] {
	const candidates = [folder, ...catalogueNames.map((name) => join(folder, name))];
	const files = ['products.jsonl.gz', 'judgments.csv'];
	return candidates
		.filter((path) => path !== '' && files.every((name) => existsSync(join(path, name))))
		.map((path) => resolve(path));
}

function measureCatalogue(folder: string, options: Options): Measurement[] {
	const products = readProducts(join(folder, 'products.jsonl.gz'));
	const name = basename(folder);
	const queries = readQueries(folder, name === 'icecat' ? products : []);
	const compared = compareRankings(products, queries, options.queryName);
	const chosen = options.half === undefined || options.half === 'both' ? compared : ofHalf(compared, options.half);
	const titles = new Map(products.map(({ id, title }) => [id, String(title)]));
	if (options.isEach) for (const entry of chosen) console.log(describe(entry));
	const shown = compared.filter(({ query }) => options.shown.includes(query.text));
	for (const entry of [...shown, ...listWorst(chosen, options.worst)]) showFirst(entry, titles);
	console.log(
		`${name}: ${products.length} products, ${queries.length} queries; ${queries.length - compared.length} of which no ` +
			'product is of a grade above 0 have no best order and are left out',
	);
	const printed = halves.filter((half) => options.half === undefined || options.half === half);
	return printed.flatMap((half) => {
		return toMeasurements(ofHalf(compared, half), { catalogue: name, title: `${name}, ${halfTitles[half]}` });
	});
}

function ofHalf(compared: readonly Compared[], half: Half): readonly Compared[] {
	return half === 'both' ? compared : compared.filter(({ query }) => query.half === half);
}

/** Queries in the order of the file. @param proving the products whose fields say whether they are right */
function readQueries(folder: string, proving: readonly Product[]): JudgedQuery[] {
	const sold = proving.map(toIcecatProduct);
	const suppliers = Map.groupBy(sold, (product) => textOf(product, 'supplier').toLowerCase());
	return readJudgments(folder).map(({ text, judgments }) => {
		const best = Math.max(...judgments.values());
		const check = icecatChecks.find(({ query }) => query === text);
		const right = check === undefined ? (suppliers.get(text) ?? []) : sold.filter(check.isRight);
		const proven = new Map([...right.map(({ id }) => [id, best] as const), ...judgments]);
		return { text, judgments, proven, half: toHalf(text) };
	});
}

/** FNV-1a over the UTF-16 code units of the query; its highest bit, because the lowest is only their parity. */
function toHalf(text: string): Half {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash >>> 31 === 0 ? 'tune' : 'test';
}

function compareRankings(
	products: readonly Product[],
	queries: readonly JudgedQuery[],
	queryName: QueryName | undefined,
): Compared[] {
	const index = indexCatalogue(products);
	const fields = ['title', 'name', 'supplier', 'short_description', 'description'];
	const plain = createPlainBm25(products.map((product) => fields.map((name) => product[name] ?? '').join(' ')));
	const toRanked = (ids: readonly string[], { judgments, proven }: JudgedQuery): Ranked | undefined => {
		const quality = measureRanking(ids, judgments);
		const byProven = measureRanking(ids, proven)?.fullCorpus ?? 0;
		return quality === undefined ? undefined : { ids, quality, byProven };
	};
	return queries.flatMap((query) => {
		const ours = toRanked(index.search(query.text, products.length, queryName), query);
		const its = toRanked(
			plain.search(query.text).map((ordinal) => (products[ordinal] as Product).id),
			query,
		);
		return ours === undefined || its === undefined ? [] : [{ query, ours, plain: its }];
	});
}

function toMeasurements(
	compared: readonly Compared[],
	{ catalogue, title }: { readonly catalogue: string; readonly title: string },
): Measurement[] {
	const ours = toMeanQuality(compared.map((entry) => entry.ours.quality));
	const plain = toMeanQuality(compared.map((entry) => entry.plain.quality));
	const row = (what: string, key: keyof RankingQuality, atLeast?: number): Measurement => ({
		what: `${title}: ${what} (plain BM25)`,
		ours: ours[key],
		reference: plain[key],
		unit: '0 … 1',
		score: ours[key],
		target: atLeast === undefined ? '–' : `≥ ${atLeast.toPrecision(3)}`,
		isMet: atLeast === undefined || ours[key] >= atLeast,
	});
	return [
		row('nDCG@10 full corpus', 'fullCorpus', targets[catalogue]?.fullCorpus),
		row('nDCG@10 judged only', 'judgedOnly', targets[catalogue]?.judgedOnly),
		...measureProven(compared, title),
		row('judged@10', 'judgedAt10'),
		row('recall@50', 'recallAt50', plain.recallAt50),
		row('recall@100', 'recallAt100'),
		...countShort(compared, title),
	];
}

/** Nothing where the catalogue proves nothing. */
function measureProven(compared: readonly Compared[], title: string): Measurement[] {
	const proven = compared.filter(({ query }) => query.proven.size > query.judgments.size);
	if (proven.length === 0) return [];
	const mean = (side: 'ours' | 'plain') =>
		compared.reduce((sum, entry) => sum + entry[side].byProven, 0) / compared.length;
	return [
		{
			what: `${title}: nDCG@10 full corpus, with what the catalogue proves for ${proven.length} queries (plain BM25)`,
			ours: mean('ours'),
			reference: mean('plain'),
			unit: '0 … 1',
			score: mean('ours'),
			target: '–',
			isMet: true,
		},
	];
}

/** How many queries end too early. */
function countShort(compared: readonly Compared[], title: string): Measurement[] {
	const isShort = ({ ids }: Ranked) => ids.length < depth;
	const toShare = (test: (entry: Compared) => boolean) => compared.filter(test).length / compared.length;
	const short = toShare(({ ours, plain }) => isShort(ours) && !isShort(plain));
	const none = toShare(({ ours }) => ours.ids.length === 0);
	return [
		{
			what: `${title}: fewer than ten results where plain BM25 has ten`,
			ours: short,
			unit: 'of queries',
			score: short,
			target: `≤ ${shortShareMax}`,
			isMet: short <= shortShareMax,
		},
		{
			what: `${title}: no results (plain BM25)`,
			ours: none,
			reference: toShare(({ plain }) => plain.ids.length === 0),
			unit: 'of queries',
			score: none,
			target: '–',
			isMet: true,
		},
	];
}

/** The queries that lose most nDCG@10 against plain BM25, most first; those that lose nothing are left out. */
function listWorst(compared: readonly Compared[], count: number): readonly Compared[] {
	const toLoss = ({ ours, plain }: Compared) => plain.quality.fullCorpus - ours.quality.fullCorpus;
	const losing = compared.filter((entry) => toLoss(entry) > 0);
	return losing.sort((a, b) => toLoss(b) - toLoss(a)).slice(0, count);
}

function describe({ query, ours, plain }: Compared): string {
	const toText = ({ ids, quality: { fullCorpus, judgedOnly, recallAt50 } }: Ranked) =>
		`${[fullCorpus, judgedOnly, recallAt50].map((value) => value.toFixed(3)).join(' ')} of ${ids.length}`;
	return `${query.text.padEnd(34)} ${query.half}  ours ${toText(ours).padEnd(24)}  plain ${toText(plain)}`;
}

function showFirst(entry: Compared, titles: ReadonlyMap<string, string>): void {
	console.log(`\n${describe(entry)}`);
	for (const side of ['ours', 'plain'] as const) {
		console.log(`  ${side}`);
		for (const [index, id] of entry[side].ids.slice(0, depth).entries()) {
			const grade = entry.query.judgments.get(id);
			console.log(
				`  ${String(index + 1).padStart(4)}  ${String(grade ?? '–').padEnd(3)}  ${titles.get(id)?.slice(0, 110)}`,
			);
		}
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const measurements = await run(process.argv.slice(2));
	if (measurements.length > 0) console.log(toTable(measurements));
}

/** The mean of each number. NaN when there are none. */
function toMeanQuality(qualities: readonly RankingQuality[]): RankingQuality {
	const mean = (pick: (quality: RankingQuality) => number) =>
		qualities.reduce((sum, quality) => sum + pick(quality), 0) / qualities.length;
	return {
		fullCorpus: mean((quality) => quality.fullCorpus),
		judgedOnly: mean((quality) => quality.judgedOnly),
		judgedAt10: mean((quality) => quality.judgedAt10),
		recallAt50: mean((quality) => quality.recallAt50),
		recallAt100: mean((quality) => quality.recallAt100),
	};
}
