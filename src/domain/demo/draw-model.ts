import type { SeededRandom } from '../../lib/seeded-random.ts';
import { dayMs } from '../event/utc-day.ts';
import { drawFacts } from './draw-facts.ts';
import { type DrawnPrice, drawPrice } from './draw-price.ts';
import type { ModelName } from './model-names.ts';
import type { ProductKind } from './product-kind.ts';
import { type Facts, fillTemplate, isTrueOf, parseSentence } from './template.ts';

/** A product before it is split into colours and sizes: everything that its variants share. */
export interface Model {
	readonly kind: ProductKind;
	readonly brand: string;
	/** `TX-480`: the beginning of its variants' model numbers. */
	readonly number: string;
	readonly title: string;
	readonly description: string;
	readonly categories: readonly string[];
	readonly price: DrawnPrice;
	readonly facts: Facts;
	readonly rating: number;
	readonly reviewCount: number;
	readonly releaseDate: string;
}

const firstReleaseMs = Date.UTC(2021, 2, 1);
const releaseDaysMax = 1700;

/** One model of a kind under a given name. */
export function drawModel(random: SeededRandom, kind: ProductKind, name: ModelName): Model {
	const grade = random.fraction();
	const facts = drawFacts(random, kind, grade);
	const words: Facts = { ...facts, brand: name.brand, name: name.series };
	return {
		kind,
		brand: name.brand,
		number: name.number,
		title: fillTemplate(kind.title, words),
		description: drawDescription(random, kind, words),
		categories: kind.categories.map((path) => fillTemplate(path, words)),
		price: drawPrice(random, kind.price, grade),
		facts,
		rating: drawRating(random, grade),
		// From 1 to about 1200 with a long tail: half of the models have fewer than 20, one in a hundred more than 600.
		reviewCount: Math.floor(15 / (random.fraction() + 0.012)) - 13,
		releaseDate: new Date(firstReleaseMs + random.integer(0, releaseDaysMax) * dayMs).toISOString().slice(0, 10),
	};
}

/** An opening and one to three of the sentences whose conditions hold, in the order of the table, which reads well. */
function drawDescription(random: SeededRandom, kind: ProductKind, words: Facts): string {
	const opening = random.pick(kind.opens);
	const truths = kind.says.map(parseSentence).filter(({ condition }) => isTrueOf(condition, words));
	const chosen = new Set(random.shuffle(truths).slice(0, random.pickWeighted([1, 2, 3], [1, 3, 3])));
	const texts = [opening, ...truths.filter((sentence) => chosen.has(sentence)).map(({ text }) => text)];
	return texts.map((text) => fillTemplate(text, words)).join(' ');
}

function drawRating(random: SeededRandom, grade: number): number {
	const rating = random.normal(4 + grade * 0.4, 0.35);
	return Math.round(Math.min(5, Math.max(2.5, rating)) * 10) / 10;
}
