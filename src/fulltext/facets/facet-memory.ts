/** Memory for counting facets: one search uses it for one facet after another. */
import type { FindKernels } from '../kernels/open-kernels.ts';
import { createNumberTable, type NumberTable } from './number-table.ts';

export interface FacetMemory {
	/** The matches that facets count, segment by segment, with the filters that each fails where facets ignore any. */
	readonly matched: MatchedList;
	readonly numbers: NumberTable;
	/** At least this many counts by ordinal. They must be 0 again after use. Amortised O(1). */
	openCounts(length: number): Uint32Array;
	readonly findKernels: FindKernels;
}

export interface MatchedList {
	readonly count: number;
	readonly documents: Uint32Array;
	/** Valid when `append` was called with `fails`. */
	readonly fails: Uint32Array;
	clear(): void;
	append(documents: Uint32Array, fails: Uint32Array | undefined): void;
}

const lengthMin = 1024;

/** @param initial room for the counts of most facets; more is allocated when it is needed */
export function createFacetMemory(initial: Uint32Array, findKernels: FindKernels): FacetMemory {
	let counts = initial;
	return {
		findKernels,
		matched: createMatchedList(),
		numbers: createNumberTable(),
		openCounts(length) {
			if (counts.length < length) counts = new Uint32Array(Math.max(lengthMin, Math.ceil(length * 1.25)));
			return counts;
		},
	};
}

function createMatchedList(): MatchedList {
	let count = 0;
	let documents = new Uint32Array(0);
	let fails = new Uint32Array(0);
	return {
		get count() {
			return count;
		},
		get documents() {
			return documents;
		},
		get fails() {
			return fails;
		},
		clear() {
			count = 0;
		},
		append(added, addedFails) {
			documents = reserve(documents, count, added.length);
			documents.set(added, count);
			if (addedFails !== undefined) {
				fails = reserve(fails, count, added.length);
				fails.set(addedFails, count);
			}
			count += added.length;
		},
	};
}

/** The list, or a larger copy, with room behind its first `count` entries. */
function reserve(list: Uint32Array<ArrayBuffer>, count: number, added: number): Uint32Array<ArrayBuffer> {
	if (count + added <= list.length) return list;
	const larger = new Uint32Array(Math.max(lengthMin, Math.ceil((count + added) * 1.25)));
	larger.set(list.subarray(0, count));
	return larger;
}
