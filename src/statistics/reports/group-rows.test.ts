import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type GroupRows, joinRows, mergeRows, pickRows, sortRows } from './group-rows.ts';

interface Row {
	readonly engine: number;
	readonly texts: readonly string[];
	readonly sum: number;
}

type Group = readonly [first: number, second: number, sum: number];

/** The groups of each search engine, whose keys differ in pairs, as groups do. */
const engines = fc.array(
	fc.uniqueArray(fc.tuple(fc.nat(4), fc.nat(3), fc.integer({ min: -3, max: 9 })), {
		selector: ([first, second]) => `${first} ${second}`,
		maxLength: 20,
	}),
	{ minLength: 1, maxLength: 3 },
);

/** Numbers mean other texts in each search engine; later ones need not be greater. */
const toText = (key: number, engine: number): string => `t${(7 - key + engine) % 7}`;

function toRows(lists: readonly (readonly Group[])[]): GroupRows {
	return joinRows(
		lists.map((list, engine) => {
			const [first, second, sums] = [0, 1, 2].map((at) => Float64Array.from(list, (group) => group[at] as number));
			const groups = { count: list.length, keys: [first, second] as Float64Array[], sums: [sums as Float64Array] };
			const picked = pickRows(groups, Int32Array.from(list.keys()), { engine, isInAnyOrder: false });
			return { ...picked, values: picked.values.map((keys) => keys.map((key) => toText(key, engine))) };
		}),
	);
}

function readRow({ keys, values, sums, engines: engineOf }: GroupRows, row: number): Row {
	return {
		engine: engineOf[keys[0]?.[row] as number] as number,
		texts: keys.map((numbers, key) => String(values[key]?.[numbers[row] as number])),
		sum: sums[0]?.[row] as number,
	};
}

/** In the order of search engines and of the numbers of texts. */
function listRows(lists: readonly (readonly Group[])[]): Row[] {
	return lists.flatMap((list, engine) =>
		list
			.toSorted(([a, b], [c, d]) => a - c || b - d)
			.map(([first, second, sum]) => ({ engine, texts: [toText(first, engine), toText(second, engine)], sum })),
	);
}

test('rows of several search engines are sorted by their sums, and equal ones by search engine and dictionary', () => {
	fc.assert(
		fc.property(engines, fc.constantFrom([1], [-1]), (lists, order) => {
			const rows = toRows(lists);
			const sorted = sortRows(
				rows,
				Int32Array.from({ length: rows.count }, (_, row) => row),
				order,
			);
			const expected = listRows(lists).toSorted((a, b) => (order[0] as number) * (b.sum - a.sum));
			assert.deepEqual(
				Array.from(sorted, (row) => readRow(rows, row)),
				expected,
			);
		}),
	);
});

test('only the rows that are asked for are sorted', () => {
	const rows = toRows([
		[
			[3, 1, 5],
			[1, 1, 7],
			[2, 1, 5],
			[4, 1, 9],
		],
	]);
	assert.deepEqual([...sortRows(rows, Int32Array.of(0, 1, 2), [1])], [1, 2, 0]);
});

test('rows with equal texts are one, whatever their numbers are', () => {
	fc.assert(
		fc.property(engines, (lists) => {
			const merged = mergeRows(toRows(lists));
			const found = Array.from({ length: merged.count }, (_, row) => readRow(merged, row));
			const sums = new Map<string, number>();
			for (const { texts, sum } of listRows(lists)) sums.set(`${texts}`, (sums.get(`${texts}`) ?? 0) + sum);
			assert.deepEqual(found.map(({ texts, sum }) => [`${texts}`, sum]).toSorted(), [...sums].toSorted());
			for (const { engine, texts } of found) {
				const having = listRows(lists).find((row) => row.texts[0] === texts[0]);
				assert.equal(engine, having?.engine);
			}
		}),
	);
});

test('without search engines there are no rows', () => {
	assert.equal(mergeRows(joinRows([])).count, 0);
});
