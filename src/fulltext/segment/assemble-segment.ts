/** How does gathered content become a segment? The one writer behind both the builder and the merge. */
import {
	type KeywordEntries,
	type NumberEntries,
	toKeywordSections,
	toNumberSections,
	toSection,
} from './column-sections.ts';
import { toIdentifierTable, toKeySlots } from './key-table.ts';
import { type ManifestField, type Section, sectionKinds } from './layout.ts';
import type { Postings } from './postings.ts';
import { toSegmentBytes } from './segment-bytes.ts';
import { countStrings, type SortedStrings } from './sorted-strings.ts';
import { toTermsByEnd } from './terms-by-end.ts';
import { noTypoTable, tabledTermsMin, toTypoTable } from './typo-table.ts';

export interface FieldContent {
	readonly name: string;
	readonly keywords: KeywordEntries | undefined;
	readonly numbers: NumberEntries | undefined;
	/** `points` has latitude and longitude for each of `documents`, which ascend without repeating. */
	readonly points: { readonly documents: Uint32Array; readonly points: Float64Array } | undefined;
	readonly hasDates: boolean;
	readonly isMixed: boolean;
	readonly hasTexts: boolean;
}

/** Arrays as `Segment` describes them, but that identifiers and links come in any order. */
export interface SegmentContent {
	readonly documentCount: number;
	readonly wordCounts: readonly [number, number, number];
	readonly notes: readonly string[];
	readonly terms: SortedStrings;
	/** Whether compounds are to be found by their ends. */
	readonly hasTermsByEnd: boolean;
	readonly postings: Postings;
	readonly lengths: Uint8Array;
	readonly flags: Uint8Array;
	readonly boosts: Float32Array | undefined;
	readonly titleOffsets: Uint32Array;
	readonly titleTerms: Uint32Array;
	readonly ids: SortedStrings;
	readonly keys: Uint8Array;
	readonly identifierHashes: Uint32Array;
	readonly identifierDocuments: Uint32Array;
	readonly linkHashes: Uint32Array;
	readonly linkDocuments: Uint32Array;
	readonly fields: readonly FieldContent[];
}

/** The bytes of a segment with this content. Cost: a few passes over all of it. */
export function assembleSegment(content: SegmentContent): SharedArrayBuffer {
	const { documentCount, wordCounts, notes, fields } = content;
	const sections = toSharedSections(content);
	for (const [index, field] of fields.entries()) sections.push(...toFieldSections(field, documentCount, index));
	return toSegmentBytes({ documentCount, wordCounts, notes, fields: fields.map(toManifestField) }, sections);
}

function toSharedSections(content: SegmentContent): Section[] {
	const { postings } = content;
	const typos = countStrings(content.terms) < tabledTermsMin ? noTypoTable : toTypoTable(content.terms);
	const identifiers = toIdentifierTable(content.identifierHashes, content.identifierDocuments);
	const links = toIdentifierTable(content.linkHashes, content.linkDocuments);
	const sections = [
		toSection(sectionKinds.termOffsets, content.terms.offsets),
		toSection(sectionKinds.termBytes, content.terms.bytes),
		toSection(sectionKinds.chunkOffsets, postings.chunkOffsets),
		toSection(sectionKinds.chunkHighs, postings.chunkHighs),
		toSection(sectionKinds.chunkStarts, postings.chunkStarts),
		toSection(sectionKinds.postingDocuments, postings.documents),
		toSection(sectionKinds.postingCounts, postings.counts),
		toSection(sectionKinds.typoBuckets, typos.buckets),
		toSection(sectionKinds.typoTerms, typos.terms),
		toSection(sectionKinds.lengths, content.lengths),
		toSection(sectionKinds.flags, content.flags),
		toSection(sectionKinds.titleOffsets, content.titleOffsets),
		toSection(sectionKinds.titleTerms, content.titleTerms),
		toSection(sectionKinds.idOffsets, content.ids.offsets),
		toSection(sectionKinds.idBytes, content.ids.bytes),
		toSection(sectionKinds.keys, content.keys),
		toSection(sectionKinds.keySlots, toKeySlots(content.keys)),
		toSection(sectionKinds.identifierHashes, identifiers.hashes),
		toSection(sectionKinds.identifierDocuments, identifiers.documents),
		toSection(sectionKinds.linkHashes, links.hashes),
		toSection(sectionKinds.linkDocuments, links.documents),
	];
	if (content.hasTermsByEnd) sections.push(toSection(sectionKinds.termsByEnd, toTermsByEnd(content.terms)));
	if (content.boosts !== undefined) sections.push(toSection(sectionKinds.boosts, content.boosts));
	return sections;
}

function toFieldSections(field: FieldContent, documentCount: number, index: number): Section[] {
	const { keywords, numbers, points } = field;
	const sections: Section[] = [];
	if (keywords !== undefined) sections.push(...toKeywordSections(keywords, documentCount, index));
	if (numbers !== undefined) sections.push(...toNumberSections(numbers, documentCount, index));
	if (points !== undefined) {
		sections.push({ kind: sectionKinds.pointRowDocuments, field: index, data: points.documents });
		sections.push({ kind: sectionKinds.points, field: index, data: points.points });
	}
	return sections;
}

function toManifestField({ name, keywords, numbers, points, ...rest }: FieldContent): ManifestField {
	return {
		name,
		hasKeywords: keywords !== undefined,
		hasNumbers: numbers !== undefined,
		hasPoints: points !== undefined,
		hasDates: rest.hasDates,
		isMixed: rest.isMixed,
		hasTexts: rest.hasTexts,
	};
}
