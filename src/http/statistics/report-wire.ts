/** Answers of reports as JSON and as CSV. */
import { Readable } from 'node:stream';
import { type TSchema, Type } from 'typebox';
import type { ReportRow } from '../../app/statistics/report.ts';
import type { ReportAnswer } from '../../app/statistics/run-report.ts';
import { toCsvLine } from '../shared/csv.ts';
import { component } from '../shared/schema-component.ts';
import type { ReportOperation } from './report-operations.ts';
import { engineMember } from './report-rows.ts';

type Described = Pick<ReportOperation, 'name' | 'row' | 'more'>;

/** The schemas of an answer, by content type. */
export function describeAnswer({ name, row, more = {} }: Described) {
	const members = {
		results: Type.Array(component(`${name}Row`, Type.Object({ ...engineMember, ...row }))),
		total: Type.Integer({ description: 'How many rows' }),
		...('total_amount' in more
			? {}
			: { total_count: Type.Integer({ description: 'Sum of `count` of the rows, or how many rows' }) }),
		...more,
	};
	const previous = component(`${name}Period`, Type.Object(members));
	const answer = component(`${name}Report`, Type.Object({ ...members, previous: Type.Optional(previous) }));
	const csv = Type.String({ examples: [`${Object.keys(row).join(',')}\r\n`] });
	return {
		description: 'The report',
		content: { 'application/json': { schema: answer }, 'text/csv': { schema: csv } },
	} as unknown as TSchema;
}

export function toReportWire({ rows, totalCount, more = {}, previous }: ReportAnswer): object {
	return {
		...{ results: rows.map(toWireRow), total: rows.length, total_count: totalCount },
		...toWireRow(more),
		...(previous && { previous: toReportWire(previous) }),
	};
}

/** A loop, because ten thousand rows are written at once. */
function toWireRow(row: ReportRow): ReportRow {
	const wire: Record<string, unknown> = {};
	for (const name of Object.keys(row)) wire[toWireName(name)] = row[name];
	return wire;
}

/** Members of all rows, which are some dozens. */
const wireNames = new Map<string, string>();

/** `sumAmount` is `sum_amount` on the wire. */
function toWireName(name: string): string {
	const known = wireNames.get(name);
	if (known !== undefined) return known;
	const wire = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	wireNames.set(name, wire);
	return wire;
}

const rowsPerChunk = 500;

/** In chunks, under a row of names; two periods under one another, each row with the name of its own. */
export function toCsv({ rows, previous }: ReportAnswer, { row }: Described): Readable {
	const isCompared = previous !== undefined;
	const isOfEach = 'hashid' in (rows[0] ?? previous?.rows[0] ?? {});
	const columns = [...(isOfEach ? ['hashid'] : []), ...Object.keys(row)];
	const periods = [
		{ name: 'current', rows },
		{ name: 'previous', rows: previous?.rows ?? [] },
	];
	return Readable.from(
		(function* () {
			yield toCsvLine(isCompared ? ['period', ...columns] : columns);
			for (const { name, rows } of periods) {
				const first = isCompared ? [name] : [];
				for (let from = 0; from < rows.length; from += rowsPerChunk) {
					const chunk = rows.slice(from, from + rowsPerChunk).map(toWireRow);
					yield chunk.map((cells) => toCsvLine([...first, ...columns.map((column) => cells[column])])).join('');
				}
			}
		})(),
	);
}
