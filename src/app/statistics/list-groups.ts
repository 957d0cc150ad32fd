/** The groups of a report as rows: the largest, by their texts, of several search engines together. */

import { createGroups } from '../../statistics/reports/groups.ts';
import type { GroupedSums } from '../../statistics/reports/key-groups.ts';
import {
	isKept,
	type KeptGroups,
	keepTopOfFirstKeys,
	listTopGroups,
	type SumWeights,
	toValue,
} from '../../statistics/reports/top-groups.ts';
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
	/** Whether rows may come in any order, which saves comparing thousands of texts; by default greater ones come first. */
	readonly isInAnyOrder?: true;
	/** Which rows are the largest. */
	readonly order: SumWeights;
	/** By default `any`. */
	readonly keep?: KeptGroups;
}

/** The greatest first sums, without those of nothing. */
export const byFirstSum = { order: [1], keep: 'valued' } as const;

/** By one of the measures of all scans. */
export const byMeasure = (measure: number): SumWeights => [...new Array(measure).fill(0), 1];

/** Groups where a name is missing are left out. */
export async function listGroups(
	facts: ReportFacts,
	found: readonly EngineSums[],
	listing: GroupListing,
): Promise<GroupRow[]> {
	const { isMerged, rowsMax, rowsPerKeyMax, isInAnyOrder = false, order, keep = 'any' } = listing;
	const isOne = !isMerged || found.length <= 1;
	const rows: GroupRow[] = [];
	for (const { engine, buildId, results } of found) {
		const limits = isOne ? { rowsMax, order, keep } : { rowsMax: Number.MAX_SAFE_INTEGER, order, keep: 'any' as const };
		const joined = await facts.runShort(() => joinSums(results, listing.names.length));
		const top = await facts.runShort(() => listTopGroups(joined, { ...limits, names: listing.names }));
		const chosen =
			isOne && rowsPerKeyMax !== undefined
				? await facts.runShort(() => keepTopOfFirstKeys(joined, top, { max: rowsPerKeyMax, order }))
				: top;
		const names = await facts.findNames(buildId, listNameIds(joined, chosen, listing.names));
		await facts.runShort(() => {
			for (let at = 0; at < chosen.length; at++) {
				const group = chosen[at] as number;
				rows.push({
					hashid: engine.hashid,
					keys: readKeys(joined, group, { isName: listing.names, names }),
					sums: readSums(joined, group),
				});
			}
		});
	}
	return facts.runShort(() => {
		const merged = isOne ? rows : mergeRows(rows).filter(({ sums }) => isKept(sums, { order, keep }));
		const sorted = isInAnyOrder && merged.length <= rowsMax ? merged : sortRows(merged, order);
		return (rowsPerKeyMax === undefined ? sorted : cutFirstKeys(sorted, rowsPerKeyMax)).slice(0, rowsMax);
	});
}

interface NamedKeys {
	readonly isName: readonly boolean[];
	readonly names: ReadonlyMap<number, string>;
}

/** Lists of their final length, here and below: lists that grow have room for 17 at once, and there are ten thousand rows. */
function readKeys({ keys }: GroupedSums, group: number, { isName, names }: NamedKeys): (string | number)[] {
	const row = new Array<string | number>(keys.length);
	for (let key = 0; key < keys.length; key++) {
		const id = keys[key]?.[group] as number;
		row[key] = isName[key] ? (names.get(id) ?? '') : id;
	}
	return row;
}

function readSums({ sums }: GroupedSums, group: number): number[] {
	const row = new Array<number>(sums.length);
	for (let measure = 0; measure < sums.length; measure++) row[measure] = sums[measure]?.[group] as number;
	return row;
}

/** Greater values first, and equal ones by their keys. */
function sortRows(rows: readonly GroupRow[], order: SumWeights): GroupRow[] {
	const values = new Float64Array(rows.length);
	const numbers = new Int32Array(rows.length);
	for (let at = 0; at < rows.length; at++) {
		values[at] = toValue(rows[at]?.sums ?? [], order);
		numbers[at] = at;
	}
	const [firsts, seconds] = [rankKeys(rows, 0), rankKeys(rows, 1)];
	numbers.sort(
		(a, b) =>
			(values[b] as number) - (values[a] as number) ||
			(firsts[a] as number) - (firsts[b] as number) ||
			(seconds[a] as number) - (seconds[b] as number),
	);
	return Array.from(numbers, (at) => rows[at] as GroupRow);
}

/** By row, the rank of its key among all of them: many rows share one, and numbers are compared faster than texts. */
function rankKeys(rows: readonly GroupRow[], key: number): Int32Array {
	const ranks = new Map<string | number, number>();
	for (let at = 0; at < rows.length; at++) ranks.set(rows[at]?.keys[key] ?? '', 0);
	for (const [rank, one] of [...ranks.keys()].sort((a, b) => (a < b ? -1 : 1)).entries()) ranks.set(one, rank);
	const ofRows = new Int32Array(rows.length);
	for (let at = 0; at < rows.length; at++) ofRows[at] = ranks.get(rows[at]?.keys[key] ?? '') as number;
	return ofRows;
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
	groups.release();
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

function listNameIds({ keys }: GroupedSums, chosen: Int32Array, names: readonly boolean[]): number[] {
	const named = keys.filter((_, key) => names[key]);
	const ids = new Array<number>(named.length * chosen.length);
	for (const [key, column] of named.entries()) {
		const first = key * chosen.length;
		for (let at = 0; at < chosen.length; at++) ids[first + at] = column[chosen[at] as number] as number;
	}
	return ids;
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
