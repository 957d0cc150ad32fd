/** Records of an export of events, and what they say about where it goes on. */
import { type Position, parsePosition } from '../../domain/log/position.ts';
import { isRecord } from '../api-answer.ts';

export const exportFormats = ['jsonl', 'csv', 'ubi'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function isExportFormat(text: string): text is ExportFormat {
	return (exportFormats as readonly string[]).includes(text);
}

/** The first cell of the names of the columns. */
const namesStart = 'serial,';

/**
 * Where an export goes on after this record. Undefined after one that has no position: the names of the columns, and all
 * lines but the last of what one event became.
 */
export function readPosition(record: Buffer, format: ExportFormat): Position | undefined {
	const text = record.toString('utf8');
	const serial = format === 'csv' ? text.slice(0, text.indexOf(',')) : readJson(text)?.serial;
	return typeof serial === 'string' || typeof serial === 'number' ? parsePosition(String(serial)) : undefined;
}

/** Whether a record is one of such an export. */
export function isOfExport(record: Buffer, format: ExportFormat): boolean {
	if (readPosition(record, format) !== undefined) return true;
	if (format === 'csv') return record.toString('utf8').startsWith(namesStart);
	return format === 'ubi' && readJson(record.toString('utf8'))?.action_name !== undefined;
}

/** Whether the first record of such an export may begin with these bytes, which have no end of a record. */
export function isStartOfExport(bytes: Buffer, format: ExportFormat): boolean {
	const start = format === 'csv' ? namesStart : '{';
	return start.startsWith(bytes.toString('utf8', 0, start.length));
}

/** The index of the last record with a position; −1 if there is none. */
export function findLastPosition(records: readonly Buffer[], format: ExportFormat): number {
	return records.findLastIndex((record) => readPosition(record, format) !== undefined);
}

function readJson(text: string): { readonly [name: string]: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// The caller asks whether it is.
		return undefined;
	}
}
