/**
 * How do items become a segment? One walk over each item sends its words to the postings and its values to the columns.
 */

import { toItemKeyBytes } from '../../../domain/item/dfid.ts';
import { listItemLinks } from '../../../domain/item/item-link.ts';
import { defaultPriceFormat, type PriceFormat } from '../../../domain/price/price-format.ts';
import { readNumber, readPrice } from '../../../domain/price/price-text.ts';
import { type FieldSchema, type IndexSchema, inferredSchema } from '../../../domain/schema/index-schema.ts';
import { runSteps, type Steps } from '../../../lib/steps.ts';
import type { Analyzer } from '../../analysis/analyzer.ts';
import { clearTokens, createTokenBuffer, tokenKinds } from '../../analysis/token-buffer.ts';
import { packLengths, type WeightClass, weightClasses } from '../../ranking/packed-counts.ts';
import { assembleInSteps, writePostings } from '../segment/assemble-segment.ts';
import { toSection } from '../segment/column-sections.ts';
import { createGrowingUint8, createGrowingUint32, push, toFilled } from '../segment/growing-array.ts';
import { hashIdentifier, identifierLengthMax, normalizeIdentifier } from '../segment/key-table.ts';
import { creationFieldName, flagOutOfStock, groupFieldName, sectionKinds, titleWordsMax } from '../segment/layout.ts';
import { toPostings } from '../segment/postings.ts';
import type { SegmentOutput } from '../segment/segment-output.ts';
import { toSortedStrings } from '../segment/sorted-strings.ts';
import { otherFormFlag, purposeFlag, toEntryTerm, withTerm } from '../segment/title-words.ts';
import { createFieldCollector, type FieldCollector, toShownName } from './field-collector.ts';
import { createFieldRules, type FieldRule, keywordBytesMax, toValueClass } from './field-rule.ts';
import { parseDate, parsePoint, parseShortNumber, type ValueVisitor, visitValues } from './item-values.ts';
import { createPostingCollector, type PostingCollector } from './posting-collector.ts';
import { createStockTest } from './stock.ts';

/** The most tokens of one value that are searched. */
const tokensPerValueMax = 4_096;
const tokensNote = `A text has more than ${tokensPerValueMax} words; the first ones are searched.`;
const longValueNote = 'these cannot be filtered by.';
/** The most entries that the words of a title take, with their other forms. */
const titleEntriesMax = 64;

/** The expected size of a segment; a larger one is copied once more. */
const bytesExpected = 64 * 1024 * 1024;

/** Larger values of `df_manual_boost` are lowered to this. */
const boostMax = 1_000;

/** An item as it is indexed. `fields` is the parsed JSON object of the item. */
export interface IndexedItem {
	readonly id: string;
	readonly fields: Readonly<Record<string, unknown>>;
	/** Its position in the order in which items were created. */
	readonly createdSeq?: number;
}

export interface SegmentBuilder {
	/** Adds an item. @returns its document number, counted from 0. Cost: about 30 µs for a product of 55 words. */
	add(item: IndexedItem): number;
	readonly documentCount: number;
	/** The bytes that the postings take so far, which tell when to finish the segment. */
	readonly postingBytes: number;
	/** The bytes of the segment. The builder cannot be used afterwards. */
	finish(): SharedArrayBuffer;
	/** The same in steps, each of at most a tenth of a second for a segment of 8,000 items. */
	finishInSteps(): Steps<SharedArrayBuffer>;
}

export interface BuilderOptions {
	/** How the shop writes prices. */
	readonly priceFormat?: PriceFormat;
	/** The schema of the items' fields. */
	readonly schema?: IndexSchema;
}

