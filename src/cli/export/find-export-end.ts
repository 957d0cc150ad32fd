/** Where does an export in a file end, of which the last line may be broken? */
import { createReadStream } from 'node:fs';
import type { Position } from '../../domain/log/position.ts';
import { readErrorCode, toError } from '../../lib/thrown.ts';
import { CommandError } from '../command-error.ts';
import { type ExportFormat, findLastPosition, isOfExport, isStartOfExport, readPosition } from './event-records.ts';
import { splitRecords } from './split-records.ts';

export interface ExportEnd {
	/** So many bytes are whole events; 0 for a file that is not there. */
	readonly keptBytes: number;
	/** Undefined before the first event. */
	readonly after: Position | undefined;
}

/** Cost: O(bytes of the file). @throws {CommandError} for a file that cannot be read or is something else. */
export async function findExportEnd(path: string, format: ExportFormat): Promise<ExportEnd> {
	let end: ExportEnd = { keptBytes: 0, after: undefined };
	let readBytes = 0;
	let start: Buffer | undefined;
	async function* readChunks(): AsyncGenerator<Buffer> {
		for await (const chunk of createReadStream(path)) {
			start ??= chunk as Buffer;
			yield chunk as Buffer;
		}
	}
	try {
		for await (const records of splitRecords(readChunks(), { hasQuotes: format === 'csv' })) {
			const [first] = records;
			if (readBytes === 0 && first !== undefined && !isOfExport(first, format)) throw notAnExport(path, format);
			const last = findLastPosition(records, format);
			const lengths = records.map(({ length }) => length);
			const record = records[last];
			if (record !== undefined) {
				end = { keptBytes: readBytes + sum(lengths.slice(0, last + 1)), after: readPosition(record, format) };
			}
			readBytes += sum(lengths);
		}
		if (readBytes === 0 && start !== undefined && !isStartOfExport(start, format)) throw notAnExport(path, format);
	} catch (error) {
		if (error instanceof CommandError) throw error;
		if (readErrorCode(error) !== 'ENOENT') {
			throw new CommandError('unreadable_file', `cannot read ${path} (${toError(error).message})`, { cause: error });
		}
	}
	return end;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

function notAnExport(path: string, format: ExportFormat): CommandError {
	return new CommandError('other_file', `${path} is not an export of events in the format ${format}`, {
		nextStep: 'name the file and the --format of the export that is to go on',
	});
}
