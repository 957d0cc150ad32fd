import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fact, FactValue, ProductKind } from '../product-kind.ts';
import { listPlaceholders, parseSentence } from '../template.ts';
import { palettes } from './palettes.ts';
import { productKinds } from './product-kinds.ts';

const ownFields = ['id', 'title', 'description', 'brand', 'categories', 'price', 'sale_price', 'link', 'image_link'];
const moreOwnFields = ['availability', 'color', 'gtin', 'mpn', 'rating', 'review_count', 'release_date', 'group_id'];

/** The values that a fact can take; undefined for a range of numbers. */
function listValues(fact: Fact): readonly FactValue[] | undefined {
	if ('any' in fact) return fact.any;
	return 'from' in fact ? undefined : fact;
}

function findTextProblems(kind: ProductKind): string[] {
	const known = new Set([...Object.keys(kind.facts), 'brand', 'name']);
	const texts = [kind.title, ...kind.categories, ...kind.opens, ...kind.says];
	const unknown = texts.flatMap(listPlaceholders).filter((name) => !known.has(name));
	const impossible = kind.says.filter((sentence) => !isPossible(kind, sentence));
	return [...unknown, ...impossible].map((problem) => `${kind.key}: ${problem}`);
}

function isPossible(kind: ProductKind, sentence: string): boolean {
	const { condition } = parseSentence(sentence);
	if (condition === undefined) return !sentence.startsWith('[');
	const fact = kind.facts[condition.fact];
	const values = fact === undefined ? [] : listValues(fact);
	return values?.some((value) => value === condition.value || String(value) === condition.value) ?? false;
}

describe('the table of kinds', () => {
	it('names only existing facts, and conditions that can be true', () => {
		assert.deepEqual(productKinds.flatMap(findTextProblems), []);
	});

	it('would detect a text about a missing fact', () => {
		const kind = productKinds[0] as ProductKind;
		const wrong = { ...kind, opens: ['{flavour}'], says: ['[flavour=mint] Fresh.', '[!rain_cover ] Open.'] };
		assert.equal(findTextProblems(wrong).length, 3);
	});

	it('has unique keys and codes', () => {
		assert.equal(new Set(productKinds.map(({ key }) => key)).size, productKinds.length);
		assert.equal(new Set(productKinds.map(({ code }) => code)).size, productKinds.length);
	});

	it('does not use fields of every item as facts', () => {
		const taken = new Set([...ownFields, ...moreOwnFields, 'group_leader']);
		const clashes = productKinds.flatMap((kind) => Object.keys(kind.facts).filter((name) => taken.has(name)));
		assert.deepEqual(clashes, []);
	});

	it('has no empty lists or ranges', () => {
		for (const kind of productKinds) {
			assert(kind.price[0] < kind.price[1], kind.key);
			assert(kind.opens.length >= 2, kind.key);
			for (const fact of Object.values(kind.facts)) assert(listValues(fact)?.length !== 0, kind.key);
		}
	});

	it('always has a sentence without a condition, so that a description has at least two sentences', () => {
		const bare = productKinds.filter(({ says }) => !says.some((sentence) => !sentence.startsWith('[')));
		assert.deepEqual(
			bare.map(({ key }) => key),
			[],
		);
	});

	it('has different letters for all colours of a palette', () => {
		for (const [name, palette] of Object.entries(palettes)) {
			const letters = Object.values(palette);
			assert.equal(new Set(letters).size, letters.length, name);
		}
	});
});
