/** What a segment has once for each document: id, key, lengths, flags, boost, title, identifiers and links. */
import { toItemKeyText } from '../../../domain/item/dfid.ts';
import { listItemLinks } from '../../../domain/item/item-link.ts';
import type { PriceFormat } from '../../../domain/price/price-format.ts';
import { readNumber } from '../../../domain/price/price-text.ts';
import type { IndexSchema } from '../../../domain/schema/index-schema.ts';
import { packLengths } from '../../ranking/packed-counts.ts';
import { toSection } from '../segment/column-sections.ts';
import {
	createGrowingUint8,
	createGrowingUint32,
	type GrowingArray,
	push,
	toFilled,
} from '../segment/growing-array.ts';
import { hashIdentifier, keyBytes } from '../segment/key-table.ts';
import { flagOutOfStock, sectionKinds } from '../segment/layout.ts';
import type { SegmentOutput } from '../segment/segment-output.ts';
import { toSortedStrings } from '../segment/sorted-strings.ts';
import { toEntryTerm, withTerm } from '../segment/title-words.ts';
import type { IndexedItem } from './indexed-item.ts';
import type { ItemSummary } from './item-words.ts';
import { createStockTest } from './stock.ts';

/** Larger values of `df_manual_boost` are lowered to this. */
const boostMax = 1_000;

export interface DocumentOptions {
	readonly priceFormat: PriceFormat;
	readonly schema: IndexSchema;
}

export function createDocumentCollector({ priceFormat, schema }: DocumentOptions) {
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
			const key = toItemKeyText(id);
			for (let at = 0; at < key.length; at++) push(keys, key.charCodeAt(at));
			const [lengthA, lengthB, lengthC] = summary.lengths;
			push(lengths, packLengths(lengthA, lengthB, lengthC));
			wordCounts[0] += lengthA;
			wordCounts[1] += lengthB;
			wordCounts[2] += lengthC;
			push(flags, isOutOfStock(fields) ? flagOutOfStock : 0);
			boosts.push(toBoost(fields.df_manual_boost, priceFormat));
			for (const entry of summary.title) push(titleTerms, entry);
			push(titleOffsets, titleTerms.length);
			for (const identifier of summary.identifiers) {
				addHash(identifierHashes, identifier);
				push(identifierDocuments, ids.length);
			}
			for (const link of listItemLinks(fields, linkNames)) {
				addHash(linkHashes, link);
				push(linkDocuments, ids.length);
			}
			ids.push(id);
		},
		keyOf: (document: number) => keys.data.subarray(document * keyBytes, (document + 1) * keyBytes),
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

function addHash(hashes: GrowingArray<Uint32Array<ArrayBuffer>>, text: string): void {
	const [high, low] = hashIdentifier(text);
	push(hashes, high);
	push(hashes, low);
}

function toBoost(value: unknown, format: PriceFormat): number {
	const boost = typeof value === 'string' ? readNumber(value, format) : value;
	return typeof boost === 'number' && boost >= 0 ? Math.min(boost, boostMax) : 1;
}
