import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDayTable } from '../../domain/statistics/day-table.ts';
import type { FactRow } from '../../domain/statistics/fact-table.ts';
import { parsePeriod } from '../../domain/statistics/period.ts';
import { unwrap } from '../../lib/failure.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { createDistinctCount } from '../distinct-count.ts';
import { openFacts, packColumns } from '../fact-part.ts';
import { createFactSums } from '../fact-sums.ts';
import type { GroupedSums } from './key-groups.ts';
import { createFactScanner, type DayPart } from './scan-facts.ts';

type Row = FactRow<'conversions'>;

const dayMs = 24 * 3600 * 1000;
const quarterMs = dayMs / 96;
/** Around the change to summer time of 2026. */
const firstDay = Date.UTC(2026, 2, 27) / dayMs;
const zones = ['Etc/UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'];

const rows: fc.Arbitrary<Row[]> = fc.array(
	fc.record({
		quarter: fc.nat(95),
		device: fc.nat(2),
		origin: fc.nat(6),
		query: fc.nat(5),
		item: fc.oneof(fc.nat(5), fc.nat(0xffff_ffff)),
		reference: fc.constant(0),
		carts: fc.integer({ min: -3, max: 300 }),
		revenue: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
	}),
	{ maxLength: 40 },
);

function toPart(list: readonly Row[], day: number, isOld: boolean): DayPart[] {
	const sums = createFactSums('conversions');
	for (const row of list) sums.add(row);
	const part = sums.pack();
	return part === undefined ? [] : [{ day, bytes: isOld ? toOldPart(part) : part }];
}

/** As an earlier version wrote it: its rows are in any order, and its first bytes say so. */
function toOldPart(part: Uint8Array): Uint8Array {
	const { rowCount, columns } = openFacts('conversions', part);
	const all = Object.entries(columns).map(([name, column]) => {
		const copy = column instanceof BigInt64Array ? column.slice() : Float64Array.from(column);
		return [name, copy.reverse()] as const;
	});
	const bytes = packColumns('conversions', rowCount, Object.fromEntries(all));
	bytes.set(new TextEncoder().encode('VSF1'));
	return bytes;
}

/** The local date, as `Intl` says it. */
function toLocalDate(timeMs: number, timeZone: string): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(timeMs);
}

/** The groups with a sum that is not 0. */
function listRows(found: GroupedSums | undefined): [keys: number[], sums: number[]][] {
	assert.ok(found);
	const { count, keys, sums } = found;
	const at = (columns: readonly Float64Array[], group: number) => columns.map((column) => column[group] ?? 0);
	return Array.from({ length: count }, (_, group): [number[], number[]] => [at(keys, group), at(sums, group)]).filter(
		([, of]) => of.some((sum) => sum !== 0),
	);
}

function withSums(expected: ReadonlyMap<string, readonly number[]>) {
	return [...expected].filter(([, sums]) => sums.some((sum) => sum !== 0)).toSorted();
}

test('sums by day and by name are those of the rows one by one, in any zone', () => {
	fc.assert(
		fc.property(
			fc.array(rows, { minLength: 6, maxLength: 6 }),
			fc.constantFrom(...zones),
			fc.boolean(),
			(byDay, timeZone, isOld) => {
				const period = unwrap(parsePeriod({ from: '20260328', to: '20260330', timeZone }));
				const scanner = createFactScanner<'conversions'>(
					[
						{ table: 'conversions', where: [], by: ['day'], measures: ['carts', 'revenue'] },
						{
							table: 'conversions',
							where: [
								{ column: 'device', values: new Set([1]) },
								{ column: 'origin', values: new Set([0, 3]), isExcluding: true },
							],
							by: ['item', 'query'],
							measures: ['carts'],
						},
					],
					createDayTable(period),
				);
				const parts = byDay.flatMap((list, at) => toPart(list, firstDay + at, isOld));
				const inside = parts.filter(({ day }) => (day + 1) * dayMs > period.startMs && day * dayMs < period.endMs);
				runSteps(scanner.addParts(inside, unhurried));
				const [days, items] = runSteps(scanner.results(unhurried));
				const expectedDays = new Map<string, [number, number]>();
				const expectedItems = new Map<string, [number]>();
				for (const [at, list] of byDay.entries()) {
					for (const row of list) {
						const date = toLocalDate((firstDay + at) * dayMs + row.quarter * quarterMs, timeZone);
						if (date < '2026-03-28' || date > '2026-03-30') continue;
						const [carts, revenue] = expectedDays.get(date) ?? [0, 0];
						expectedDays.set(date, [carts + (row.carts ?? 0), revenue + Number(row.revenue)]);
						if (row.device !== 1 || row.origin === 0 || row.origin === 3) continue;
						const key = `${row.item} ${row.query}`;
						expectedItems.set(key, [(expectedItems.get(key)?.[0] ?? 0) + (row.carts ?? 0)]);
					}
				}
				const foundDays = listRows(days).map(([[day = 0], sums]) => [`2026-03-${28 + day}`, sums]);
				assert.deepEqual(foundDays.toSorted(), withSums(expectedDays));
				const foundItems = listRows(items).map(([keys, sums]) => [keys.join(' '), sums]);
				assert.deepEqual(foundItems.toSorted(), withSums(expectedItems));
			},
		),
	);
});

test('many groups and many rows are counted, each in its group, in slices', () => {
	const sums = createFactSums('clickers');
	for (let user = 0; user < 40_000; user++) {
		sums.add({
			quarter: user % 96,
			device: 0,
			query: user % 7,
			item: 0,
			user: (user + 1) * 2 ** 20,
			clicks: 1 + (user % 3),
		});
	}
	const period = unwrap(parsePeriod({ from: '20260328', to: '20260328', timeZone: undefined }));
	const distinct = createDistinctCount();
	const scanner = createFactScanner<'clickers'>(
		[
			{
				table: 'clickers',
				where: [],
				by: ['user'],
				measures: ['clicks'],
				distinct: { column: 'user', count: distinct },
			},
		],
		createDayTable(period),
	);
	const steps = scanner.addParts([{ day: firstDay + 1, bytes: sums.pack() ?? new Uint8Array() }], {
		isDue: () => true,
	});
	let sliceCount = 1;
	while (!steps.next().done) sliceCount += 1;
	assert.ok(sliceCount > 2);
	const [users] = runSteps(scanner.results(unhurried));
	assert.equal(users?.count, 40_000);
	const total = users?.sums[0]?.subarray(0, 40_000).reduce((sum, clicks) => sum + clicks, 0);
	assert.equal(total, 79_999);
	assert.equal(distinct.count(), 40_000);
});