/** Creates a builder for items in the analyzer's language. */
export function createSegmentBuilder(
	analyzer: Analyzer,
	{ priceFormat = defaultPriceFormat, schema = inferredSchema }: BuilderOptions = {},
): SegmentBuilder {
	const postings = createPostingCollector();
	const fields = createFieldCollector();
	const documents = createDocumentCollector({ priceFormat, schema });
	const reader = createItemReader({ analyzer, priceFormat, schema, postings, fields, documents });

	function* finishInSteps(): Steps<SharedArrayBuffer> {
		const { terms, postings: sorted, ordinalOfTerm } = yield* postings.finish();
		yield;
		const { fields: fieldContents, notes } = fields.finish();
		yield;
		const content = {
			...documents.finish(ordinalOfTerm),
			terms,
			hasTermsByEnd: analyzer.compoundLinks !== undefined,
			writePostings: (output: SegmentOutput) => writePostings(toPostings(sorted), output),
			fieldsMax: fieldContents.length,
			toFields: () => fieldContents,
			toNotes: () => notes,
			schema: schema.indexedText,
		};
		return yield* assembleInSteps(content, bytesExpected);
	}

	return {
		add(item) {
			const document = documents.count;
			reader.read(document, item.fields);
			if (item.createdSeq !== undefined) fields.addNumber(document, creationFieldName, item.createdSeq);
			postings.endDocument();
			documents.add(item, reader.summary());
			return document;
		},
		get documentCount() {
			return documents.count;
		},
		get postingBytes() {
			return postings.entryCount * 5;
		},
		finish: () => runSteps(finishInSteps()),
		finishInSteps,
	};
}

/** What reading an item yields besides postings and column values. */
interface ItemSummary {
	/** The number of words in each class. */
	readonly lengths: readonly [number, number, number];
	/** The term numbers of the title's words, in order; each is followed by its other forms with `otherFormFlag`. */
	readonly title: readonly number[];
	/** Normalised, without repetition. */
	readonly identifiers: ReadonlySet<string>;
}

interface ItemReader {
	read(document: number, item: Readonly<Record<string, unknown>>): void;
	/** The summary of the item read last. */
	summary(): ItemSummary;
}

interface Collectors {
	readonly analyzer: Analyzer;
	readonly priceFormat: PriceFormat;
	readonly schema: IndexSchema;
	readonly postings: PostingCollector;
	readonly fields: FieldCollector;
	readonly documents: { readonly count: number };
}

