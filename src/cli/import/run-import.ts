/**
 * One import, from the bytes of a file to the answer of the server.
 *
 *     bytes → entries → items → batches → requests, a few at a time
 *                └ no JSON object ┴────────── refused by the server ──► rejections
 *
 * Everything is pulled from the right: the file is read no faster than the server takes it, so memory stays bounded by
 * the requests under way.
 */

import { asRecord, badAnswer, isRecord, readAnswer } from '../api-answer.ts';
import { type Batch, batchBytesMax, toBatches } from './batch.ts';
import type { ByteSource } from './byte-source.ts';
import type { ItemMapping } from './item-mapping.ts';
import { type ImportItem, readItem } from './read-item.ts';
import type { RejectionLog } from './rejections.ts';
import type { Retrier } from './retry.ts';
import { sendBatches } from './send-batches.ts';
import { splitEntries } from './split-entries.ts';

export interface ImportRun {
	readonly retrier: Retrier;
	readonly source: ByteSource;
	/** Where the items are posted, ending with `/items/_bulk`. */
	readonly bulkPath: string;
	readonly mapping: ItemMapping | undefined;
	readonly batchItemsMax: number;
	readonly concurrency: number;
	readonly rejections: RejectionLog;
	readonly abort: AbortController;
	/** Counts as it goes, for the progress display. */
	readonly tally: ImportTally;
}

export interface ImportTally {
	/** Entries found in the file. */
	entryCount: number;
	/** Items that the server has taken. */
	itemCount: number;
}

/** Sends everything. @throws {CommandError} for the first thing that stops it, or the reason of the abort. */
export async function sendItems(run: ImportRun): Promise<void> {
	const { abort, batchItemsMax, concurrency } = run;
	const batches = toBatches(readItems(run), batchItemsMax);
	await sendBatches({ batches, concurrency, abort, send: (batch) => sendBatch(run, batch) });
}

async function* readItems({ source, mapping, rejections, tally }: ImportRun): AsyncGenerator<ImportItem> {
	for await (const entry of splitEntries(source.chunks, batchBytesMax)) {
		tally.entryCount += 1;
		const reading = readItem(entry, mapping);
		if ('item' in reading) yield reading.item;
		else rejections.add(reading.rejection);
	}
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
