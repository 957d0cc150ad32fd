/**
 * A synthetic catalogue for measurements, the same for the same seed: 60,000 words by Zipf's law, titles of 8 words,
 * descriptions of 40, 2,000 brands, 500 categories (1–3 for each product), 30 colours, 20 sizes, a price and a stock.
 */
import type { IndexedItem } from '../src/fulltext/index/builder/indexed-item.ts';

export interface Product {
	readonly title: string;
	readonly description: string;
	readonly brand: string;
	readonly categories: readonly string[];
	readonly colour: string;
	readonly size: string;
	readonly price: number;
	readonly in_stock: boolean;
}

export interface SyntheticCatalogue {
	/** Most frequent first. */
	readonly words: readonly string[];
	/** The product with this number, always the same. */
	toProduct(number: number): Product;
}

const wordCount = 60_000;
/** Flattens the head of the distribution, because only stop words are in most products. */
const rankOffset = 20;

/** Random numbers in [0, 1) from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function createSyntheticCatalogue(seed: number): SyntheticCatalogue {
	const words = createWords(createRandom(seed));
	const cumulative = new Float64Array(wordCount);
	let total = 0;
	for (let rank = 0; rank < wordCount; rank++) {
		total += 1 / (rank + rankOffset);
		cumulative[rank] = total;
	}

	function drawWord(random: () => number): string {
		const target = random() * total;
		let low = 0;
		let high = wordCount - 1;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((cumulative[middle] as number) < target) low = middle + 1;
			else high = middle;
		}
		return words[low] as string;
	}

	/**
	 * Joined at once: text that is concatenated word by word would be a rope, and indexing would pay for flattening it.
	 */
	function drawText(random: () => number, length: number): string {
		return Array.from({ length }, () => drawWord(random)).join(' ');
	}

	return {
		words,
		toProduct(number) {
			const random = createRandom(seed + 1 + number * 7919);
			const pick = (count: number) => Math.floor(random() * count);
			const categories = new Set<string>();
			for (let count = 1 + pick(3); count > 0; count--) categories.add(`category ${pick(500)}`);
			return {
				title: drawText(random, 8),
				description: drawText(random, 40),
				// The square makes some brands much larger than others.
				brand: `brand${Math.floor(random() ** 2 * 2_000)}`,
				categories: [...categories],
				colour: `colour${pick(30)}`,
				size: `size${pick(20)}`,
				price: Math.round(random() ** 2 * 100_000) / 100,
				in_stock: random() < 0.9,
			};
		},
	};
}

/** The product as an item. */
export function toItem(number: number, product: Product): IndexedItem {
	const id = `P${number}`;
	return { id, fields: { id, ...product } };
}

/** Distinct words of two to four syllables. */
function createWords(random: () => number): string[] {
	const onsets = 'b c d f g h j k l m n p r s t v w z br cr dr fl gr pl pr sl st tr'.split(' ');
	const vowels = 'a e i o u ai ea ou'.split(' ');
	const codas = ['', '', '', 'n', 'r', 's', 'l', 't', 'm'];
	const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
	const words = new Set<string>();
	while (words.size < wordCount) {
		let word = '';
		for (let syllables = 2 + Math.floor(random() * 3); syllables > 0; syllables--) {
			word += pick(onsets) + pick(vowels) + pick(codas);
		}
		words.add(word);
	}
	return [...words];
}
