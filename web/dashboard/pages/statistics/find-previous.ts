/** Which row of the period before belongs to a row. */
import type { ReportAnswer, ReportRow } from './report-answer.ts';
import { isCounted, type ReportColumn } from './report-columns.ts';

/**
 * Rows that are about the same: equal but for what was counted. A day belongs to the day of the same number in its period.
 * @param columns that rows have, with that of engines where rows are of each
 * @returns nothing for a row that is new
 */
export function findPrevious(
	columns: readonly ReportColumn[],
	{ results, previous }: Pick<ReportAnswer, 'results' | 'previous'>,
): ReadonlyMap<ReportRow, ReportRow> {
	if (previous === undefined) return new Map();
	const named = columns.filter((column) => !isCounted(column));
	const before = toKeys(named, previous.results);
	const byKey = new Map(previous.results.map((row, index) => [before[index], row]));
	const keys = toKeys(named, results);
	return new Map(
		results.flatMap((row, index) => {
			const found = byKey.get(keys[index]);
			return found === undefined ? [] : [[row, found]];
		}),
	);
}

function toKeys(columns: readonly ReportColumn[], rows: readonly ReportRow[]): readonly string[] {
	const times = [...new Set(rows.map(({ timestamp }) => Number(timestamp)))].sort((first, second) => first - second);
	const dayNumbers = new Map(times.map((timeMs, number) => [timeMs, number]));
	const toPart = ({ kind, name }: ReportColumn, row: ReportRow) =>
		kind === 'day' ? dayNumbers.get(Number(row[name])) : row[name];
	return rows.map((row) => JSON.stringify(columns.map((column) => toPart(column, row))));
}
