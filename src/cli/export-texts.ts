/** Shared by the exports: texts go to a file, completely or not at all, to the end of a file, or to standard output. */
import { createWriteStream } from 'node:fs';
import { rename, rm, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toError } from '../lib/thrown.ts';
import type { JsonRecord } from './api-answer.ts';
import type { CommandOptions, Invocation } from './command.ts';
import { CommandError, interrupted, misused } from './command-error.ts';
import { formatCount } from './import/progress.ts';
import { printDone } from './print-answer.ts';
import { showLine } from './progress-line.ts';

export const exportOptions: CommandOptions = {
	out: {
		kind: 'text',
		placeholder: 'FILE',
		meaning: 'Write to this file instead of standard output (-); it is written completely or not at all',
	},
	gzip: { kind: 'switch', meaning: 'Compress the output' },
};

/** A piece of the output. */
export interface ExportedText {
	/** Ends with a whole line. */
	readonly text: string;
	/** How many things are in it. */
	readonly count: number;
}

/** What is exported, for messages and the final object. */
export interface ExportedThings {
	/** In the plural: `items`. */
	readonly plural: string;
	/** Where they come from, in the sentence. */
	readonly source: string;
	/** The same in the object. */
	readonly record: JsonRecord;
	/** So many bytes of the file stay, and the texts come after them; absent: they replace the file. */
	readonly keptBytes?: number;
}

/**
 * Writes the texts and reports how many things there were. A signal to stop aborts `readTexts`, which then ends with the
 * signal's reason.
 * @returns the exit code.
 * @throws {CommandError}
 */
export async function exportTexts(
	invocation: Invocation,
	readTexts: (signal: AbortSignal) => AsyncIterable<ExportedText>,
	{ plural, source, record, keptBytes }: ExportedThings,
): Promise<number> {
	const { options, io, isJson } = invocation;
	const path = readOutPath(options);
	if (isJson && path === undefined)
		throw misused('--json needs --out', `the ${plural} themselves go to standard output`);
	let [count, byteCount] = [0, 0];
	async function* countTexts(signal: AbortSignal): AsyncGenerator<string> {
		for await (const exported of readTexts(signal)) {
			count += exported.count;
			byteCount += Buffer.byteLength(exported.text);
			yield exported.text;
		}
	}
	const stopProgress =
		isJson || path === undefined
			? () => undefined
			: showLine(io, (seconds) => formatExport({ count, plural, byteCount }, seconds));
	try {
		if (path === undefined) await writeOut(countTexts, invocation);
		else await writeFile(countTexts, { path, keptBytes }, invocation);
	} finally {
		stopProgress();
	}
	const sentence = `Exported ${formatCount(count)} ${plural} of ${source}.`;
	if (path === undefined) io.stderr.write(`${sentence}\n`);
	else printDone(invocation, { ...record, [plural]: count, file: path }, sentence);
	return 0;
}

/** `12,300 events  1,230/s  4.2 MB`. */
function formatExport(
	{ count, plural, byteCount }: { readonly count: number; readonly plural: string; readonly byteCount: number },
	seconds: number,
): string {
	const rate = seconds > 0 ? [`${formatCount(Math.round(count / seconds))}/s`] : [];
	return [`${formatCount(count)} ${plural}`, ...rate, `${(byteCount / 1e6).toFixed(1)} MB`].join('  ');
}

/** The file of `--out`; undefined for standard output, which is written `-` as for imports. */
export function readOutPath(options: Invocation['options']): string | undefined {
	const path = options.get('out');
	return path === '-' ? undefined : path;
}

type ReadTexts = (signal: AbortSignal) => AsyncIterable<string>;

function openSteps(readTexts: ReadTexts, { options }: Pick<Invocation, 'options'>, signal: AbortSignal) {
	const source = Readable.from(readTexts(signal), { objectMode: false });
	return options.get('gzip') === 'true' ? [source, createGzip()] : [source];
}

async function writeOut(readTexts: ReadTexts, { options, io }: Invocation): Promise<void> {
	await pipeline([...openSteps(readTexts, { options }, new AbortController().signal), io.stdout], { end: false });
}

interface OutFile {
	readonly path: string;
	readonly keptBytes: number | undefined;
}

async function writeFile(readTexts: ReadTexts, { path, keptBytes }: OutFile, invocation: Invocation): Promise<void> {
	const abort = new AbortController();
	const isWhole = keptBytes === undefined;
	const nextStep = isWhole ? 'export again' : 'the same command goes on from here';
	const stopListening = invocation.io.onStop((signal) => abort.abort(interrupted(signal, nextStep)));
	const draftPath = isWhole ? `${path}.partial` : path;
	try {
		if (!isWhole && keptBytes > 0) await truncate(path, keptBytes);
		const flags = !isWhole && keptBytes > 0 ? 'a' : 'w';
		const file = createWriteStream(draftPath, { flags, flush: true });
		await pipeline([...openSteps(readTexts, invocation, abort.signal), file]);
		if (isWhole) await rename(draftPath, path);
	} catch (error) {
		if (isWhole) await rm(draftPath, { force: true });
		if (error instanceof CommandError) throw error;
		throw new CommandError('unwritable_file', `cannot write ${path} (${toError(error).message})`, { cause: error });
	} finally {
		stopListening();
	}
}
