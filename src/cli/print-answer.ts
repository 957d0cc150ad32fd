/** Prints answers of the server: as plain JSON, or as tables and blocks for people. */
import { isRecord, type JsonRecord } from './api-answer.ts';
import type { Invocation } from './command.ts';
import { formatBlock, formatTable } from './text-table.ts';

/** `fields` are the columns, in order; `plural` is used when the list is empty. */
export interface ListFormat {
	readonly fields: readonly string[];
	readonly plural: string;
}

export function printList(invocation: Invocation, records: readonly JsonRecord[], format: ListFormat): void {
	const { io, isJson } = invocation;
	if (isJson) {
		printJson(invocation, records);
		return;
	}
	if (records.length === 0) {
		io.stdout.write(`There are no ${format.plural}.\n`);
		return;
	}
	const titles = format.fields.map((field) => toTitle(field).toUpperCase());
	io.stdout.write(
		formatTable(
			titles,
			records.map((record) => format.fields.map((field) => record[field])),
		),
	);
}

/** All fields of an object, under an optional sentence. */
export function printRecord(invocation: Invocation, record: JsonRecord, sentence?: string): void {
	if (invocation.isJson) {
		printJson(invocation, record);
		return;
	}
	const entries = Object.entries(record).map(([name, value]) => [toTitle(name), toNames(value)] as const);
	invocation.io.stdout.write(`${sentence === undefined ? '' : `${sentence}\n`}${formatBlock(entries)}`);
}

/** A sentence for people; the object for programs. */
export function printDone(invocation: Invocation, record: JsonRecord, sentence: string): void {
	if (invocation.isJson) printJson(invocation, record);
	else invocation.io.stdout.write(`${sentence}\n`);
}

export function printJson({ io }: Invocation, value: unknown): void {
	io.stdout.write(`${JSON.stringify(value, undefined, '\t')}\n`);
}

/** Objects inside an object are shown by their names. */
function toNames(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(toNames);
	return isRecord(value) && typeof value.name === 'string' ? value.name : value;
}

function toTitle(field: string): string {
	return field.replaceAll('_', ' ');
}
