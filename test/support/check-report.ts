/** Whether the answer of a report is what a recount says, but for the order of rows that are equal in what they are sorted by. */
import assert from 'node:assert/strict';
import type { Json } from './api.ts';
import type { RecountedReport, RecountedRow } from './recount-question.ts';

/** @param answer its rows without `hashid`. */
export function checkRows(results: readonly Json[], { rows }: Pick<RecountedReport, 'rows'>, rowsMax: number): void {
	const sorted = rows.toSorted((a, b) => b.order - a.order);
	const expected = Map.groupBy(sorted, ({ row }) => format(row));
	const orders = results.map((row) => take(expected, row)?.order);
	const isTied = orders.every((order, at) => order === sorted[at]?.order);
	if (isTied && results.length === Math.min(rowsMax, rows.length)) return;
	assert.deepEqual(
		results.map(format),
		sorted.slice(0, rowsMax).map(({ row }) => format(row)),
	);
	assert.fail('rows are repeated');
}

/** Each row may be there once. */
function take(expected: Map<string, RecountedRow[]>, row: Json): RecountedRow | undefined {
	return expected.get(format(row))?.pop();
}

/** In one order of members, with numbers that do not depend on the order of additions. */
export function format(value: Json): string {
	return JSON.stringify(value, (_, part) => {
		if (typeof part === 'number') return Number(part.toPrecision(12));
		if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
		return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
	});
}
