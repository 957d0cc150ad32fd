/** Whether the answer of a report is what a recount says, but for the order of rows that are equal in what they are sorted by. */
import assert from 'node:assert/strict';
import { reportOperations } from '../../src/http/statistics/report-operations.ts';
import type { Json } from './api.ts';
import type { Question, RecountedReport, RecountedRow } from './recount-question.ts';
import { recountedReports } from './recount-reports.ts';

interface Asked {
	readonly path: string;
	/** Whether `aggregate` is false. */
	readonly isEach: boolean;
}

/** @throws {AssertionError} unless the answer, or its member `previous`, is what the recount says. */
export function checkReport(answer: Json, question: Question, { path, isEach }: Asked): void {
	const recount = recountedReports[path] ?? assert.fail(path);
	const { parameters = [] } = reportOperations[path as keyof typeof reportOperations] ?? {};
	const rowsMax = parameters.includes('limit') ? Number(question.text('limit') ?? 100) : 10_000;
	const { results, total, total_count: totalCount, previous: _, ...more } = answer;
	const all = recount(question);
	if (!isEach) checkRows(results, all, rowsMax);
	else {
		const hashids = question.world.engines.map(({ hashid }) => hashid);
		const engineNumbers = results.map(({ hashid }: Json) => hashids.indexOf(hashid));
		assert.deepEqual(engineNumbers, engineNumbers.toSorted(), 'rows of a search engine are together');
		for (const engine of question.world.engines) {
			const own = results.filter(({ hashid }: Json) => hashid === engine.hashid);
			checkRows(
				own.map(({ hashid: __, ...row }: Json) => row),
				recount(question.of(engine)),
				rowsMax,
			);
		}
	}
	const isCounted = !path.startsWith('sector/') && results.some(({ count }: Json) => typeof count === 'number');
	const sum = results.reduce((counted: number, { count }: Json) => counted + (count ?? 0), 0);
	const expected = { total: results.length, total_count: isCounted ? sum : results.length, ...all.more };
	const given = { total, total_count: totalCount, ...more };
	if (!isSame(given, expected)) assert.equal(format(given), format(expected));
}

/** @param results without `hashid`. */
function checkRows(results: readonly Json[], { rows }: Pick<RecountedReport, 'rows'>, rowsMax: number): void {
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
	const equal = expected.get(format(row))?.pop();
	if (equal !== undefined) return equal;
	for (const rows of expected.values()) {
		const at = rows.findIndex((other) => isSame(other.row, row));
		if (at !== -1) return rows.splice(at, 1)[0];
	}
	return undefined;
}

/** Relative to a number: a sum depends on the order of additions. */
const tolerance = 1e-11;

function isSame(a: Json, b: Json): boolean {
	if (typeof a === 'number' && typeof b === 'number') {
		return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
	}
	if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
	);
}

/** In one order of members, with numbers that mostly do not depend on the order of additions: 12 digits of two may round apart. */
function format(value: Json): string {
	return JSON.stringify(value, (_, part) => {
		if (typeof part === 'number') return Number(part.toPrecision(12));
		if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
		return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
	});
}
