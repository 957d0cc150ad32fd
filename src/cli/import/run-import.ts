/**
 * One import, from the bytes of a file to the answer of the server.
 *
 *     bytes → entries → items → batches → requests, a few at a time
 *                └ no JSON object ┴────────── refused by the server ──► rejections
 *
 * The right side pulls: the file is read no faster than the server accepts items, so memory is bounded by
 * the requests under way.
 */
import { FeedError, type FeedFault } from '../../ingest/feed-error.ts';
import { type EntryRejection, type FeedItem, readItem } from '../../ingest/read-item.ts';
import type { MemberNames } from '../../ingest/rename-members.ts';
import { splitEntries } from '../../ingest/split-entries.ts';
import { type Batch, toBatches } from '../../ingest/to-batches.ts';
import { asRecord, badAnswer, isRecord, readAnswer } from '../api-answer.ts';
import { CommandError } from '../command-error.ts';
import type { ByteSource } from './byte-source.ts';
import type { Rejection, RejectionLog } from './rejections.ts';
import type { Retrier } from './retry.ts';
import { sendBatches } from './send-batches.ts';

/** For the items in a request. Below the server's 8 MiB, with room for the brackets and commas around the items. */
const batchBytesMax = 7_500_000;

export interface ImportRun {
	readonly retrier: Retrier;
	readonly source: ByteSource;
	/** The path to which items are posted, ending with `/items/_bulk`. */
	readonly bulkPath: string;
	readonly mapping: MemberNames | undefined;
	readonly batchItemsMax: number;
	readonly concurrency: number;
	readonly rejections: RejectionLog;
	readonly abort: AbortController;
	/** Updated during the import, for the progress display. */
	readonly tally: ImportTally;
}

export interface ImportTally {
	/** Entries found in the file. */
	entryCount: number;
	/** Items that the server has accepted. */
	itemCount: number;
}

/** Sends everything. @throws {CommandError} for the first error that ends the import, or the reason of the abort. */
export async function sendItems(run: ImportRun): Promise<void> {
	const { abort, batchItemsMax, concurrency } = run;
	const batches = toBatches(readItems(run), { itemsMax: batchItemsMax, bytesMax: batchBytesMax });
	await sendBatches({ batches, concurrency, abort, send: (batch) => sendBatch(run, batch) });
}

async function* readItems({ source, mapping, rejections, tally }: ImportRun): AsyncGenerator<FeedItem> {
	try {
		for await (const entry of splitEntries(source.chunks, batchBytesMax)) {
			tally.entryCount += 1;
			const reading = readItem(entry, mapping);
			if ('item' in reading) yield reading.item;
			else rejections.add(toRejection(reading.rejection));
		}
	} catch (error) {
		throw error instanceof FeedError ? toCommandError(error) : error;
	}
}

function toRejection(rejection: EntryRejection): Rejection {
	return rejection.code === 'too_large' ? { ...rejection, reason: 'is larger than a request may be' } : rejection;
}

function toCommandError(error: FeedError): CommandError {
	const { fault } = error;
	const nextStep =
		fault.code === 'bad_separator' ? 'correct the file' : 'the file is cut off: produce or transfer it again';
	return new CommandError('bad_file', describeFault(fault), { cause: error, nextStep });
}

function describeFault(fault: FeedFault): string {
	switch (fault.code) {
		case 'unclosed_array':
			return `the JSON array is not closed at its end, line ${fault.line}`;
		case 'cut_off_line':
			return `the file ends in the middle of line ${fault.line}`;
		case 'bad_separator':
			return `line ${fault.line}: unexpected ${formatByte(fault.byte)} between the entries of the JSON array`;
	}
}

function formatByte(byte: number): string {
	return byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
}

async function sendBatch({ retrier, bulkPath, rejections, tally, abort }: ImportRun, { items }: Batch): Promise<void> {
	const body = `[${items.map(({ text }) => text).join(',')}]`;
	const request = { method: 'POST', path: bulkPath, body, signal: abort.signal } as const;
	const where = `items from line ${items[0]?.line} on`;
	const answer = asRecord(readAnswer(await retrier.send(request, 'harmless'), where));
	const results = answer.results;
	if (!Array.isArray(results) || results.length !== items.length) {
		throw badAnswer(`${where}: one result per item was expected`);
	}
	items.forEach((item, index) => {
		const result: unknown = results[index];
		const reason = isRecord(result) ? result.error : undefined;
		if (typeof reason === 'string' && reason !== '') rejections.add({ ...item, reason });
		else tally.itemCount += 1;
	});
}
