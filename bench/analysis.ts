/**
 * How many words a second does analysis process? Synthetic products: 60,000 words by Zipf's law, every twentieth a model
 * number or a number with its unit, 48 words each. `first` starts with an empty cache of chunks and meets each word for
 * the first time; `next` is all later text. Indexing 25,000 products a second means 1.2M words/s for everything; analysis
 * may take a third of that time.
 */
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { clearTokens, createTokenBuffer } from '../src/fulltext/analysis/token-buffer.ts';
import type { Measurement } from './measurement.ts';
import { createRandom } from './synthetic-catalogue.ts';

const productCount = 20_000;
const wordsPerProduct = 48;
const vocabularySize = 60_000;
const languages = ['en', 'de', 'ja'];

export async function run(): Promise<readonly Measurement[]> {
	const texts = createTexts();
	return languages.flatMap((language) => measureLanguage(language, texts));
}

function measureLanguage(language: string, texts: readonly string[]): Measurement[] {
	const ids = new Map<string, number>();
	const analyzer = createAnalyzer(language);
	const documents = analyzer.openDocuments((term) => {
		const id = ids.get(term) ?? ids.size;
		ids.set(term, id);
		return id;
	});
	const tokens = createTokenBuffer(100_000);
	const readAll = () => {
		const startedAt = performance.now();
		for (const text of texts) {
			clearTokens(tokens);
			documents.analyze(text, tokens);
		}
		return (texts.length * wordsPerProduct) / (performance.now() - startedAt) / 1000;
	};
	const first = readAll();
	const next = Math.max(readAll(), readAll(), readAll());
	return [toRow(`${language}, first`, first, 0.5), toRow(`${language}, next`, next, 3.6)];
}

function toRow(what: string, ours: number, atLeast: number): Measurement {
	return { what, ours, unit: 'M words/s', score: ours, target: `≥ ${atLeast}`, isMet: ours >= atLeast };
}

function createTexts(): string[] {
	const random = createRandom(1);
	const vocabulary = Array.from({ length: vocabularySize }, (_, rank) => createWord(rank, random));
	const weights = new Float64Array(vocabularySize);
	let sum = 0;
	for (let rank = 0; rank < vocabularySize; rank++) {
		sum += 1 / (rank + 1);
		weights[rank] = sum;
	}
	return Array.from({ length: productCount }, () => {
		const words = Array.from({ length: wordsPerProduct }, () => vocabulary[findRank(weights, random() * sum)] ?? '');
		// Converted from a buffer: a concatenated string would be flattened inside the measurement.
		return Buffer.from(words.join(' ')).toString();
	});
}

function createWord(rank: number, random: () => number): string {
	if (rank % 40 === 0) return `${'ABCDEFGH'[rank % 8]}X-${100 + (rank % 900)}B${rank}`;
	if (rank % 40 === 20) return `${1 + (rank % 99)} cm`;
	const length = 3 + Math.floor(random() * 8);
	const letters = Array.from({ length }, () => 'etaoinshrdlucmfwyp'[Math.floor(random() * 18)]).join('');
	return random() < 0.3 ? letters.charAt(0).toUpperCase() + letters.slice(1) : letters;
}

/** The first rank whose cumulative weight is at least `value`. */
function findRank(weights: Float64Array, value: number): number {
	let low = 0;
	let high = weights.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((weights[middle] ?? 0) < value) low = middle + 1;
		else high = middle;
	}
	return low;
}
