/**
 * What is an item in OpenSearch? The core indexes a batch of items into a segment of its own, and each document is read from
 * that. So words, values, prices, stock and links are those of the embedded search, by construction.
 */
import { toSortedNumber } from '../../domain/item/item-id.ts';
import type { PriceFormat } from '../../domain/price/price-format.ts';
import type { IndexSchema } from '../../domain/schema/index-schema.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { foldValue, isPath, levelSign } from '../../fulltext/analysis/fold-value.ts';
import { toUses } from '../../fulltext/describe-index.ts';
import { createSegmentBuilder } from '../../fulltext/index/builder/segment-builder.ts';
import {
	creationFieldName,
	flagOutOfStock,
	groupFieldName,
	type ManifestField,
} from '../../fulltext/index/segment/layout.ts';
import { visitPostings } from '../../fulltext/index/segment/postings.ts';
import { openProvenSegment, type Segment } from '../../fulltext/index/segment/segment.ts';
import { countStrings, decodeString } from '../../fulltext/index/segment/sorted-strings.ts';
import { toEntryTerm, toTitleWords } from '../../fulltext/index/segment/title-words.ts';
import { readGroupId, readItemKey, readNumbers, readTexts } from '../../fulltext/query/document-values.ts';
import { toStatistics } from '../../fulltext/query/index-view.ts';
import { toViewWeighings } from '../../fulltext/query/view-weighings.ts';
import { toScoreTable } from '../../fulltext/ranking/score-table.ts';
import {
	fromTop,
	type ItemDocument,
	inside,
	nameEnd,
	toHashText,
	toTextsColumn,
	toUse,
	toValuesColumn,
	typeSign,
	worthSteps,
} from './index-layout.ts';

/** An item to be indexed. */
export interface IndexedText {
	readonly id: string;
	readonly text: string;
	readonly createdSeq: number;
	/** Of the write. */
	readonly serial: number;
}

export interface DocumentOptions {
	readonly indexName: string;
	readonly analyzer: Analyzer;
	readonly priceFormat: PriceFormat;
	readonly schema: IndexSchema;
}

export interface KeyedDocument {
	readonly itemKey: string;
	readonly document: ItemDocument;
}

export interface DocumentBatch {
	/** In the order of the items. */
	readonly documents: readonly KeyedDocument[];
	/** What was left out of them. */
	readonly notes: readonly string[];
}

/** The segment of some items: document d is item d. Cost: about 50 µs for each. */
export function toSegment(
	items: readonly Omit<IndexedText, 'serial'>[],
	{ analyzer, priceFormat, schema }: Omit<DocumentOptions, 'indexName'>,
): Segment {
	const builder = createSegmentBuilder(analyzer, { priceFormat, schema });
	for (const { id, text, createdSeq } of items) builder.add({ id, fields: JSON.parse(text), createdSeq });
	return openProvenSegment(builder.finish());
}

/** @throws when one of the items cannot be indexed */
export function toDocuments(items: readonly IndexedText[], options: DocumentOptions): DocumentBatch {
	if (items.length === 0) return { documents: [], notes: [] };
	const segment = toSegment(items, options);
	const words = listWords(segment);
	const values = readValues(segment, items);
	const identifiers = listHashes(segment, segment.identifierHashes, segment.identifierDocuments);
	const links = listHashes(segment, segment.linkHashes, segment.linkDocuments);
	const documents = items.map(({ id, text, createdSeq, serial }, at): KeyedDocument => {
		const itemKey = readItemKey(segment, at);
		const group = readGroupId(segment, at);
		const { slots, ...ofColumns } = values[at] as DocumentValues;
		const title = Array.from(toTitleWords(segment, at), (term) => decodeString(segment.terms, term)).join(nameEnd);
		const document = {
			...{ index: options.indexName, id, words: (words[at] as string[]).join(' '), named: listNamed(segment, at) },
			...(title !== '' && { title }),
			...{ identifiers: identifiers[at] as string[], links: links[at] as string[] },
			...ofColumns,
			...slots,
			group:
				group === undefined
					? `${options.indexName}${nameEnd}${nameEnd}${itemKey}`
					: `${options.indexName}${nameEnd}${group}`,
			isOut: ((segment.flags[at] as number) & flagOutOfStock) !== 0,
			boost: segment.boosts?.[at] ?? 1,
			...toSortedId(id),
			...{ created: createdSeq, serial, text },
		};
		return { itemKey, document };
	});
	return { documents, notes: segment.manifest.notes };
}

function toSortedId(id: string): Pick<ItemDocument, 'idNumber' | 'idText'> {
	const idNumber = toSortedNumber(id);
	return idNumber === undefined ? { idText: id } : { idNumber };
}

/** By document, its terms with what they are worth. */
function listWords(segment: Segment): string[][] {
	const live = { segment, live: undefined, liveCount: segment.documentCount };
	const { averageLengths } = toStatistics({ segments: [live] });
	const [weighing] = toViewWeighings({ segments: [live] }).bySegment;
	const table = weighing === undefined ? undefined : toScoreTable(averageLengths, 'any', weighing);
	const words = Array.from({ length: segment.documentCount }, (): string[] => []);
	const { lengths, postings, terms } = segment;
	const termCount = countStrings(terms);
	for (let term = 0; term < termCount; term++) {
		const text = decodeString(terms, term);
		if (/[|\s]/.test(text)) continue;
		visitPostings(postings, term, (document, at) => {
			const worth = table?.[((postings.counts[at] as number) << 8) | (lengths[document] as number)] ?? 0;
			(words[document] as string[]).push(`${text}|${Math.max(1, Math.round(worth * worthSteps))}`);
		});
	}
	return words;
}

