/**
 * How are the columns of all fields collected, and their types inferred?
 *
 * A field gets a column for each type of value that it has. A field with numbers only has a number column only. Once a
 * field has a text, it has keywords, and all its numbers become keywords too, including earlier ones. So a field that
 * changes type can still be filtered and counted as a whole.
 */
import { notesMax } from '../../../domain/query/index-description.ts';
import type { FieldContent } from '../segment/assemble-segment.ts';
import { createGrowingFloat64, createGrowingUint32, push, toFilled } from '../segment/growing-array.ts';
import {
	createKeywordBuilder,
	createNumberBuilder,
	type KeywordBuilder,
	type NumberBuilder,
} from './column-builder.ts';

export const fieldsPerSegmentMax = 10_000;
const valuesPerFieldMax = 256;
/** The most distinct keywords of a field in one segment; values beyond that are not in the column. */
const keywordsPerFieldMax = 4_000_000;

/** The note of a segment or an index that has more fields. */
export const fieldsNote = `There are more than ${fieldsPerSegmentMax} fields; items cannot be filtered by the others.`;

/** A field name as notes show it: shortened. */
export function toShownName(fieldName: string): string {
	return fieldName.slice(0, 100);
}

export interface FieldCollector {
	/**
	 * Adds values of the document; documents come in ascending order. Values beyond the limits are dropped, with a note.
	 */
	addText(document: number, fieldName: string, text: string): void;
	addBoolean(document: number, fieldName: string, text: 'true' | 'false'): void;
	addNumber(document: number, fieldName: string, value: number): void;
	/** Adds a number that was parsed from a text. It does not change the type of the field. */
	addParsedNumber(
		document: number,
		fieldName: string,
		parsed: { readonly value: number; readonly isDate: boolean },
	): void;
	addPoint(document: number, fieldName: string, point: readonly [number, number]): void;
	/** Records words that are searched but not filtered by: the field is known and has no column. */
	addWords(fieldName: string): void;
	/** Notes that something of an item was left out: a sentence that says what and why, the same for every such item. */
	note(sentence: string): void;
	finish(): { readonly fields: FieldContent[]; readonly notes: string[] };
}

interface Field {
	readonly name: string;
	keywords: KeywordBuilder | undefined;
	numbers: NumberBuilder | undefined;
	points: PointBuilder | undefined;
	/** Bit mask of types: 1 text, 2 number, 4 boolean. */
	kinds: number;
	hasDates: boolean;
	/** How many values `lastDocument` has so far. */
	valueCount: number;
	lastDocument: number;
}

export function createFieldCollector(): FieldCollector {
	const fields = new Map<string, Field>();
	const notes = new Set<string>();

	function note(sentence: string): void {
		if (notes.size < notesMax) notes.add(sentence);
	}

	function open(fieldName: string): Field | undefined {
		const known = fields.get(fieldName);
		if (known !== undefined) return known;
		if (fields.size >= fieldsPerSegmentMax) {
			note(fieldsNote);
			return undefined;
		}
		const field = createField(fieldName);
		fields.set(fieldName, field);
		return field;
	}

	function enter(document: number, fieldName: string): Field | undefined {
		const field = open(fieldName);
		if (field === undefined) return undefined;
		if (field.lastDocument !== document) {
			field.lastDocument = document;
			field.valueCount = 0;
		}
		field.valueCount += 1;
		if (field.valueCount <= valuesPerFieldMax) return field;
		note(`${toShownName(fieldName)} has more than ${valuesPerFieldMax} values in an item; the first ones count.`);
		return undefined;
	}

	function addKeyword(document: number, field: Field, text: string): void {
		if (field.keywords === undefined) field.keywords = toKeywordsOfNumbers(field.numbers);
		if (field.keywords.valueCount < keywordsPerFieldMax || field.keywords.has(text)) field.keywords.add(document, text);
		else
			note(
				`${toShownName(field.name)} has more than ${keywordsPerFieldMax} distinct values; items cannot be filtered by the others.`,
			);
	}

	return {
		addText(document, fieldName, text) {
			const field = enter(document, fieldName);
			if (field === undefined) return;
			field.kinds |= 1;
			addKeyword(document, field, text);
		},
		addBoolean(document, fieldName, text) {
			const field = enter(document, fieldName);
			if (field === undefined) return;
			field.kinds |= 4;
			addKeyword(document, field, text);
		},
		addNumber(document, fieldName, value) {
			const field = enter(document, fieldName);
			if (field === undefined) return;
			field.kinds |= 2;
			if (field.keywords !== undefined) addKeyword(document, field, String(value));
			field.numbers ??= createNumberBuilder();
			field.numbers.add(document, value);
		},
		addParsedNumber(document, fieldName, { value, isDate }) {
			const field = fields.get(fieldName);
			if (field === undefined) return;
			field.numbers ??= createNumberBuilder();
			field.numbers.add(document, value);
			if (isDate) field.hasDates = true;
		},
		addPoint(document, fieldName, point) {
			const field = enter(document, fieldName);
			if (field === undefined) return;
			field.points ??= createPointBuilder();
			field.points.add(document, point);
		},
		addWords(fieldName) {
			const field = open(fieldName);
			if (field !== undefined) field.kinds |= 1;
		},
		note,
		finish: () => ({ fields: Array.from(fields.values(), toFieldContent), notes: [...notes] }),
	};
}

function createField(name: string): Field {
	return {
		name,
		keywords: undefined,
		numbers: undefined,
		points: undefined,
		kinds: 0,
		hasDates: false,
		valueCount: 0,
		lastDocument: -1,
	};
}

/** The field had no text so far, so all its numbers were given as numbers. */
function toKeywordsOfNumbers(numbers: NumberBuilder | undefined): KeywordBuilder {
	const keywords = createKeywordBuilder();
	if (numbers === undefined) return keywords;
	const entries = numbers.toEntries();
	for (let at = 0; at < entries.documents.length; at++) {
		keywords.add(entries.documents[at] as number, String(entries.numbers[at]));
	}
	return keywords;
}

function toFieldContent(field: Field): FieldContent {
	const isMixed = field.kinds !== (field.kinds & -field.kinds);
	return {
		name: field.name,
		keywords: field.keywords?.toEntries(),
		numbers: field.numbers?.toEntries(),
		points: field.points?.toEntries(),
		hasDates: field.hasDates,
		isMixed,
		hasTexts: (field.kinds & 1) !== 0,
	};
}

interface PointBuilder {
	/** Only the first point of a document is kept. */
	add(document: number, point: readonly [number, number]): void;
	toEntries(): { readonly documents: Uint32Array; readonly points: Float64Array };
}

function createPointBuilder(): PointBuilder {
	const documents = createGrowingUint32();
	const points = createGrowingFloat64();
	return {
		add(document, [latitude, longitude]) {
			if (documents.length > 0 && documents.data[documents.length - 1] === document) return;
			push(documents, document);
			push(points, latitude);
			push(points, longitude);
		},
		toEntries: () => ({ documents: toFilled(documents), points: toFilled(points) }),
	};
}
