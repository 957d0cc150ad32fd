/**
 * How fast does the full-text core answer, index and open, compared with SQLite FTS5 in the same run?
 *
 *     node --disable-warning=ExperimentalWarning bench/fulltext.ts [--documents 100000] [--queries 200] [--alone]
 *
 * `--alone` leaves FTS5 out. Opening and memory are measured in a process of their own, from a file.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Analyzer, createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { createSegmentBuilder } from '../src/fulltext/index/builder/segment-builder.ts';
import { mergeSegments } from '../src/fulltext/index/merge/merge-segments.ts';
import { openSegment, type Segment } from '../src/fulltext/index/segment/segment.ts';
import { decodeString } from '../src/fulltext/index/segment/sorted-strings.ts';
import { answerRequest } from '../src/fulltext/query/answer-request.ts';
import type { IndexView } from '../src/fulltext/query/index-view.ts';
import { findSimilarTerms } from '../src/fulltext/query/similar-terms.ts';
import { countBytesTouched, measureBandwidth } from './bytes-touched.ts';
import { createFts5Index, type Fts5Index } from './fts5-index.ts';
import { type BenchQuery, createQueries, queryClasses, toSearchRequest } from './fulltext-queries.ts';
import { percentile, timeOf } from './measurement.ts';
import { readShared } from './read-shared.ts';
import { createSyntheticCatalogue, type SyntheticCatalogue, toItem } from './synthetic-catalogue.ts';

export interface FulltextBenchOptions {
	readonly documentCount: number;
	readonly queriesPerClass: number;
	readonly hasFts5: boolean;
}

const seed = 2_026;
const documentsPerBuilder = 250_000;
/** Searches of a class before it is timed: a server has answered many more within its first minute. */
const warmUpCount = 400;

/** Runs the measurement and passes the table to `print`, line by line. */
export function runFulltextBench(options: FulltextBenchOptions, print: (line: string) => void): void {
	const { documentCount } = options;
	const catalogue = createSyntheticCatalogue(seed);
	const analyzer = createAnalyzer('en');
	print(`${documentCount} products, ${options.queriesPerClass} queries of each class, seed ${seed}`);
	const segment = buildSegment(catalogue, analyzer, { documentCount, print });
	print(describeOpening(segment, options));
	const view: IndexView = toView(segment, analyzer);
	const fts5 = options.hasFts5 ? loadFts5(catalogue, { documentCount, print }) : undefined;
	const bytesPerMs = measureBandwidth();
	print(
		`memory is read at ${(bytesPerMs / 1e6).toFixed(1)} GB/s; "limit" is what the loops of a search read and write, at that rate`,
	);
	print(toRow(['query', 'hits p50', 'p50 ms', 'p99 ms', 'MB', 'limit ms', '× limit', 'FTS5 p50', 'FTS5 p99', '× p50']));
	for (const queryClass of queryClasses) {
		const queries = createQueries(catalogue, queryClass, { count: options.queriesPerClass, documentCount, seed });
		print(toRow([queryClass, ...measureClass(queries, { view, fts5, bytesPerMs })]));
	}
	fts5?.close();
}

function toView(segment: Segment, analyzer: Analyzer): IndexView {
	return {
		segments: [{ segment, live: undefined, liveCount: segment.documentCount }],
		analyzer,
		isOutOfStockLast: false,
	};
}

interface Measuring {
	readonly view: IndexView;
	readonly fts5: Fts5Index | undefined;
	readonly bytesPerMs: number;
}

function measureClass(queries: readonly BenchQuery[], { view, fts5, bytesPerMs }: Measuring): string[] {
	const requests = queries.map(toSearchRequest);
	const counts: number[] = [];
	for (let asked = 0; asked < warmUpCount; asked += requests.length) {
		for (const request of requests) answerRequest(view, request);
	}
	const times = requests.map((request) => timeOf(() => counts.push(answerRequest(view, request).count)));
	const bytes = percentile(countBytesTouched(view, requests), 0.5);
	const limitMs = bytes / bytesPerMs;
	const own = [
		percentile(counts, 0.5).toFixed(0),
		percentile(times, 0.5).toFixed(3),
		percentile(times, 0.99).toFixed(3),
		(bytes / 1e6).toFixed(2),
		limitMs.toFixed(3),
		(percentile(times, 0.5) / limitMs).toFixed(1),
	];
	if (fts5 === undefined) return own;
	const similar = queries.map((query) => (query.isMisspelt ? findSimilar(view, query.words[0] as string) : []));
	const theirs = queries.map((query, index) => timeOf(() => fts5.search(query, similar[index] as string[])));
	const ratio = percentile(theirs, 0.5) / percentile(times, 0.5);
	return [...own, percentile(theirs, 0.5).toFixed(3), percentile(theirs, 0.99).toFixed(3), ratio.toFixed(1)];
}

