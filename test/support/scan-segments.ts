/**
 * Which segment of an index has which documents? Rarity and average lengths depend on that: like Lucene's, a segment
 * keeps the documents of deleted items until it is merged.
 *
 *     put a, put b, refresh      a b
 *     put a, remove c, refresh   ✝a b | a
 *     merge                      b a
 */
import type { ByClass, ScannedItem } from './scan-item.ts';

export interface ScanDocument {
	readonly scanned: ScannedItem;
	isLive: boolean;
}

export interface ScanSegment {
	readonly documents: readonly ScanDocument[];
	/**
	 * Over all its documents. A merge subtracts the share of the deleted ones, because it does not know their exact
	 * numbers.
	 */
	readonly wordCounts: ByClass;
}

export interface ScanWriter {
	/** Oldest first, without segments that have no live document. */
	readonly segments: readonly ScanSegment[];
	put(scanned: ScannedItem): void;
	remove(id: string): void;
	refresh(): void;
	/** Notes what is being merged, and returns a function that replaces the first source by the result. */
	beginMerge(from: number, to: number): () => void;
}

const none: ByClass = { A: 0, B: 0, C: 0 };

export function createScanWriter(): ScanWriter {
	let segments: readonly ScanSegment[] = [];
	let pending: ScanDocument[] = [];
	const removed = new Set<string>();

	/** Documents of the same refresh disappear at once, older ones at the refresh. */
	function remove(id: string): void {
		for (const document of pending) if (document.scanned.item.id === id) document.isLive = false;
		removed.add(id);
	}

	return {
		get segments() {
			return segments;
		},
		put(scanned) {
			remove(scanned.item.id);
			pending.push({ scanned, isLive: true });
		},
		remove,
		refresh() {
			for (const { documents } of segments)
				for (const document of documents) if (removed.has(document.scanned.item.id)) document.isLive = false;
			const wordCounts = pending.reduce((sum, { scanned }) => add(sum, scanned.lengths), none);
			segments = [...segments, { documents: pending, wordCounts }].filter(isAlive);
			pending = [];
			removed.clear();
		},
		beginMerge(from, to) {
			const sources = segments.slice(from, to);
			const merged = {
				documents: sources.flatMap(({ documents }) => documents.filter(({ isLive }) => isLive)),
				wordCounts: sources.map(toLiveWords).reduce(add, none),
			};
			return () => {
				const at = segments.findIndex((segment) => sources.includes(segment));
				const others = segments.filter((segment) => !sources.includes(segment));
				segments = (at < 0 ? others : others.toSpliced(at, 0, merged)).filter(isAlive);
			};
		},
	};
}

function isAlive({ documents }: ScanSegment): boolean {
	return documents.some(({ isLive }) => isLive);
}

function add(left: ByClass, right: ByClass): ByClass {
	return { A: left.A + right.A, B: left.B + right.B, C: left.C + right.C };
}

function toLiveWords({ documents, wordCounts }: ScanSegment): ByClass {
	const share = documents.filter(({ isLive }) => isLive).length / documents.length;
	const toLive = (count: number) => Math.round(count * share);
	return { A: toLive(wordCounts.A), B: toLive(wordCounts.B), C: toLive(wordCounts.C) };
}
