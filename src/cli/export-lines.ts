/** Shared by the exports: lines are written to a file, completely or not at all, or to standard output. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toError } from '../lib/thrown.ts';
import type { JsonRecord } from './api-answer.ts';
import type { CommandOptions, Invocation } from './command.ts';
import { CommandError, interrupted, misused } from './command-error.ts';
import { formatCount } from './import/progress.ts';
import { printDone } from './print-answer.ts';

export const exportOptions: CommandOptions = {
	out: {
		kind: 'text',
		placeholder: 'FILE',
		meaning: 'Write to this file instead of standard output (-); it is written completely or not at all',
	},
	gzip: { kind: 'switch', meaning: 'Compress the output' },
};

/** What is exported, for the final sentence and the final object. */
export interface ExportedThings {
	/** What a line contains, in the plural: `items`. */
	readonly plural: string;
	/** Where they come from, in the sentence. */
	readonly source: string;
	/** The same in the object. */
	readonly record: JsonRecord;
}

/**
 * Writes the lines of each page and reports how many there were. A signal to stop aborts `readPages`, which then ends
 * with the signal's reason.
 * @returns the exit code.
 * @throws {CommandError}
 */
export async function exportLines(
	invocation: Invocation,
	readPages: (signal: AbortSignal) => AsyncIterable<readonly string[]>,
	{ plural, source, record }: ExportedThings,
): Promise<number> {
	const { options, io, isJson } = invocation;
	const path = readOutPath(options);
	if (isJson && path === undefined)
		throw misused('--json needs --out', `the ${plural} themselves go to standard output`);
	let lineCount = 0;
	async function* readTexts(signal: AbortSignal): AsyncGenerator<string> {
		for await (const lines of readPages(signal)) {
			lineCount += lines.length;
			yield lines.join('');
		}
	}
	await writeTexts(readTexts, invocation);
	const sentence = `Exported ${formatCount(lineCount)} ${plural} of ${source}.`;
	if (path === undefined) io.stderr.write(`${sentence}\n`);
	else printDone(invocation, { ...record, [plural]: lineCount, file: path }, sentence);
	return 0;
}

/** The file of `--out`; undefined for standard output, which is written `-` as for imports. */
function readOutPath(options: Invocation['options']): string | undefined {
	const path = options.get('out');
	return path === '-' ? undefined : path;
}

async function writeTexts(
	readTexts: (signal: AbortSignal) => AsyncIterable<string>,
	{ options, io }: Invocation,
): Promise<void> {
	const abort = new AbortController();
	const source = Readable.from(readTexts(abort.signal), { objectMode: false });
	const steps = options.get('gzip') === 'true' ? [source, createGzip()] : [source];
	const path = readOutPath(options);
	if (path === undefined) {
		await pipeline([...steps, io.stdout], { end: false });
		return;
	}
	const draftPath = `${path}.partial`;
	const stopListening = io.onStop((signal) => abort.abort(interrupted(signal, 'export again')));
	try {
		await pipeline([...steps, createWriteStream(draftPath, { flush: true })]);
		await rename(draftPath, path);
	} catch (error) {
		await rm(draftPath, { force: true });
		if (error instanceof CommandError) throw error;
		throw new CommandError('unwritable_file', `cannot write ${path} (${toError(error).message})`, { cause: error });
	} finally {
		stopListening();
	}
}
