/** The groups of a report as rows: the largest, by their texts, of several search engines together. */

import { createGroups } from '../../statistics/reports/groups.ts';
import type { GroupedSums } from '../../statistics/reports/scan-facts.ts';
import { keepTopOfFirstKeys, listTopGroups } from '../../statistics/reports/top-groups.ts';
import type { EngineSums, ReportFacts } from './report-facts.ts';

export interface GroupRow {
	/** Of one of the search engines that have it. */
	readonly hashid: string;
	/** By key of the group: its name, or the number where it is none. */
	readonly keys: readonly (string | number)[];
	/** The measures of all scans, one after the other. */
	readonly sums: readonly number[];
}

export interface GroupListing {
	/** Which keys are names; the others stay numbers. */
	readonly names: readonly boolean[];
	/** Whether groups of equal names are one, whatever the search engine. */
	readonly isMerged: boolean;
	readonly rowsMax: number;
	/** Of the rows of each first key; without it all. */
	readonly rowsPerKeyMax?: number;
	/** Greater comes first. */
	readonly order: (sums: readonly number[]) => number;
	/** By default all with a sum that is not 0. */
	readonly keep?: (sums: readonly number[]) => boolean;
}

/** The greatest first sums, without those of nothing. Sums are read by index, because there are many groups. */
export const byFirstSum = {
	order: (sums: readonly number[]) => sums[0] ?? 0,
	keep: (sums: readonly number[]) => (sums[0] ?? 0) > 0,
};

const isSome = (sums: readonly number[]): boolean => sums.some((sum) => sum !== 0);

/** Groups where a name is missing are left out. */
export async function listGroups(
	facts: ReportFacts,
	found: readonly EngineSums[],
	listing: GroupListing,
): Promise<GroupRow[]> {
	const { isMerged, rowsMax, rowsPerKeyMax, order, keep = isSome } = listing;
	const isOne = !isMerged || found.length <= 1;
	const rows: GroupRow[] = [];
	for (const { engine, buildId, results } of found) {
		const limits = isOne ? { rowsMax, order, keep } : { rowsMax: Number.MAX_SAFE_INTEGER, order, keep: isSome };
		const joined = await facts.runShort(() => joinSums(results, listing.names.length));
		const top = await facts.runShort(() => listTopGroups(joined, { ...limits, names: listing.names }));
		const chosen =
			isOne && rowsPerKeyMax !== undefined
				? await facts.runShort(() => keepTopOfFirstKeys(joined, top, { max: rowsPerKeyMax, order }))
				: top;
		const names = await facts.findNames(buildId, listNameIds(joined, chosen, listing.names));
		const toKey = (id: number, key: number) => (listing.names[key] ? (names.get(id) ?? '') : id);
		await facts.runShort(() => {
			for (const at of chosen) {
				const keys = joined.keys.map((column, key) => toKey(column[at] as number, key));
				rows.push({ hashid: engine.hashid, keys, sums: joined.sums.map((column) => column[at] as number) });
			}
		});
	}
	return facts.runShort(() => {
		const merged = isOne ? rows : mergeRows(rows).filter(({ sums }) => keep(sums));
		const sorted = merged.toSorted((a, b) => order(b.sums) - order(a.sums) || compareKeys(a.keys, b.keys));
		return (rowsPerKeyMax === undefined ? sorted : cutFirstKeys(sorted, rowsPerKeyMax)).slice(0, rowsMax);
	});
}

/** The first rows of each first key. */
function cutFirstKeys(rows: readonly GroupRow[], max: number): GroupRow[] {
	const counts = new Map<string | number | undefined, number>();
	return rows.filter(({ keys: [first] }) => {
		const count = counts.get(first) ?? 0;
		counts.set(first, count + 1);
		return count < max;
	});
}

/** One table of groups with the measures of all. */
function joinSums(results: readonly GroupedSums[], keyCount: number): GroupedSums {
	const [only] = results;
	if (only !== undefined && results.length === 1) return only;
	const groups = createGroups(keyCount === 2 ? 2 : 1);
	const numbersOf = results.map(({ count, keys: [firsts, seconds] }) => {
		const numbers = new Int32Array(count);
		for (let at = 0; at < count; at++) numbers[at] = groups.find(firsts?.[at] ?? 0, seconds?.[at] ?? 0);
		return numbers;
	});
	const sums = results.flatMap((result, index) => {
		const numbers = numbersOf[index] ?? new Int32Array();
		return result.sums.map((column) => {
			const moved = new Float64Array(groups.count);
			for (let at = 0; at < numbers.length; at++) moved[numbers[at] as number] = column[at] as number;
			return moved;
		});
	});
	return { count: groups.count, keys: [groups.keys(0), groups.keys(1)].slice(0, keyCount), sums };
}

function listNameIds({ keys }: GroupedSums, chosen: readonly number[], names: readonly boolean[]): number[] {
	const columns = keys.filter((_, key) => names[key]);
	return [...new Set(columns.flatMap((column) => chosen.map((at) => column[at] as number)))];
}

function mergeRows(rows: readonly GroupRow[]): GroupRow[] {
	const merged = new Map<string, GroupRow>();
	for (const row of rows) {
		const key = row.keys.join('\0');
		const known = merged.get(key);
		const sums = known === undefined ? row.sums : row.sums.map((sum, at) => sum + (known.sums[at] ?? 0));
		merged.set(key, { ...row, sums });
	}
	return [...merged.values()];
}

function compareKeys(a: GroupRow['keys'], b: GroupRow['keys']): number {
	for (const [at, key] of a.entries()) {
		const other = b[at] ?? '';
		if (key !== other) return key < other ? -1 : 1;
	}
	return 0;
}