function createItemReader({ analyzer, priceFormat, schema, postings, fields, documents }: Collectors): ItemReader {
	const tokens = createTokenBuffer(tokensPerValueMax);
	const words = analyzer.openDocuments((term) => postings.toTermId(term));
	const rules = createFieldRules(schema);
	const groupNames = schema.listNamed('group');
	let isTitled = false;
	let lengths: [number, number, number] = [0, 0, 0];
	let title: number[] = [];
	let identifiers = new Set<string>();

	function addWords(text: string, weightClass: WeightClass, { occurrences, isIdentifier }: FieldRule): void {
		clearTokens(tokens);
		words.analyze(text, tokens);
		if (tokens.isTruncated) fields.note(tokensNote);
		for (let at = 0; at < tokens.count; at++) {
			for (let time = 0; time < occurrences; time++) postings.add(tokens.termIds[at] as number, weightClass);
		}
		// Bar codes beside a title do not make it longer.
		if (!isIdentifier) lengths[weightClass] += tokens.positionCount;
	}

	/** Words that say what the thing is for are class B and do not count as title. */
	function addTitle(fieldName: string, text: string, rule: FieldRule): void {
		// The main title replaces other titles, which only count where an item has no main title.
		const isNoted = title.length === 0 || fieldName === rules.mainTitle;
		if (isNoted) title = [];
		const purpose = analyzer.findPurpose(text);
		addWords(text.slice(0, purpose?.start), weightClasses.a, rule);
		if (isNoted) noteTitle();
		if (purpose === undefined) return;
		addWords(text.slice(purpose.start, purpose.end), weightClasses.b, rule);
		if (isNoted) noteTitle(purposeFlag);
		addWords(text.slice(purpose.end), weightClasses.a, rule);
		if (isNoted) noteTitle();
	}

	/** Adds the current tokens to the title. */
	function noteTitle(flag = 0): void {
		let wordsLeft = titleWordsMax - title.filter((entry) => entry < otherFormFlag).length;
		for (let at = 0; at < tokens.count && title.length < titleEntriesMax; at++) {
			const termId = tokens.termIds[at] as number;
			const kind = tokens.kinds[at];
			if (kind === tokenKinds.variant || kind === tokenKinds.part) continue;
			const isWord = isWholeWord(kind);
			if (isWord && wordsLeft === 0) return;
			if (isWord) wordsLeft -= 1;
			if (isWord) title.push(termId + flag);
			else if (flag === 0) title.push(termId + otherFormFlag);
		}
	}

	function addIdentifier(text: string): void {
		const normalized = normalizeIdentifier(text.slice(0, identifierLengthMax * 2));
		if (normalized !== '' && normalized.length <= identifierLengthMax) identifiers.add(normalized);
	}

	function addText(document: number, fieldName: string, text: string): void {
		if (text === '') return;
		const rule = rules.find(fieldName, isTitled);
		if (rule.field.isIgnored || readsAsNumber(document, rule.field, text)) return;
		const weightClass = toValueClass(rule, text);
		if (weightClass !== undefined && !isAddress(text)) {
			if (rule.isTitle) addTitle(fieldName, text, rule);
			else addWords(text, weightClass, rule);
		}
		if (rule.isIdentifier) addIdentifier(text);
		if (!rule.hasColumn) {
			if (weightClass !== undefined) fields.addWords(fieldName);
		} else if (text.length <= keywordBytesMax) addTextValue(document, rule.field, text);
		else
			fields.note(`${toShownName(fieldName)} has values of more than ${keywordBytesMax} characters; ${longValueNote}`);
	}

	/** Reads a price or a number. A price in words, such as "on request", is an ordinary text. */
	function readsAsNumber(document: number, { name, reading, hasNumbers }: FieldSchema, text: string): boolean {
		if (reading !== 'price' && reading !== 'number') return false;
		const value = reading === 'price' ? readPrice(text, priceFormat) : readNumber(text, priceFormat);
		if (value !== null && value !== undefined && hasNumbers) fields.addNumber(document, name, value);
		return value !== undefined;
	}

	function addTextValue(document: number, { name: fieldName, reading }: FieldSchema, text: string): void {
		fields.addText(document, fieldName, text);
		const number = parseShortNumber(text);
		if (number !== undefined) fields.addParsedNumber(document, fieldName, { value: number, isDate: false });
		const date = parseDate(text);
		if (date !== undefined) fields.addParsedNumber(document, fieldName, { value: date, isDate: true });
		const point = reading === 'point' ? parsePoint(text) : undefined;
		if (point !== undefined) fields.addPoint(document, fieldName, point);
	}

	function addNumber(document: number, fieldName: string, value: number): void {
		const rule = rules.find(fieldName, isTitled);
		if (rule.field.hasNumbers) fields.addNumber(document, fieldName, value);
		if (rule.weightClass === weightClasses.a) addWords(String(value), rule.weightClass, rule);
		if (rule.isIdentifier) addIdentifier(String(value));
	}

	const visitor: ValueVisitor = {
		text: (fieldName, text) => addText(documents.count, fieldName, text),
		boolean(fieldName, text) {
			if (rules.find(fieldName, isTitled).field.hasOtherValues) fields.addBoolean(documents.count, fieldName, text);
		},
		number: (fieldName, value) => addNumber(documents.count, fieldName, value),
		point(fieldName, latitude, longitude) {
			if (!rules.find(fieldName, isTitled).field.hasOtherValues) return;
			fields.addPoint(documents.count, fieldName, [latitude, longitude]);
		},
		cut: (reason) => fields.note(reason),
	};
	return {
		read(document, item) {
			lengths = [0, 0, 0];
			isTitled = rules.hasMainTitle(item);
			title = [];
			identifiers = new Set();
			visitValues(item, visitor);
			const groupId = item[groupNames[0] as string] ?? item[groupNames[1] as string];
			if (groupId !== undefined && groupId !== null && groupId !== '') {
				fields.addText(document, groupFieldName, String(groupId));
			}
		},
		summary: () => ({ lengths, title, identifiers }),
	};
}

