/**
 * Makes one segment from several, without deleted documents and without analysing texts again.
 *
 *     documents   live ones of the first, then of the second, …: what was written earlier stays in front
 *     postings    for each term, its postings one segment after another, renumbered
 *     columns     entries in the new order of documents, without values that no live document has
 */
import { notesMax } from '../../../domain/query/index-description.ts';
import { createArray } from '../../../lib/shared-bytes.ts';
import type { LiveSegment } from '../../query/index-view.ts';
import { fieldsNote, fieldsPerSegmentMax } from '../builder/field-collector.ts';
import { assembleSegment, type FieldContent } from '../segment/assemble-segment.ts';
import { type IdentifierTable, keyBytes } from '../segment/key-table.ts';
import { noField, sectionKinds } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentOutput } from '../segment/segment-output.ts';
import { countStrings, type SortedStrings } from '../segment/sorted-strings.ts';
import { toEntryTerm, withTerm } from '../segment/title-words.ts';
import { mergeField } from './merge-columns.ts';
import { mergeDictionaries } from './merge-dictionaries.ts';
import { findUsedTerms, mergePostings } from './merge-postings.ts';
import { type MergeSource, noDocument, toMergeSources } from './merge-source.ts';

export interface MergedSegment {
	readonly bytes: SharedArrayBuffer;
	/**
	 * By segment, the new number of each document or `noDocument`, so that deletions made meanwhile find their document.
	 * In shared memory.
	 */
	readonly documentMaps: readonly Uint32Array[];
}

/**
 * Merges segments, oldest first, one part after another. If `onRelease` frees what it is told is garbage, memory beyond
 * the sources and the result never exceeds what the largest column takes. Cost: O(postings + values), about 3 s for a
 * million products of 50 words.
 */
export function mergeSegments(
	segments: readonly LiveSegment[],
	onRelease: (byteCount: number) => void = () => undefined,
): MergedSegment {
	const sources = toMergeSources(segments);
	const documentCount = sources.reduce((sum, { liveCount }) => sum + liveCount, 0);
	const used = sources.map(findUsedTerms);
	const { dictionary: terms, maps } = mergeDictionaries(
		sources.map(({ segment }, index) => ({ dictionary: segment.terms, isUsed: used[index]?.isUsed })),
	);
	const fields = createFieldsMerge(sources, onRelease);
	const content = {
		documentCount,
		wordCounts: toWordCounts(sources),
		terms,
		hasTermsByEnd: sources.some(({ segment }) => segment.termsByEnd !== undefined),
		writePostings: (output: SegmentOutput) =>
			mergePostings({ sources, maps, used, termCount: countStrings(terms) }, output),
		writeTitles: (output: SegmentOutput) => mergeTitles(sources, { maps, documentCount }, output),
		writeKeys: (output: SegmentOutput) => mergeKeys(sources, documentCount, output),
		toDocuments: () => mergeDocuments(sources, documentCount),
		toIdentifiers: () =>
			mergeHashes(sources, ({ identifierHashes, identifierDocuments }) => ({
				hashes: identifierHashes,
				documents: identifierDocuments,
			})),
		toLinks: () =>
			mergeHashes(sources, ({ linkHashes, linkDocuments }) => ({ hashes: linkHashes, documents: linkDocuments })),
		...fields,
		toNotes: () => mergeNotes(sources, fields.hasMoreFields()),
		// All sources are of one index, so they share a schema.
		schema: sources[0]?.segment.schema.indexedText ?? '',
	};
	const bytes = assembleSegment(content, toBytesExpected(sources));
	return { bytes, documentMaps: sources.map(({ documentMap }) => documentMap) };
}

/** Merging combines dictionaries, and at worst doubles the width of ordinals and the size of hash tables. */
function toBytesExpected(sources: readonly MergeSource[]): number {
	return 2 * sources.reduce((sum, { segment }) => sum + segment.bytes.byteLength, 0);
}

function mergeKeys(sources: readonly MergeSource[], documentCount: number, output: SegmentOutput): Uint8Array {
	const length = documentCount * keyBytes;
	const [keys] = output.reserve([{ kind: sectionKinds.keys, field: noField, type: Uint8Array, length }] as const);
	visitDocuments(sources, (segment, from, to) => {
		keys.set(segment.keys.subarray(from * keyBytes, (from + 1) * keyBytes), to * keyBytes);
	});
	return keys;
}

function mergeDocuments(sources: readonly MergeSource[], documentCount: number) {
	const lengths = createArray(Uint8Array, documentCount);
	const flags = createArray(Uint8Array, documentCount);
	const hasBoosts = sources.some(({ segment }) => segment.boosts !== undefined);
	const boosts = hasBoosts ? createArray(Float32Array, documentCount).fill(1) : undefined;
	visitDocuments(sources, (segment, from, to) => {
		lengths[to] = segment.lengths[from] as number;
		flags[to] = segment.flags[from] as number;
		if (boosts !== undefined && segment.boosts !== undefined) boosts[to] = segment.boosts[from] as number;
	});
	return { lengths, flags, boosts, ids: mergeIds(sources, documentCount) };
}

