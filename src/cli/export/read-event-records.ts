/** Reads an export of events from the server. When the connection breaks, it goes on after the last event that arrived. */
import type { Position } from '../../domain/log/position.ts';
import { badAnswer, toRefusal, toUnreachable } from '../api-answer.ts';
import {
	type ApiClient,
	type ApiRequest,
	type ApiResponse,
	type ApiStream,
	ConnectionError,
	readText,
} from '../api-client.ts';
import type { CommandIo } from '../command.ts';
import { isWorthRepeating, toWaitMs, triesMax } from '../import/retry.ts';
import { type ExportFormat, findLastPosition, readPosition } from './event-records.ts';
import { splitRecords } from './split-records.ts';

export interface EventExport {
	/** Of the operation, with its query but for `after`. */
	readonly path: string;
	/** For errors. */
	readonly subject: string;
	readonly format: ExportFormat;
	readonly after: Position | undefined;
	readonly signal: AbortSignal;
}

/** How far the reading is. */
interface Progress {
	after: Position | undefined;
	/** Of the tries since the last event. */
	tryNumber: number;
}

/** Whole records, without any twice. @throws {CommandError} when the server refuses, or is away for too long. */
export async function* readEventRecords(
	client: ApiClient,
	io: Pick<CommandIo, 'sleep' | 'random'>,
	{ path, subject, format, after, signal }: EventExport,
): AsyncGenerator<readonly Buffer[]> {
	const progress: Progress = { after, tryNumber: 1 };
	for (; ; progress.tryNumber += 1) {
		const query = progress.after === undefined ? '' : `&after=${progress.after}`;
		const answer = await openExport(client, { method: 'GET', path: `${path}${query}`, signal });
		const failed = 'chunks' in answer ? yield* readUntilBroken(answer, format, progress) : answer;
		if (failed === undefined) return;
		const isFinal = progress.tryNumber === triesMax || !isWorthRepeating(failed, 'harmless');
		if (isFinal) throw failed instanceof ConnectionError ? toUnreachable(failed) : toRefusal(failed, subject);
		const askedMs = failed instanceof ConnectionError ? undefined : failed.retryAfterMs;
		await io.sleep(toWaitMs(progress.tryNumber, askedMs, io.random()), signal);
	}
}

async function openExport(client: ApiClient, request: ApiRequest): Promise<ApiStream | ApiResponse | ConnectionError> {
	try {
		const { chunks, ...head } = await client.open(request);
		return head.status === 200 ? { ...head, chunks } : { ...head, text: await readText(chunks) };
	} catch (error) {
		if (error instanceof ConnectionError) return error;
		throw error;
	}
}

/** @returns what broke the connection; undefined at the end of the export. */
async function* readUntilBroken(
	stream: ApiStream,
	format: ExportFormat,
	progress: Progress,
): AsyncGenerator<readonly Buffer[], ConnectionError | undefined> {
	try {
		for await (const records of readWholeEvents(stream, format)) {
			const last = records.at(-1);
			progress.after = (last && readPosition(last, format)) ?? progress.after;
			progress.tryNumber = 1;
			yield records;
		}
		return undefined;
	} catch (error) {
		if (error instanceof ConnectionError) return error;
		throw error;
	}
}

/** Up to a record with a position; only an export without events ends with the names of the columns. */
async function* readWholeEvents({ chunks }: ApiStream, format: ExportFormat): AsyncGenerator<readonly Buffer[]> {
	let held: readonly Buffer[] = [];
	for await (const records of splitRecords(chunks, { hasQuotes: format === 'csv' })) {
		const all = [...held, ...records];
		const last = findLastPosition(all, format);
		held = all.slice(last + 1);
		if (held.length > heldRecordsMax) throw badAnswer('no export of events');
		if (last >= 0) yield all.slice(0, last + 1);
	}
	if (held.length > 0) yield held;
}

/** An event becomes fifty records at most. */
const heldRecordsMax = 1000;
