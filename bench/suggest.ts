/**
 * How long does a suggestion take, including spelling: completions from popular queries, values and titles, spelt as the
 * items of the store spell them?
 *
 *     npm run bench -- suggest [--documents 1000000] [--queries 500]
 */

import { parseArgs } from 'node:util';
import { createTextCompleter } from '../src/adapters/fulltext-index/complete-text.ts';
import type { StoredItem } from '../src/domain/item/item.ts';
import { startPosition } from '../src/domain/log/position.ts';
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { createIndexWriter, mergeAll } from '../src/fulltext/index/index-writer.ts';
import type { LiveSegment } from '../src/fulltext/query/index-view.ts';
import { runSteps, unhurried } from '../src/lib/steps.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { createRandom, createSyntheticCatalogue, type SyntheticCatalogue } from './synthetic-catalogue.ts';

const pendingBytesMax = 64 * 1024 * 1024;
const suggestionCount = 10;
/** The most that an engine shows, see the follower of queries. */
const pastQueryCount = 300;
const warmUpCount = 100;
const p99MsMax = 20;

const catalogue = createSyntheticCatalogue(1);
const analyzer = createAnalyzer('en');
const random = createRandom(7);

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: { documents: { type: 'string', default: '1000000' }, queries: { type: 'string', default: '500' } },
	});
	const documentCount = Number(values.documents);
	const segments = indexProducts(documentCount);
	const ask = createAsk(segments);
	console.log(`${documentCount} products in ${segments.length} segments`);
	const first = await timeOf(() => ask('sh'));
	const measurements = [report('the first suggestion of a process', 'ms', first)];
	const classes = Object.entries(createClasses(documentCount));
	for (const [, draw] of classes) for (let time = 0; time < warmUpCount; time++) await ask(draw());
	for (const [name, draw] of classes) {
		const times: number[] = [];
		let foundCount = 0;
		for (let time = 0; time < Number(values.queries); time++) {
			const text = draw();
			times.push(
				await timeOf(async () => {
					if ((await ask(text)).length > 0) foundCount += 1;
				}),
			);
		}
		const share = `${((foundCount / times.length) * 100).toFixed(0)} % with suggestions`;
		measurements.push(report(`p50, ${name}, ${share}`, 'ms', percentile(times, 0.5)));
		measurements.push(measure(`p99, ${name}`, 'ms', { ours: percentile(times, 0.99), atMost: p99MsMax }));
	}
	return measurements;
}

function indexProducts(documentCount: number): readonly LiveSegment[] {
	const writer = createIndexWriter(analyzer);
	for (let number = 0; number < documentCount; number++) {
		writer.put({ id: `${number}`, fields: { ...catalogue.toProduct(number) } });
		if (writer.pendingBytes > pendingBytesMax) writer.refresh();
	}
	writer.refresh();
	return mergeAll(writer);
}

type Ask = (text: string) => Promise<readonly string[]>;

/** Items are generated again where the server would read them from its store, which takes about as long. */
function createAsk(segments: readonly LiveSegment[]): Ask {
	const findMany = async (_target: unknown, ids: readonly string[]): Promise<readonly StoredItem[]> =>
		ids.map((id) => ({ id, text: JSON.stringify(catalogue.toProduct(Number(id))) }));
	const completer = createTextCompleter({ findMany });
	const queries = Array.from({ length: pastQueryCount }, (_, at) => {
		return {
			text: catalogue
				.toProduct(at * 37)
				.title.split(' ')
				.slice(0, 2)
				.join(' '),
			weight: pastQueryCount - at,
		};
	});
	const index = { generationId: 1, position: startPosition, language: 'en', prices: '.,2', schema: '', segments };
	const scope = { hashid: 'bench', searched: [{ indexName: 'product', index }], analyzer, queries };
	return (text) =>
		completer.complete(scope, { text, countMax: suggestionCount }, (begin) => runSteps(begin(unhurried)));
}

/** What a shopper has typed so far. */
function createClasses(documentCount: number): Readonly<Record<string, () => string>> {
	const frequent = catalogue.words.slice(0, 5_000);
	const toTitle = () => drawTitle(catalogue, documentCount);
	return {
		'one letter': () => pick(frequent).slice(0, 1),
		'two letters': () => pick(frequent).slice(0, 2),
		'four letters': () => pick(frequent).slice(0, 4),
		'a word and two letters': () => cutLast(toTitle().slice(0, 2)),
		'two words and two letters': () => cutLast(toTitle().slice(0, 3)),
		'a frequent word and two letters': () => `${pick(catalogue.words.slice(0, 20))} ${pick(frequent).slice(0, 2)}`,
		'a misspelt word': () => misspell(pick(frequent)),
		'a misspelt word and two letters': () => `${misspell(pick(frequent))} ${pick(frequent).slice(0, 2)}`,
		'a category': () => 'category'.slice(0, 2 + Math.floor(random() * 6)),
	};
}

function drawTitle({ toProduct }: SyntheticCatalogue, documentCount: number): string[] {
	return toProduct(Math.floor(random() * documentCount)).title.split(' ');
}

function cutLast(words: readonly string[]): string {
	return [...words.slice(0, -1), words.at(-1)?.slice(0, 2)].join(' ');
}

function pick<T>(all: readonly T[]): T {
	return all[Math.floor(random() * all.length)] as T;
}

function misspell(word: string): string {
	const at = 1 + Math.floor(random() * (word.length - 1));
	return `${word.slice(0, at)}q${word.slice(at + 1)}`;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const startMs = performance.now();
	await work();
	return performance.now() - startMs;
}