function mergeIds(sources: readonly MergeSource[], documentCount: number): SortedStrings {
	const offsets = createArray(Uint32Array, documentCount + 1);
	const bytes = createArray(
		Uint8Array,
		sources.reduce((sum, { segment }) => sum + segment.ids.bytes.length, 0),
	);
	visitDocuments(sources, ({ ids }, from, to) => {
		const id = ids.bytes.subarray(ids.offsets[from], ids.offsets[from + 1]);
		const start = offsets[to] as number;
		bytes.set(id, start);
		offsets[to + 1] = start + id.length;
	});
	return { offsets, bytes: bytes.subarray(0, offsets[documentCount]) };
}

interface TitleMerge {
	readonly maps: readonly Uint32Array[];
	readonly documentCount: number;
}

function mergeTitles(
	sources: readonly MergeSource[],
	{ maps, documentCount }: TitleMerge,
	output: SegmentOutput,
): void {
	let entryCount = 0;
	visitDocuments(sources, ({ titleOffsets }, from) => {
		entryCount += (titleOffsets[from + 1] as number) - (titleOffsets[from] as number);
	});
	const [offsets, entries] = output.reserve([
		{ kind: sectionKinds.titleOffsets, field: noField, type: Uint32Array, length: documentCount + 1 },
		{ kind: sectionKinds.titleTerms, field: noField, type: Uint32Array, length: entryCount },
	] as const);
	let end = 0;
	const mapOf = new Map(sources.map(({ segment }, index) => [segment, maps[index] as Uint32Array]));
	visitDocuments(sources, (segment, from, to) => {
		const map = mapOf.get(segment) as Uint32Array;
		const last = segment.titleOffsets[from + 1] as number;
		for (let at = segment.titleOffsets[from] as number; at < last; at++) {
			const entry = segment.titleTerms[at] as number;
			entries[end] = withTerm(entry, map[toEntryTerm(entry)] as number);
			end += 1;
		}
		offsets[to + 1] = end;
	});
}

function mergeHashes(sources: readonly MergeSource[], toTable: (segment: Segment) => IdentifierTable): IdentifierTable {
	const countMax = sources.reduce((sum, { segment }) => sum + toTable(segment).documents.length, 0);
	const hashes = createArray(Uint32Array, 2 * countMax);
	const documents = createArray(Uint32Array, countMax);
	let count = 0;
	for (const { segment, documentMap } of sources) {
		const table = toTable(segment);
		for (let at = 0; at < table.documents.length; at++) {
			const document = documentMap[table.documents[at] as number] as number;
			if (document === noDocument) continue;
			hashes[2 * count] = table.hashes[2 * at] as number;
			hashes[2 * count + 1] = table.hashes[2 * at + 1] as number;
			documents[count] = document;
			count += 1;
		}
	}
	return { hashes: hashes.subarray(0, 2 * count), documents: documents.subarray(0, count) };
}

/** Merges at most as many fields as one segment may have, those of the older segments first. */
function createFieldsMerge(sources: readonly MergeSource[], onRelease: (byteCount: number) => void) {
	const names = new Set(sources.flatMap(({ segment }) => segment.manifest.fields.map(({ name }) => name)));
	let hasMoreFields = false;

	function* toFields(): Iterable<FieldContent> {
		let fieldCount = 0;
		for (const name of names) {
			const field = mergeField(name, sources);
			if (field === undefined) continue;
			hasMoreFields = fieldCount === fieldsPerSegmentMax;
			if (hasMoreFields) return;
			fieldCount += 1;
			const byteCount = countBytes(field);
			yield field;
			onRelease(byteCount);
		}
	}
	return { fieldsMax: Math.min(names.size, fieldsPerSegmentMax), toFields, hasMoreFields: () => hasMoreFields };
}

function mergeNotes(sources: readonly MergeSource[], hasMoreFields: boolean): string[] {
	const notes = new Set(sources.flatMap(({ segment }) => segment.manifest.notes));
	return [...new Set([...(hasMoreFields ? [fieldsNote] : []), ...notes])].slice(0, notesMax);
}

/** About how many bytes were allocated for a field: its values, a copy by document, and the dictionary. */
function countBytes({ keywords, numbers }: FieldContent): number {
	const entryCount = (keywords?.documents.length ?? 0) + (numbers?.documents.length ?? 0);
	const dictionary = keywords?.dictionary;
	return 32 * entryCount + (dictionary?.bytes.length ?? 0) + (dictionary?.offsets.byteLength ?? 0);
}

/** Words of deleted documents are subtracted by their share, because their exact number is not stored. */
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
	visit: (segment: Segment, from: number, to: number) => void,
): void {
	for (const { segment, documentMap } of sources) {
		for (let from = 0; from < documentMap.length; from++) {
			const to = documentMap[from] as number;
			if (to !== noDocument) visit(segment, from, to);
		}
	}
}
