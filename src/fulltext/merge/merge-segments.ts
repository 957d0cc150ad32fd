/**
 * One segment from several, without the dead and without analysing a text again.
 *
 *     documents   live ones of the first, then of the second, …: what was written earlier stays in front
 *     postings    for each term of any segment, its postings one segment after the other, renumbered
 *     columns     entries in the new order of documents; values that no live document has are gone
 */
import { notesMax } from '../../domain/query/index-description.ts';
import { fieldsNote, fieldsPerSegmentMax } from '../builder/field-collector.ts';
import type { LiveSegment } from '../query/index-view.ts';
import { assembleSegment, type FieldContent } from '../segment/assemble-segment.ts';
import { type IdentifierTable, keyBytes } from '../segment/key-table.ts';
import type { Segment } from '../segment/segment.ts';
import { countStrings, type SortedStrings } from '../segment/sorted-strings.ts';
import { toEntryTerm, withTerm } from '../segment/title-words.ts';
import { mergeField } from './merge-columns.ts';
import { mergeDictionaries } from './merge-dictionaries.ts';
import { findUsedTerms, mergePostings } from './merge-postings.ts';
import { type MergeSource, nowhere, toMergeSources } from './merge-source.ts';

export interface MergedSegment {
	readonly bytes: SharedArrayBuffer;
	/** By segment, the new number of each document or `nowhere`: deletions that came meanwhile find their document. */
	readonly documentMaps: readonly Uint32Array[];
}

/** Merges segments, oldest first. Cost: O(postings + values), about 3 s for a million products of 50 words. */
export function mergeSegments(segments: readonly LiveSegment[]): MergedSegment {
	const sources = toMergeSources(segments);
	const documentCount = sources.reduce((sum, { liveCount }) => sum + liveCount, 0);
	const usedTerms = sources.map(findUsedTerms);
	const { dictionary: terms, maps } = mergeDictionaries(
		sources.map(({ segment }, index) => ({ dictionary: segment.terms, isUsed: usedTerms[index] })),
	);
	const { fields, hasMoreFields } = mergeFields(sources);
	const bytes = assembleSegment({
		documentCount,
		wordCounts: toWordCounts(sources),
		notes: mergeNotes(sources, hasMoreFields),
		terms,
		hasTermsByEnd: sources.some(({ segment }) => segment.termsByEnd !== undefined),
		postings: mergePostings({ sources, maps, usedTerms, termCount: countStrings(terms) }),
		...mergeDocuments(sources, documentCount),
		...mergeTitles(sources, maps, documentCount),
		...mergeIdentifiers(sources),
		...mergeLinks(sources),
		fields,
	});
	return { bytes, documentMaps: sources.map(({ documentMap }) => documentMap) };
}

function mergeDocuments(sources: readonly MergeSource[], documentCount: number) {
	const lengths = new Uint8Array(documentCount);
	const flags = new Uint8Array(documentCount);
	const keys = new Uint8Array(documentCount * keyBytes);
	const hasBoosts = sources.some(({ segment }) => segment.boosts !== undefined);
	const boosts = hasBoosts ? new Float32Array(documentCount).fill(1) : undefined;
	visitDocuments(sources, (segment, from, to) => {
		lengths[to] = segment.lengths[from] as number;
		flags[to] = segment.flags[from] as number;
		keys.set(segment.keys.subarray(from * keyBytes, (from + 1) * keyBytes), to * keyBytes);
		if (boosts !== undefined && segment.boosts !== undefined) boosts[to] = segment.boosts[from] as number;
	});
	return { lengths, flags, keys, boosts, ids: mergeIds(sources, documentCount) };
}

function mergeIds(sources: readonly MergeSource[], documentCount: number): SortedStrings {
	const offsets = new Uint32Array(documentCount + 1);
	const bytes = new Uint8Array(sources.reduce((sum, { segment }) => sum + segment.ids.bytes.length, 0));
	visitDocuments(sources, ({ ids }, from, to) => {
		const id = ids.bytes.subarray(ids.offsets[from], ids.offsets[from + 1]);
		const start = offsets[to] as number;
		bytes.set(id, start);
		offsets[to + 1] = start + id.length;
	});
	return { offsets, bytes: bytes.subarray(0, offsets[documentCount]) };
}

