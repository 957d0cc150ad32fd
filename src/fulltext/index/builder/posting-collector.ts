/**
 * How do the words of documents, read one by one, become postings by term?
 *
 * While documents come in, entries (term, packed counts) are appended in document order. `newestEntryByTerm` points to
 * the newest entry of each term, so a word that occurs again in the same document is counted in place. At the end, one
 * counting sort groups the entries by term and keeps documents ascending within each term.
 *
 *     documents     0           │ 1
 *     entries       sony black  │ black case         entryTerms + entryCounts, 5 bytes each
 *     documentEnds  2             4
 */
import type { Steps } from '../../../lib/steps.ts';
import { addOccurrence, type CountSlot, type Position, raisePosition } from '../../ranking/packed-counts.ts';
import { createGrowingUint8, createGrowingUint32, push } from '../segment/growing-array.ts';
import type { WholePostings } from '../segment/postings.ts';
import { type SortedStrings, sortByBytes, toSortedStrings } from '../segment/sorted-strings.ts';

export interface PostingCollector {
	/** The number of a term, counted from 0; a new term gets the next number. */
	toTermId(term: string): number;
	/** Counts one occurrence in the current document. */
	add(termId: number, counted: CountSlot): void;
	/** Says where a term stands that the current document has in class A. */
	notePosition(termId: number, position: Position): void;
	endDocument(): void;
	readonly entryCount: number;
	/** The sorted terms and their postings; `ordinalOfTerm` maps the numbers given so far to the sorted order. */
	finish(): Steps<SortedPostings>;
}

export interface SortedPostings {
	readonly terms: SortedStrings;
	readonly postings: WholePostings;
	readonly ordinalOfTerm: Uint32Array;
}

export function createPostingCollector(): PostingCollector {
	const termIds = new Map<string, number>();
	const entryTerms = createGrowingUint32();
	const entryCounts = createGrowingUint8();
	const documentEnds = createGrowingUint32();
	let newestEntryByTerm = new Int32Array(1024);
	let documentStart = 0;

	function toTermId(term: string): number {
		let termId = termIds.get(term);
		if (termId === undefined) {
			termId = termIds.size;
			termIds.set(term, termId);
			if (termId === newestEntryByTerm.length) {
				const larger = new Int32Array(newestEntryByTerm.length * 2);
				larger.set(newestEntryByTerm);
				newestEntryByTerm = larger;
			}
			newestEntryByTerm[termId] = -1;
		}
		return termId;
	}

	return {
		toTermId,
		add(termId, counted) {
			const slot = newestEntryByTerm[termId] as number;
			if (slot >= documentStart) {
				entryCounts.data[slot] = addOccurrence(entryCounts.data[slot] as number, counted);
				return;
			}
			newestEntryByTerm[termId] = entryTerms.length;
			push(entryTerms, termId);
			push(entryCounts, addOccurrence(0, counted));
		},
		notePosition(termId, position) {
			const slot = newestEntryByTerm[termId] as number;
			entryCounts.data[slot] = raisePosition(entryCounts.data[slot] as number, position);
		},
		endDocument() {
			documentStart = entryTerms.length;
			push(documentEnds, documentStart);
		},
		get entryCount() {
			return entryTerms.length;
		},
		*finish() {
			const names = [...termIds.keys()];
			const sortedNames = sortByBytes(names);
			yield;
			const ordinalOfTerm = new Uint32Array(names.length);
			for (let ordinal = 0; ordinal < sortedNames.length; ordinal++) {
				ordinalOfTerm[termIds.get(sortedNames[ordinal] as string) as number] = ordinal;
			}
			const entries = { terms: entryTerms.data, counts: entryCounts.data, documentEnds: documentEnds.data };
			const size = { entryCount: entryTerms.length, documentCount: documentEnds.length };
			const terms = toSortedStrings(sortedNames);
			yield;
			return { terms, postings: sortByTerm(entries, size, ordinalOfTerm), ordinalOfTerm };
		},
	};
}

interface Entries {
	readonly terms: Uint32Array;
	readonly counts: Uint8Array;
	readonly documentEnds: Uint32Array;
}

function sortByTerm(
	entries: Entries,
	size: { readonly entryCount: number; readonly documentCount: number },
	ordinalOfTerm: Uint32Array,
): WholePostings {
	const offsets = new Uint32Array(ordinalOfTerm.length + 1);
	for (let entry = 0; entry < size.entryCount; entry++) {
		const ordinal = ordinalOfTerm[entries.terms[entry] as number] as number;
		offsets[ordinal + 1] = (offsets[ordinal + 1] as number) + 1;
	}
	for (let at = 0; at < ordinalOfTerm.length; at++)
		offsets[at + 1] = (offsets[at + 1] as number) + (offsets[at] as number);
	const next = offsets.slice();
	const documents = new Uint32Array(size.entryCount);
	const counts = new Uint8Array(size.entryCount);
	let entry = 0;
	for (let document = 0; document < size.documentCount; document++) {
		const end = entries.documentEnds[document] as number;
		for (; entry < end; entry++) {
			const ordinal = ordinalOfTerm[entries.terms[entry] as number] as number;
			const to = next[ordinal] as number;
			documents[to] = document;
			counts[to] = entries.counts[entry] as number;
			next[ordinal] = to + 1;
		}
	}
	return { offsets, documents, counts };
}
