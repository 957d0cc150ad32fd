/** An export of events: what may be asked for, and its lines in each format. */
import { type Static, type TSchema, Type } from 'typebox';
import type { EventExportRequest } from '../../app/event/export-events.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { startPosition } from '../../domain/log/position.ts';
import { parseTimeSpan, timeZoneDefault } from '../../domain/statistics/period.ts';
import { unwrap } from '../../lib/failure.ts';
import { csvType, toCsvLine } from '../shared/csv.ts';
import { cursor, eventOutput, fromCursor, toEventWire } from './event-wire.ts';
import { toUbiWires } from './ubi-wire.ts';

const formats = ['jsonl', 'csv', 'ubi'] as const;
const jsonLinesType = 'application/x-ndjson; charset=utf-8';

const day = { examples: ['20260301'], maxLength: 32 };

export const exportQuery = Type.Object({
	from: Type.Optional(
		Type.String({
			...day,
			description:
				'First day, as 20260301 or 2026-03-01, or a moment as Unix time in seconds or milliseconds; left out: the first event',
		}),
	),
	to: Type.Optional(Type.String({ ...day, description: 'Last day or moment; left out: the present' })),
	tz: Type.Optional(
		Type.String({
			...{ maxLength: 64, default: timeZoneDefault, examples: ['Europe/Madrid'] },
			description: 'Days are those of this zone',
		}),
	),
	format: Type.Enum([...formats], {
		default: 'jsonl',
		description: '`jsonl`, `csv`, or `ubi`: JSON lines as User Behavior Insights 1.3 has them',
	}),
	after: Type.Optional(
		Type.Unsafe<number | string>({
			...cursor('`serial` of the last line that arrived: the export goes on after it, in CSV without the row of names'),
			examples: [120],
		}),
	),
});

type ExportQuery = Static<typeof exportQuery>;

/** The schemas of an answer, by content type. */
export const exportOutput = {
	description: 'The events, oldest first, one a line',
	content: {
		'application/x-ndjson': { schema: Type.String({ examples: ['{"serial":120,"kind":"search"}\n'] }) },
		'text/csv': { schema: Type.String({ examples: ['serial,kind\r\n120,search\r\n'] }) },
	},
} as unknown as TSchema;

/** @throws {FailureError} `invalid` for a time or a position that is none. */
export function toExportRequest(
	hashid: string,
	{ from, to, tz, after = startPosition }: ExportQuery,
): EventExportRequest {
	const span = unwrap(parseTimeSpan({ from: from || undefined, to: to || undefined, timeZone: tz || undefined }));
	return { hashid, after: fromCursor(after), span };
}

export function toExportType({ format }: Pick<ExportQuery, 'format'>): string {
	return format === 'csv' ? csvType : jsonLinesType;
}

const columns = Object.keys(eventOutput.properties);

const toLines: Readonly<Record<(typeof formats)[number], (event: LoggedEvent) => string>> = {
	jsonl: (event) => `${JSON.stringify(toEventWire(event))}\n`,
	csv(event) {
		const cells: Readonly<Record<string, unknown>> = toEventWire(event);
		return toCsvLine(columns.map((column) => cells[column]));
	},
	ubi: (event) => toUbiWires(event).reduce((text, line) => `${text}${JSON.stringify(line)}\n`, ''),
};

/** The export as text, a batch of events at a time. */
export async function* toExportTexts(
	{ format, after }: Pick<ExportQuery, 'format' | 'after'>,
	batches: AsyncIterable<readonly LoggedEvent[]>,
): AsyncGenerator<string> {
	if (format === 'csv' && (after === undefined || String(after) === startPosition)) yield toCsvLine(columns);
	for await (const events of batches) yield events.map(toLines[format]).join('');
}