function isAddress(text: string): boolean {
	return text.startsWith('http://') || text.startsWith('https://');
}

/** Collects everything that has one entry per document. */
function createDocumentCollector({ priceFormat, schema }: Required<BuilderOptions>) {
	const linkNames = schema.listNamed('link');
	const isOutOfStock = createStockTest(schema);
	const ids: string[] = [];
	const keys = createGrowingUint8();
	const lengths = createGrowingUint8();
	const flags = createGrowingUint8();
	const boosts: number[] = [];
	const titleOffsets = createGrowingUint32();
	const titleTerms = createGrowingUint32();
	const identifierHashes = createGrowingUint32();
	const identifierDocuments = createGrowingUint32();
	const linkHashes = createGrowingUint32();
	const linkDocuments = createGrowingUint32();
	const wordCounts: [number, number, number] = [0, 0, 0];
	push(titleOffsets, 0);
	return {
		get count() {
			return ids.length;
		},
		add({ id, fields }: IndexedItem, summary: ItemSummary): void {
			for (const byte of toItemKeyBytes(id)) push(keys, byte);
			push(lengths, packLengths(...summary.lengths));
			for (const weightClass of [0, 1, 2] as const) wordCounts[weightClass] += summary.lengths[weightClass];
			push(flags, isOutOfStock(fields) ? flagOutOfStock : 0);
			boosts.push(toBoost(fields.df_manual_boost, priceFormat));
			for (const entry of summary.title) push(titleTerms, entry);
			push(titleOffsets, titleTerms.length);
			for (const identifier of summary.identifiers) {
				for (const half of hashIdentifier(identifier)) push(identifierHashes, half);
				push(identifierDocuments, ids.length);
			}
			for (const link of listItemLinks(fields, linkNames)) {
				for (const half of hashIdentifier(link)) push(linkHashes, half);
				push(linkDocuments, ids.length);
			}
			ids.push(id);
		},
		finish(ordinalOfTerm: Uint32Array) {
			const titles = toFilled(titleTerms).map((entry) => withTerm(entry, ordinalOfTerm[toEntryTerm(entry)] as number));
			return {
				documentCount: ids.length,
				wordCounts,
				writeTitles: (output: SegmentOutput) =>
					output.add([
						toSection(sectionKinds.titleOffsets, toFilled(titleOffsets)),
						toSection(sectionKinds.titleTerms, titles),
					]),
				writeKeys(output: SegmentOutput) {
					output.add([toSection(sectionKinds.keys, toFilled(keys))]);
					return toFilled(keys);
				},
				toDocuments: () => ({
					ids: toSortedStrings(ids),
					lengths: toFilled(lengths),
					flags: toFilled(flags),
					boosts: boosts.every((boost) => boost === 1) ? undefined : Float32Array.from(boosts),
				}),
				toIdentifiers: () => ({ hashes: toFilled(identifierHashes), documents: toFilled(identifierDocuments) }),
				toLinks: () => ({ hashes: toFilled(linkHashes), documents: toFilled(linkDocuments) }),
			};
		},
	};
}

function isWholeWord(kind: number | undefined): boolean {
	return kind === tokenKinds.word || kind === tokenKinds.bigram;
}

function toBoost(value: unknown, format: PriceFormat): number {
	const boost = typeof value === 'string' ? readNumber(value, format) : value;
	return typeof boost === 'number' && boost >= 0 ? Math.min(boost, boostMax) : 1;
}
