/** How are the values of one field gathered, item by item? */
import type { KeywordEntries, NumberEntries } from '../segment/column-sections.ts';
import { createGrowingFloat64, createGrowingUint32, push, toFilled } from '../segment/growing-array.ts';
import { compareByBytes, toSortedStrings } from '../segment/sorted-strings.ts';

export interface KeywordBuilder {
	/** Adds a value; documents come in ascending order. A value a document has already is not added again. */
	add(document: number, text: string): void;
	has(text: string): boolean;
	/** Distinct values so far. */
	readonly valueCount: number;
	toEntries(): KeywordEntries;
}

export function createKeywordBuilder(): KeywordBuilder {
	const places = new Map<string, number>();
	const documents = createGrowingUint32();
	const values = createGrowingUint32();

	function hasAlready(document: number, place: number): boolean {
		for (let at = documents.length - 1; at >= 0 && documents.data[at] === document; at--) {
			if (values.data[at] === place) return true;
		}
		return false;
	}

	return {
		add(document, text) {
			let place = places.get(text);
			if (place === undefined) {
				place = places.size;
				places.set(text, place);
			} else if (hasAlready(document, place)) return;
			push(documents, document);
			push(values, place);
		},
		has: (text) => places.has(text),
		get valueCount() {
			return places.size;
		},
		toEntries() {
			const sorted = [...places.keys()].sort(compareByBytes);
			const ordinalOfPlace = new Uint32Array(places.size);
			for (let index = 0; index < sorted.length; index++) {
				ordinalOfPlace[places.get(sorted[index] as string) as number] = index + 1;
			}
			const ordinals = toFilled(values).map((place) => ordinalOfPlace[place] as number);
			return { documents: toFilled(documents), ordinals, dictionary: toSortedStrings(sorted) };
		},
	};
}

export interface NumberBuilder {
	/** Adds a value; documents come in ascending order. */
	add(document: number, value: number): void;
	toEntries(): NumberEntries;
}

export function createNumberBuilder(): NumberBuilder {
	const documents = createGrowingUint32();
	const numbers = createGrowingFloat64();
	return {
		add(document, value) {
			for (let at = documents.length - 1; at >= 0 && documents.data[at] === document; at--) {
				if (numbers.data[at] === value) return;
			}
			push(documents, document);
			push(numbers, value);
		},
		toEntries: () => ({ documents: toFilled(documents), numbers: toFilled(numbers) }),
	};
}