function listNamed({ titleOffsets, titleTerms, terms }: Segment, document: number): string[] {
	const entries = titleTerms.subarray(titleOffsets[document], titleOffsets[document + 1]);
	return [...new Set(Array.from(entries, (entry) => decodeString(terms, toEntryTerm(entry))))];
}

function listHashes({ documentCount }: Segment, hashes: Uint32Array, documents: Uint32Array): string[][] {
	const lists = Array.from({ length: documentCount }, (): string[] => []);
	for (const [at, document] of documents.entries()) {
		(lists[document] as string[]).push(toHashText(hashes[2 * at] as number, hashes[2 * at + 1] as number));
	}
	return lists;
}

const pseudoNames = new Set([groupFieldName, creationFieldName]);

/** What the columns have, by document. Cost: O(values), whatever the number of fields: most items have few of them. */
function readValues(segment: Segment, items: readonly IndexedText[]): readonly DocumentValues[] {
	const found = items.map((): DocumentValues => ({ slots: {}, numbers: [], points: [], uses: [] }));
	const parsed = items.map(({ text }): unknown => JSON.parse(text));
	for (const field of segment.manifest.fields) {
		if (pseudoNames.has(field.name)) continue;
		// Texts that are only searched have no column.
		const isSearchedOnly = field.hasTexts && !field.hasKeywords;
		for (const document of isSearchedOnly ? items.keys() : listHaving(segment, field.name)) {
			const hasAny = isSearchedOnly && hasField(parsed[document], field.name);
			addField(found[document] as DocumentValues, field, { segment, document, hasAny });
		}
	}
	return found;
}

interface DocumentValues {
	/** By column. */
	readonly slots: Record<string, string[]>;
	readonly numbers: ItemDocument['numbers'][number][];
	readonly points: ItemDocument['points'][number][];
	readonly uses: string[];
}

interface FieldReading {
	readonly segment: Segment;
	readonly document: number;
	/** Whether there is a text without a column. */
	readonly hasAny: boolean;
}

function addField({ slots, numbers, points, uses }: DocumentValues, field: ManifestField, reading: FieldReading): void {
	const { segment, document, hasAny } = reading;
	const { name } = field;
	const add = (column: string, value: string) => {
		slots[column] ??= [];
		slots[column].push(`${name}${nameEnd}${value}`);
	};
	const texts = [...new Set(readTexts(segment, name, document))];
	for (const text of texts) add(toTextsColumn(name), text);
	for (const value of new Set(texts.flatMap(listNodes))) add(toValuesColumn(name), value);
	const found = readNumbers(segment, name, document);
	for (const value of found) numbers.push({ field: name, value });
	const point = readPoint(segment, name, document);
	if (point !== undefined) points.push({ field: name, at: point });
	const has = { texts: texts.length > 0, numbers: found.length > 0, points: point !== undefined, any: hasAny };
	uses.push(...listUses(segment, field, has));
}

/** Documents that may have a value in a column of the field. */
function listHaving(segment: Segment, fieldName: string): Iterable<number> {
	const columns = [segment.keywordColumn(fieldName), segment.numberColumn(fieldName), segment.pointColumn(fieldName)];
	const having = new Set<number>();
	for (const column of columns) {
		if (column === undefined) continue;
		if (column.rows === undefined) return Array.from({ length: segment.documentCount }, (_, document) => document);
		for (const document of column.rows) having.add(document);
	}
	return having;
}

/** What filters compare: the value and the nodes of its path, each counted from the top and from below. */
export function listNodes(value: string): readonly string[] {
	const folded = foldValue(value);
	const nodes = [`${fromTop}${folded}`];
	for (let at = folded.indexOf(levelSign, 1); at > 0; at = folded.indexOf(levelSign, at + 1)) {
		nodes.push(`${fromTop}${folded.slice(0, at)}`);
	}
	if (!isPath(folded)) return nodes;
	const levels = folded.split(levelSign);
	for (let from = 1; from < levels.length; from++) {
		for (let to = from + 1; to <= levels.length; to++) nodes.push(`${inside}${levels.slice(from, to).join(levelSign)}`);
	}
	return nodes;
}

function readPoint(segment: Segment, fieldName: string, document: number) {
	const column = segment.pointColumn(fieldName);
	const row = column?.rows.indexOf(document) ?? -1;
	if (column === undefined || row < 0) return undefined;
	return { lat: column.points[2 * row] as number, lon: column.points[2 * row + 1] as number };
}

interface Had {
	readonly texts: boolean;
	readonly numbers: boolean;
	readonly points: boolean;
	/** Whether there is any value; texts that are only searched have no column. */
	readonly any: boolean;
}

/** Of a batch it is only known which uses a field has in some of its items. */
function listUses(segment: Segment, field: ManifestField, has: Had): string[] {
	const { name } = field;
	const uses = toUses(field, segment.schema).filter((use) => {
		if (use === 'number' || use === 'date') return has.numbers;
		if (use === 'point') return has.points;
		return use === 'keyword' ? has.texts : has.texts || (!field.hasKeywords && has.any);
	});
	if (uses.length === 0) return [];
	const isText = field.hasTexts && (has.texts || !has.numbers);
	const kind = isText ? 'text' : has.texts ? 'boolean' : 'number';
	return [...uses, `${typeSign}${has.points ? 'point' : kind}`].map((use) => toUse(name, use));
}

/** Whether an item has a field of this dotted name; fields in lists of objects count as there. */
function hasField(item: unknown, name: string): boolean {
	if (Array.isArray(item)) return item.some((one) => hasField(one, name));
	if (typeof item !== 'object' || item === null) return false;
	return Object.entries(item).some(
		([key, value]) =>
			(key === name && value !== null) || (name.startsWith(`${key}.`) && hasField(value, name.slice(key.length + 1))),
	);
}
