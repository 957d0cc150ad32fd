/** How many documents contain a word, and where it stands in their titles. */
import type { ScannedItem } from './scan-item.ts';
import type { ScanDocument, ScanSegment } from './scan-segments.ts';
import { isInflection, type Way } from './scan-way.ts';

export interface TitleCounts {
	readonly titled: number;
	readonly first: number;
	readonly naming: number;
}

/** Approximately how many documents contain a word: in each segment, those that contain it in the most frequent way. */
export function countMatches(segments: readonly ScanSegment[], toWays: (item: ScannedItem) => readonly Way[]): number {
	return segments.reduce((sum, { documents }) => sum + countMost(documents, toWays), 0);
}

function countMost(documents: readonly ScanDocument[], toWays: (item: ScannedItem) => readonly Way[]): number {
	const counts = new Map<string, number>();
	const toCounted = withoutScattered(documents, toWays);
	for (const { scanned } of documents)
		for (const name of new Set(toCounted(scanned).map((way) => way.name)))
			counts.set(name, (counts.get(name) ?? 0) + 1);
	return Math.max(0, ...counts.values());
}

/** What counts for a segment: all ways, but scattered ones only where there are no others. */
function withoutScattered(documents: readonly ScanDocument[], toWays: (item: ScannedItem) => readonly Way[]) {
	const toWhole = (item: ScannedItem) => toWays(item).filter(({ isScattered }) => isScattered !== true);
	return documents.some(({ scanned }) => toWhole(scanned).length > 0) ? toWhole : toWays;
}

/** The ways but relatives, where a document of the segment has others. */
function withoutRelatives(documents: readonly ScanDocument[], toWays: (item: ScannedItem) => readonly Way[]) {
	const toInflected = (item: ScannedItem) => toWays(item).filter(({ isRelative }) => isRelative !== true);
	return documents.some(({ scanned }) => toInflected(scanned).length > 0) ? toInflected : toWays;
}

/** That of `findMostTitled` over all segments. */
export function sumMostTitled(
	segments: readonly ScanSegment[],
	toWays: (item: ScannedItem) => readonly Way[],
	isWritten: boolean,
): TitleCounts {
	const most = segments.map(({ documents }) => findMostTitled(documents, toWays, isWritten));
	const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
	return {
		titled: sum(most.map(({ titled }) => titled)),
		first: sum(most.map(({ first }) => first)),
		naming: sum(most.map(({ naming }) => naming)),
	};
}

/** The most frequent way of a segment; of several, the one in most titles, then the one that is first in most, then naming. */
function findMostTitled(
	documents: readonly ScanDocument[],
	toWays: (item: ScannedItem) => readonly Way[],
	isWritten: boolean,
): TitleCounts {
	const byName = new Map<string, TitleCounts & { count: number }>();
	const toCounted = isWritten
		? (item: ScannedItem) => toWays(item).filter(isInflection)
		: withoutRelatives(documents, withoutScattered(documents, toWays));
	for (const { scanned } of documents) {
		for (const [name, { A, position }] of new Map(toCounted(scanned).map((way) => [way.name, way.counts]))) {
			const { count, ...before } = byName.get(name) ?? { count: 0, titled: 0, first: 0, naming: 0 };
			const isIn = A > 0;
			byName.set(name, {
				count: count + 1,
				titled: before.titled + Number(isIn),
				first: before.first + Number(isIn && position === 'first'),
				naming: before.naming + Number(isIn && position === 'naming'),
			});
		}
	}
	const ranked = [...byName.values()].sort(
		(a, b) => b.count - a.count || b.titled - a.titled || b.first - a.first || b.naming - a.naming,
	);
	return ranked[0] ?? { titled: 0, first: 0, naming: 0 };
}
