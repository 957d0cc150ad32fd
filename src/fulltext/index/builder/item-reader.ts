/** What is each value of an item: words, identifier, keyword, number, date, point? One walk over the item tells. */
import type { PriceFormat } from '../../../domain/price/price-format.ts';
import { readNumber, readPrice } from '../../../domain/price/price-text.ts';
import type { FieldSchema, IndexSchema } from '../../../domain/schema/index-schema.ts';
import { groupFieldName } from '../segment/layout.ts';
import { type FieldCollector, toShownName } from './field-collector.ts';
import { createFieldRules, keywordBytesMax } from './field-rule.ts';
import { parseDate, parsePoint, parseShortNumber, type ValueVisitor, visitValues } from './item-values.ts';
import type { ItemWords } from './item-words.ts';

const longValueNote = 'these cannot be filtered by.';

/** Adds the values of an item to words and columns. */
export type ItemReader = (document: number, item: Readonly<Record<string, unknown>>) => void;

export interface ItemReaderOptions {
	readonly priceFormat: PriceFormat;
	readonly schema: IndexSchema;
	readonly words: ItemWords;
	readonly fields: FieldCollector;
}

export function createItemReader({ priceFormat, schema, words, fields }: ItemReaderOptions): ItemReader {
	const rules = createFieldRules(schema);
	const groupNames = schema.listNamed('group');
	let document = 0;
	let isTitled = false;

	function addText(fieldName: string, text: string): void {
		if (text === '') return;
		const rule = rules.find(fieldName, isTitled);
		if (rule.field.isIgnored || readsAsNumber(rule.field, text)) return;
		const slot = rules.toValueSlot(rule, text);
		if (slot !== undefined && !isAddress(text)) {
			if (rule.isTitle) words.addTitle(text, fieldName === rules.mainTitle, rule);
			else words.add(text, slot, rule);
		}
		if (rule.isIdentifier) words.addIdentifier(text);
		if (!rule.hasColumn) {
			if (slot !== undefined) fields.addWords(fieldName);
		} else if (text.length <= keywordBytesMax) addTextValue(rule.field, text);
		else
			fields.note(`${toShownName(fieldName)} has values of more than ${keywordBytesMax} characters; ${longValueNote}`);
	}

	/** Reads a price or a number. A price in words, such as "on request", is an ordinary text. */
	function readsAsNumber({ name, reading, hasNumbers }: FieldSchema, text: string): boolean {
		if (reading !== 'price' && reading !== 'number') return false;
		const value = reading === 'price' ? readPrice(text, priceFormat) : readNumber(text, priceFormat);
		if (value !== null && value !== undefined && hasNumbers) fields.addNumber(document, name, value);
		return value !== undefined;
	}

	function addTextValue({ name: fieldName, reading }: FieldSchema, text: string): void {
		fields.addText(document, fieldName, text);
		const number = parseShortNumber(text);
		if (number !== undefined) fields.addParsedNumber(document, fieldName, { value: number, isDate: false });
		const date = parseDate(text);
		if (date !== undefined) fields.addParsedNumber(document, fieldName, { value: date, isDate: true });
		const point = reading === 'point' ? parsePoint(text) : undefined;
		if (point !== undefined) fields.addPoint(document, fieldName, point);
	}

	function addNumber(fieldName: string, value: number): void {
		const rule = rules.find(fieldName, isTitled);
		if (rule.field.hasNumbers) fields.addNumber(document, fieldName, value);
		if (rule.field.fieldClass === 'A' && rule.slot !== undefined) words.add(String(value), rule.slot, rule);
		if (rule.isIdentifier) words.addIdentifier(String(value));
	}

	const visitor: ValueVisitor = {
		text: addText,
		boolean(fieldName, text) {
			if (rules.find(fieldName, isTitled).field.hasOtherValues) fields.addBoolean(document, fieldName, text);
		},
		number: addNumber,
		point(fieldName, latitude, longitude) {
			if (!rules.find(fieldName, isTitled).field.hasOtherValues) return;
			fields.addPoint(document, fieldName, [latitude, longitude]);
		},
		cut: (reason) => fields.note(reason),
	};
	return (itemDocument, item) => {
		document = itemDocument;
		isTitled = rules.hasMainTitle(item);
		words.begin(() => listBrands(item, schema));
		visitValues(item, visitor);
		const groupId = item[groupNames[0] as string] ?? item[groupNames[1] as string];
		if (groupId !== undefined && groupId !== null && groupId !== '') {
			fields.addText(document, groupFieldName, String(groupId));
		}
	};
}

function listBrands(item: Readonly<Record<string, unknown>>, { find }: IndexSchema): readonly string[] {
	const values = Object.keys(item)
		.filter((name) => find(name).role === 'brand')
		.flatMap((name) => item[name]);
	return values.filter((value) => typeof value === 'string');
}

function isAddress(text: string): boolean {
	return text.startsWith('http://') || text.startsWith('https://');
}
