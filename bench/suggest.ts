/**
 * How long does a suggestion take?
 *
 *     node --disable-warning=ExperimentalWarning bench/suggest.ts [--documents 100000] [--queries 500]
 */
import { parseArgs } from 'node:util';
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { createIndexWriter, mergeAll } from '../src/fulltext/index-writer.ts';
import { listSuggestions } from '../src/fulltext/suggest/suggest.ts';
import { timeOf } from './measurement.ts';
import { createRandom, createSyntheticCatalogue } from './synthetic-catalogue.ts';

const { values } = parseArgs({
	options: { documents: { type: 'string', default: '100000' }, queries: { type: 'string', default: '500' } },
});
const documentCount = Number(values.documents);
const queryCount = Number(values.queries);
const pendingBytesMax = 64 * 1024 * 1024;

const catalogue = createSyntheticCatalogue(1);
const analyzer = createAnalyzer('en');
const writer = createIndexWriter(analyzer);
for (let number = 0; number < documentCount; number++) {
	writer.put({ id: `${number}`, fields: { ...catalogue.toProduct(number) } });
	if (writer.pendingBytes > pendingBytesMax) writer.refresh();
}
writer.refresh();
const view = { segments: mergeAll(writer), analyzer, isOutOfStockLast: false };
const random = createRandom(7);

function pick<T>(all: readonly T[]): T {
	return all[Math.floor(random() * all.length)] as T;
}

function drawTitle(): string[] {
	return catalogue.toProduct(Math.floor(random() * documentCount)).title.split(' ');
}

function misspell(word: string): string {
	const at = 1 + Math.floor(random() * (word.length - 1));
	return `${word.slice(0, at)}q${word.slice(at + 1)}`;
}

const frequent = catalogue.words.slice(0, 5_000);
const classes: Readonly<Record<string, () => string>> = {
	'one letter': () => pick(frequent).slice(0, 1),
	'two letters': () => pick(frequent).slice(0, 2),
	'four letters': () => pick(frequent).slice(0, 4),
	'a word and two letters': () =>
		drawTitle()
			.slice(0, 2)
			.join(' ')
			.replace(/ (..).*/, ' $1'),
	'two words and two letters': () =>
		drawTitle()
			.slice(0, 3)
			.join(' ')
			.replace(/ (\S\S)\S*$/, ' $1'),
	'a frequent word and two letters': () => `${pick(catalogue.words.slice(0, 20))} ${pick(frequent).slice(0, 2)}`,
	'a misspelt word': () => misspell(pick(frequent)),
	'a misspelt word and two letters': () => `${misspell(pick(frequent))} ${pick(frequent).slice(0, 2)}`,
	'a category': () => 'category'.slice(0, 2 + Math.floor(random() * 6)),
};

function ask(text: string): number {
	return listSuggestions(view, { text, countMax: 10, queries: undefined, isFound: () => true }).length;
}

const firstMs = timeOf(() => ask('sh'));
console.log(
	`${documentCount} products in ${view.segments.length} segments; the first suggestion took ${firstMs.toFixed(1)} ms`,
);
for (const draw of Object.values(classes)) for (let time = 0; time < 100; time++) ask(draw());
console.log('| typed | p50 ms | p99 ms | with suggestions |\n|---|---|---|---|');
for (const [name, draw] of Object.entries(classes)) {
	let foundCount = 0;
	const times = Float64Array.from({ length: queryCount }, () => {
		const text = draw();
		return timeOf(() => {
			if (ask(text) > 0) foundCount += 1;
		});
	}).sort();
	const at = (part: number) => (times[Math.floor(part * (queryCount - 1))] as number).toFixed(2);
	console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} | ${foundCount} of ${queryCount} |`);
}
