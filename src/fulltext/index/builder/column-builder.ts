/** How are the values of one field collected, item by item? */
import type { KeywordEntries, NumberEntries } from '../segment/column-sections.ts';
import { createGrowingFloat64, createGrowingUint32, push, toFilled } from '../segment/growing-array.ts';
import { createTextTable } from './text-table.ts';

export interface KeywordBuilder {
	/** Adds a value; documents come in ascending order. A value that the document already has is not added again. */
	add(document: number, text: string): void;
	has(text: string): boolean;
	/** Distinct values so far. */
	readonly valueCount: number;
	toEntries(): KeywordEntries;
}

export function createKeywordBuilder(): KeywordBuilder {
	const texts = createTextTable();
	const documents = createGrowingUint32();
	const values = createGrowingUint32();

	function hasAlready(document: number, number: number): boolean {
		for (let at = documents.length - 1; at >= 0 && documents.data[at] === document; at--) {
			if (values.data[at] === number) return true;
		}
		return false;
	}

	return {
		add(document, text) {
			const number = texts.toNumber(text);
			if (hasAlready(document, number)) return;
			push(documents, document);
			push(values, number);
		},
		has: texts.has,
		get valueCount() {
			return texts.count;
		},
		toEntries() {
			const { sorted, order } = texts.sort();
			const ordinalOfNumber = new Uint32Array(order.length);
			for (let index = 0; index < order.length; index++) ordinalOfNumber[order[index] as number] = index + 1;
			const ordinals = toFilled(values).map((number) => ordinalOfNumber[number] as number);
			return { documents: toFilled(documents), ordinals, dictionary: sorted };
		},
	};
}

export interface NumberBuilder {
	/** Adds a value; documents come in ascending order. A value that the document already has is not added again. */
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
