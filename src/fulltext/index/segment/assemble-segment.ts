/**
 * How does collected content become a segment? This is the only writer of segments: the builder and the merge both use
 * it.
 */
import { runSteps, type Steps } from '../../../lib/steps.ts';
import {
	type KeywordEntries,
	type NumberEntries,
	toKeywordSections,
	toNumberSections,
	toSection,
} from './column-sections.ts';
import { type IdentifierTable, toIdentifierTable, toKeySlots } from './key-table.ts';
import { type ManifestField, sectionKinds } from './layout.ts';
import type { Postings } from './postings.ts';
import { createSegmentOutput, type SegmentOutput } from './segment-output.ts';
import { countStrings, type SortedStrings } from './sorted-strings.ts';
import { toTermsByEnd } from './terms-by-end.ts';
import { makeTypoTable, noTypoTable, tabledTermsMin } from './typo-table.ts';

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

/**
 * What a segment is made of. Arrays are as `Segment` describes them, except that identifiers and links may come in any
 * order. Each part is asked for once, in the order below, so that the data behind one part can be freed before the next
 * is made.
 */
export interface SegmentContent {
	readonly documentCount: number;
	readonly wordCounts: readonly [number, number, number];
	readonly terms: SortedStrings;
	/** Whether the segment needs to find compounds by their ends. */
	readonly hasTermsByEnd: boolean;
	writePostings(output: SegmentOutput): void;
	writeTitles(output: SegmentOutput): void;
	/** @returns the keys as stored in the segment. */
	writeKeys(output: SegmentOutput): Uint8Array;
	toDocuments(): DocumentSections;
	toIdentifiers(): IdentifierTable;
	toLinks(): IdentifierTable;
	/** The most fields there may be. */
	readonly fieldsMax: number;
	toFields(): Iterable<FieldContent>;
	/** What limits have cut off. */
	toNotes(): readonly string[];
	/** See `Manifest.schema`; empty for none. */
	readonly schema: string;
}

export interface DocumentSections {
	readonly lengths: Uint8Array;
	readonly flags: Uint8Array;
	readonly boosts: Float32Array | undefined;
	readonly ids: SortedStrings;
}

/** The most sections of the whole segment, and of one field. */
const sharedSectionsMax = 24;
const fieldSectionsMax = 12;

/**
 * The bytes of a segment with this content. When they exceed `bytesExpected`, everything is copied on the way. Cost: a
 * few passes over all content.
 */
export function assembleSegment(content: SegmentContent, bytesExpected: number): SharedArrayBuffer {
	return runSteps(assembleInSteps(content, bytesExpected));
}

/** The same in steps: one for each kind of section that covers all terms or documents, and one for each field. */
export function* assembleInSteps(content: SegmentContent, bytesExpected: number): Steps<SharedArrayBuffer> {
	const { documentCount, wordCounts } = content;
	const sectionsMax = sharedSectionsMax + content.fieldsMax * fieldSectionsMax;
	const output = createSegmentOutput({ bytesExpected, sectionsMax });
	yield* writeShared(content, output);
	const fields: ManifestField[] = [];
	for (const field of content.toFields()) {
		const manifest = toManifestField(field);
		writeField(field, { output, documentCount, index: fields.length });
		fields.push(manifest);
		yield;
	}
	const schema = content.schema === '' ? {} : { schema: content.schema };
	return output.finish({ documentCount, wordCounts, notes: content.toNotes(), fields, ...schema });
}

function* writeShared(content: SegmentContent, output: SegmentOutput): Steps<void> {
	const { terms } = content;
	content.writePostings(output);
	yield;
	content.writeTitles(output);
	yield;
	const typos = countStrings(terms) < tabledTermsMin ? noTypoTable : yield* makeTypoTable(terms);
	output.add([
		toSection(sectionKinds.typoBuckets, typos.buckets),
		toSection(sectionKinds.typoTerms, typos.terms),
		...(content.hasTermsByEnd ? [toSection(sectionKinds.termsByEnd, toTermsByEnd(terms))] : []),
		toSection(sectionKinds.termOffsets, terms.offsets),
		toSection(sectionKinds.termBytes, terms.bytes),
	]);
	yield;
	output.add([toSection(sectionKinds.keySlots, toKeySlots(content.writeKeys(output)))]);
	const documents = content.toDocuments();
	output.add([
		toSection(sectionKinds.lengths, documents.lengths),
		toSection(sectionKinds.flags, documents.flags),
		toSection(sectionKinds.idOffsets, documents.ids.offsets),
		toSection(sectionKinds.idBytes, documents.ids.bytes),
		...(documents.boosts === undefined ? [] : [toSection(sectionKinds.boosts, documents.boosts)]),
	]);
	yield;
	const identifiers = toIdentifierTable(content.toIdentifiers());
	output.add([
		toSection(sectionKinds.identifierHashes, identifiers.hashes),
		toSection(sectionKinds.identifierDocuments, identifiers.documents),
	]);
	const links = toIdentifierTable(content.toLinks());
	output.add([
		toSection(sectionKinds.linkHashes, links.hashes),
		toSection(sectionKinds.linkDocuments, links.documents),
	]);
}

/** Writes postings that are in memory as a whole. */
export function writePostings(postings: Postings, output: SegmentOutput): void {
	output.add([
		toSection(sectionKinds.chunkOffsets, postings.chunkOffsets),
		toSection(sectionKinds.chunkHighs, postings.chunkHighs),
		toSection(sectionKinds.chunkStarts, postings.chunkStarts),
		toSection(sectionKinds.postingDocuments, postings.documents),
		toSection(sectionKinds.postingCounts, postings.counts),
	]);
}

interface FieldOutput {
	readonly output: SegmentOutput;
	readonly documentCount: number;
	readonly index: number;
}

function writeField(field: FieldContent, { output, documentCount, index }: FieldOutput): void {
	const { keywords, numbers, points } = field;
	if (keywords !== undefined) output.add(toKeywordSections(keywords, documentCount, index));
	if (numbers !== undefined) output.add(toNumberSections(numbers, documentCount, index));
	if (points !== undefined) {
		output.add([
			{ kind: sectionKinds.pointRowDocuments, field: index, data: points.documents },
			{ kind: sectionKinds.points, field: index, data: points.points },
		]);
	}
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