function findSimilar({ segments, analyzer }: IndexView, word: string): string[] {
	return segments.flatMap(({ segment }) =>
		findSimilarTerms(segment, word, analyzer.soundAlikes).map(({ term }) => decodeString(segment.terms, term)),
	);
}

interface Loading {
	readonly documentCount: number;
	readonly print: (line: string) => void;
}

function buildSegment(catalogue: SyntheticCatalogue, analyzer: Analyzer, { documentCount, print }: Loading): Segment {
	const segments: Segment[] = [];
	let ms = 0;
	for (let from = 0; from < documentCount; from += documentsPerBuilder) {
		const to = Math.min(documentCount, from + documentsPerBuilder);
		const builder = createSegmentBuilder(analyzer);
		for (let at = from; at < to; at += 5_000) {
			const items = Array.from({ length: Math.min(5_000, to - at) }, (_, index) =>
				toItem(at + index, catalogue.toProduct(at + index)),
			);
			ms += timeOf(() => items.forEach((item) => void builder.add(item)));
		}
		ms += timeOf(() => segments.push(openSegment(builder.finish())));
	}
	print(`indexed in ${(ms / 1000).toFixed(1)} s, ${Math.round((documentCount / ms) * 1000)} products/s before merging`);
	const [first] = segments;
	if (segments.length === 1 && first !== undefined) return first;
	let merged: Segment | undefined;
	const sources = segments.map((segment) => ({ segment, live: undefined, liveCount: segment.documentCount }));
	const mergeMs = timeOf(() => {
		merged = openSegment(mergeSegments(sources).bytes);
	});
	const rate = Math.round((documentCount / (ms + mergeMs)) * 1000);
	print(`merged ${segments.length} segments in ${(mergeMs / 1000).toFixed(1)} s, ${rate} products/s all in all`);
	return merged as Segment;
}

function loadFts5(catalogue: SyntheticCatalogue, { documentCount, print }: Loading): Fts5Index {
	const index = createFts5Index();
	const ms = timeOf(() => {
		for (let number = 0; number < documentCount; number++) index.add(number, catalogue.toProduct(number));
		index.finish();
	});
	print(`FTS5 loaded in ${(ms / 1000).toFixed(1)} s, making the products included`);
	return index;
}

/** Opens the segment from a file in a fresh process and runs every class of queries; then again while items change. */
function describeOpening(segment: Segment, { documentCount, queriesPerClass }: FulltextBenchOptions): string {
	const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
	try {
		const path = join(folder, 'segment');
		writeFileSync(path, new Uint8Array(segment.bytes));
		const flags = ['--documents', String(documentCount), '--queries', String(queriesPerClass), '--open', path];
		const run = (script: string, ...more: string[]) =>
			execFileSync(process.execPath, [...process.execArgv, script, ...flags, ...more])
				.toString()
				.trim();
		const opening = run(fileURLToPath(import.meta.url));
		return `${opening}\n${run(fileURLToPath(new URL('fulltext-writing.ts', import.meta.url)))}`;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function openAndReport(path: string, documentCount: number, queriesPerClass: number): void {
	const catalogue = createSyntheticCatalogue(seed);
	const requests = queryClasses.flatMap((queryClass) =>
		createQueries(catalogue, queryClass, { count: queriesPerClass, documentCount, seed }).map(toSearchRequest),
	);
	let segment: Segment | undefined;
	const openMs = timeOf(() => {
		segment = openSegment(readShared(path));
	});
	const view = toView(segment as Segment, createAnalyzer('en'));
	for (const request of requests) answerRequest(view, request);
	globalThis.gc?.();
	const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
	const { rss } = process.memoryUsage();
	const size = megabytes(view.segments[0]?.segment.bytes.byteLength ?? 0);
	console.log(
		`file of ${size} MiB opened in ${openMs.toFixed(0)} ms; ${megabytes(rss)} MiB resident after ${requests.length} queries`,
	);
}

function toRow([name = '', ...cells]: readonly string[]): string {
	return name.padEnd(28) + cells.map((cell) => cell.padStart(9)).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = parseArgs({
		options: {
			documents: { type: 'string', default: '100000' },
			queries: { type: 'string', default: '200' },
			alone: { type: 'boolean', default: false },
			open: { type: 'string' },
		},
	});
	const documentCount = Number(values.documents);
	const queriesPerClass = Number(values.queries);
	if (values.open !== undefined) openAndReport(values.open, documentCount, queriesPerClass);
	else runFulltextBench({ documentCount, queriesPerClass, hasFts5: !values.alone }, (line) => console.log(line));
}
