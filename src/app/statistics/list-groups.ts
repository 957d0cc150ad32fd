/** The groups of a report as rows: the largest, by their texts, of several search engines together. */

import { type GroupRows, joinRows, mergeRows, pickRows, sortRows } from '../../statistics/reports/group-rows.ts';
import { createGroups } from '../../statistics/reports/groups.ts';
import type { GroupedSums } from '../../statistics/reports/key-groups.ts';
import {
	type KeptGroups,
	keepTopOfFirstKeys,
	listTopGroups,
	type SumWeights,
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
	/** Leaves out rows of a first key that has so many greater ones, where that can be told before rows are merged. */
	readonly rowsPerKeyMax?: number;
	/** Whether all rows of one search engine may come in any order; by default greater ones come first. */
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

/** Greater ones come first, see `sortRows`. Groups where a name is missing are left out. */
export async function listGroups(
	facts: ReportFacts,
	found: readonly EngineSums[],
	listing: GroupListing,
): Promise<GroupRow[]> {
	const sorted = await sortGroups(facts, found, listing);
	const { groups, rows } = sorted;
	const { keys, values, sums } = groups;
	const readHashid = readKey(sorted, 0, (_, hashid) => hashid);
	return facts.runShort(() =>
		mapRows(rows, (row) => {
			const ofRow = new Array<string | number>(keys.length);
			for (let key = 0; key < keys.length; key++) ofRow[key] = values[key]?.[keys[key]?.[row] as number] ?? '';
			const sumsOfRow = new Array<number>(sums.length);
			for (let measure = 0; measure < sums.length; measure++) sumsOfRow[measure] = sums[measure]?.[row] as number;
			return { hashid: readHashid(row), keys: ofRow, sums: sumsOfRow };
		}),
	);
}

/** The groups of a report in columns: ten thousand objects with lists of keys and sums would take longer than all else. */
export interface SortedGroups {
	readonly groups: GroupRows;
	/** The numbers of the rows that are listed, in their order. */
	readonly rows: Int32Array;
	/** Of the search engines, by their numbers. */
	readonly hashids: readonly string[];
}

/** As `listGroups`, in columns. */
export async function sortGroups(
	facts: ReportFacts,
	found: readonly EngineSums[],
	listing: GroupListing,
): Promise<SortedGroups> {
	const { rowsMax, isInAnyOrder = false, order, keep = 'any' } = listing;
	const isOne = !listing.isMerged || found.length <= 1;
	const isSorted = !isInAnyOrder || found.length > 1;
	const all: GroupRows[] = [];
	for (const [engine, sums] of found.entries())
		all.push(await readRows(facts, sums, { ...listing, engine, isOne, isSorted }));
	return facts.runShort(() => {
		const joined = joinRows(all);
		const groups = isOne ? joined : mergeRows(joined);
		const kept = listTopGroups(groups, { names: [], rowsMax: Number.MAX_SAFE_INTEGER, order, keep });
		const sorted = isSorted ? sortRows(groups, kept, order) : kept;
		return { groups, rows: sorted.subarray(0, rowsMax), hashids: found.map(({ engine }) => engine.hashid) };
	});
}

/** A list of its final length: lists that grow have room for half as many again. */
export function mapRows<T>(rows: Int32Array, toRow: (row: number) => T): T[] {
	const list = new Array<T>(rows.length);
	for (let at = 0; at < rows.length; at++) list[at] = toRow(rows[at] as number);
	return list;
}

/**
 * Reads a key of a row: each value once, because thousands of rows have the same.
 * @param read is given the search engine of the row, too
 */
export function readKey<T>(
	{ groups: { keys, values, engines }, hashids }: SortedGroups,
	key: number,
	read: (value: string | number, hashid: string) => T,
): (row: number) => T {
	const [firsts] = keys;
	const numbers = keys[key];
	const texts = values[key] ?? [];
	const known = new Array<T | undefined>(texts.length);
	return (row) => {
		const number = numbers?.[row] as number;
		const before = known[number];
		if (before !== undefined) return before;
		const engine = engines[firsts?.[row] as number] as number;
		const fresh = read(texts[number] ?? '', hashids[engine] ?? '');
		known[number] = fresh;
		return fresh;
	};
}

interface EngineListing extends GroupListing {
	/** Its number among those that are listed. */
	readonly engine: number;
	/** Whether its groups are not merged with those of others, so that only the largest are wanted. */
	readonly isOne: boolean;
	readonly isSorted: boolean;
}

async function readRows(
	facts: ReportFacts,
	{ buildId, results }: EngineSums,
	{ engine, isOne, isSorted, names: isName, rowsMax, rowsPerKeyMax, order, keep = 'any' }: EngineListing,
): Promise<GroupRows> {
	const limits = isOne ? { rowsMax, order, keep } : { rowsMax: Number.MAX_SAFE_INTEGER, order, keep: 'any' as const };
	const joined = await facts.runShort(() => joinSums(results, isName.length));
	const top = await facts.runShort(() => listTopGroups(joined, { ...limits, names: isName }));
	const chosen =
		isOne && rowsPerKeyMax !== undefined
			? await facts.runShort(() => keepTopOfFirstKeys(joined, top, { max: rowsPerKeyMax, order }))
			: top;
	const picked = await facts.runShort(() => pickRows(joined, chosen, { engine, isInAnyOrder: !isSorted }));
	const names = await facts.findNames(buildId, picked.values.filter((_, key) => isName[key]).flat());
	const values = picked.values.map((ids, key) => (isName[key] ? ids.map((id) => names.get(id) ?? '') : ids));
	return { ...picked, values };
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