function mergeTitles(sources: readonly MergeSource[], maps: readonly Uint32Array[], documentCount: number) {
	const titleOffsets = new Uint32Array(documentCount + 1);
	const titleTerms = new Uint32Array(sources.reduce((sum, { segment }) => sum + segment.titleTerms.length, 0));
	let end = 0;
	visitDocuments(sources, (segment, from, to, index) => {
		const map = maps[index] as Uint32Array;
		const last = segment.titleOffsets[from + 1] as number;
		for (let at = segment.titleOffsets[from] as number; at < last; at++) {
			const entry = segment.titleTerms[at] as number;
			titleTerms[end] = withTerm(entry, map[toEntryTerm(entry)] as number);
			end += 1;
		}
		titleOffsets[to + 1] = end;
	});
	return { titleOffsets, titleTerms: titleTerms.subarray(0, end) };
}

function mergeIdentifiers(sources: readonly MergeSource[]) {
	const { hashes, documents } = mergeHashes(sources, ({ identifierHashes, identifierDocuments }) => ({
		hashes: identifierHashes,
		documents: identifierDocuments,
	}));
	return { identifierHashes: hashes, identifierDocuments: documents };
}

function mergeLinks(sources: readonly MergeSource[]) {
	const { hashes, documents } = mergeHashes(sources, ({ linkHashes, linkDocuments }) => ({
		hashes: linkHashes,
		documents: linkDocuments,
	}));
	return { linkHashes: hashes, linkDocuments: documents };
}

function mergeHashes(sources: readonly MergeSource[], toTable: (segment: Segment) => IdentifierTable) {
	const hashes: number[] = [];
	const documents: number[] = [];
	for (const { segment, documentMap } of sources) {
		const table = toTable(segment);
		for (let at = 0; at < table.documents.length; at++) {
			const document = documentMap[table.documents[at] as number] as number;
			if (document === nowhere) continue;
			hashes.push(table.hashes[2 * at] as number, table.hashes[2 * at + 1] as number);
			documents.push(document);
		}
	}
	return { hashes: Uint32Array.from(hashes), documents: Uint32Array.from(documents) };
}

/** At most as many fields as one segment may have, those of the older segments first. */
function mergeFields(sources: readonly MergeSource[]): { fields: FieldContent[]; hasMoreFields: boolean } {
	const names = new Set(sources.flatMap(({ segment }) => segment.manifest.fields.map(({ name }) => name)));
	const fields: FieldContent[] = [];
	for (const name of names) {
		const field = mergeField(name, sources);
		if (field === undefined) continue;
		if (fields.length === fieldsPerSegmentMax) return { fields, hasMoreFields: true };
		fields.push(field);
	}
	return { fields, hasMoreFields: false };
}

function mergeNotes(sources: readonly MergeSource[], hasMoreFields: boolean): string[] {
	const notes = new Set(sources.flatMap(({ segment }) => segment.manifest.notes));
	return [...new Set([...(hasMoreFields ? [fieldsNote] : []), ...notes])].slice(0, notesMax);
}

/** Words of dead documents are taken off by their share: how many it were exactly is not kept. */
function toWordCounts(sources: readonly MergeSource[]): [number, number, number] {
	const counts: [number, number, number] = [0, 0, 0];
	for (const { segment, liveCount } of sources) {
		const share = liveCount / Math.max(1, segment.documentCount);
		for (const weightClass of [0, 1, 2] as const) {
			counts[weightClass] += Math.round(segment.manifest.wordCounts[weightClass] * share);
		}
	}
	return counts;
}

/** Calls `visit` with each live document, in the new order. */
function visitDocuments(
	sources: readonly MergeSource[],
	visit: (segment: Segment, from: number, to: number, sourceIndex: number) => void,
): void {
	for (const [index, { segment, documentMap }] of sources.entries()) {
		for (let from = 0; from < documentMap.length; from++) {
			const to = documentMap[from] as number;
			if (to !== nowhere) visit(segment, from, to, index);
		}
	}
}
