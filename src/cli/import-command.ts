/** `vitrine import`: replaces the items of an index by those of a file, or adds them. */
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isOverLimit } from '../ingest/rejection-limit.ts';
import { toError } from '../lib/thrown.ts';
import { readAnswer } from './api-answer.ts';
import type { ApiClient } from './api-client.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { CommandError, exitCodes, interrupted } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { openByteSource } from './import/byte-source.ts';
import { type ImportPlan, importOptions, readImportPlan } from './import/import-plan.ts';
import { formatCount, showProgress } from './import/progress.ts';
import { createRejectionLog, formatRejectionLimit, keptMax, shownMax } from './import/rejections.ts';
import { createRetrier } from './import/retry.ts';
import { type ImportRun, sendItems } from './import/run-import.ts';
import { createTemporaryIndex, type TemporaryIndex } from './import/temporary-index.ts';
import { printDone } from './print-answer.ts';

export const importCommand: Command = {
	path: 'import',
	summary: 'Import a file of items into an index.',
	explanation: [
		'FILE is JSON lines or one JSON array, gzipped or not. The items are written to a temporary index, which replaces',
		'the live one at the end. Until then shoppers see the old items; after a failure the live index is as it was.',
		'Exit code 1 with "replaced" means that some entries were rejected.',
	].join('\n'),
	arguments: [{ name: 'FILE', meaning: 'File to import; - is standard input' }],
	options: { ...importOptions, ...ownerOptions },
	examples: [
		`vitrine import products.jsonl.gz --engine ${exampleHashid} --index product`,
		`vitrine import feed.json --engine ${exampleHashid} --index product --create --map link=url,title=name`,
		`zcat changes.gz | vitrine import - --engine ${exampleHashid} --index product --live`,
	],
	async run(invocation) {
		const plan = readImportPlan(invocation);
		const client = openOwnerClient(invocation);
		const abort = new AbortController();
		const stopListening = invocation.io.onStop((signal) => abort.abort(interrupted(signal, 'start the import again')));
		const rejectsFile = plan.rejectsFile === undefined ? undefined : await openRejectsFile(plan.rejectsFile, abort);
		try {
			return await importFile(plan, { invocation, client, abort, rejectsFile });
		} finally {
			stopListening();
			// Where it fails, that was said before.
			await rejectsFile?.end().catch(() => undefined);
		}
	},
};

interface ImportMeans {
	readonly invocation: Invocation;
	readonly client: ApiClient;
	readonly abort: AbortController;
	readonly rejectsFile: RejectsFile | undefined;
}

interface RejectsFile {
	readonly lines: Writable;
	/** Resolves when all lines are in the file. @throws {CommandError} if that fails */
	end(): Promise<void>;
}

async function importFile(plan: ImportPlan, { invocation, client, abort, rejectsFile }: ImportMeans): Promise<number> {
	const { io, isJson } = invocation;
	const startMs = io.monotonicMs();
	const run: ImportRun = {
		retrier: createRetrier(client, io),
		source: await openByteSource(plan.file, { stdin: io.stdin, signal: abort.signal }),
		bulkPath: `${plan.indexPath}${plan.isLive ? '' : '/temp'}/items/_bulk`,
		mapping: plan.mapping,
		batchItemsMax: plan.batchItemsMax,
		concurrency: plan.concurrency,
		rejections: createRejectionLog({ shown: isJson ? undefined : io.stderr, file: rejectsFile?.lines }),
		abort,
		tally: { entryCount: 0, itemCount: 0 },
	};
	if (plan.newIndex !== undefined) await createMissingIndex(plan, run, plan.newIndex);
	const stopProgress = isJson ? () => undefined : showProgress(io, run);
	try {
		const send = async () => {
			await sendItems(run);
			await rejectsFile?.end();
		};
		if (plan.isLive) await send();
		else await replaceIndex(plan, run, send);
	} finally {
		stopProgress();
		tellOfMore(run, invocation);
		// Otherwise a file or stdin that was not read completely would keep the process alive.
		abort.abort();
	}
	summarize(plan, run, { invocation, seconds: (io.monotonicMs() - startMs) / 1000 });
	if (run.rejections.count === 0 || plan.isRejectionExpected) return exitCodes.done;
	throw new CommandError('rejected', `${formatCount(run.rejections.count)} entries were rejected`, {
		nextStep: 'correct them, or say with --max-rejected how many are acceptable',
	});
}

async function createMissingIndex({ indexPath, index }: ImportPlan, { retrier, abort }: ImportRun, body: string) {
	const { signal } = abort;
	const existing = await retrier.send({ method: 'GET', path: indexPath, signal }, 'harmless');
	if (existing.status !== 404) {
		readAnswer(existing, `index ${index}`);
		return;
	}
	const path = indexPath.slice(0, indexPath.lastIndexOf('/'));
	readAnswer(await retrier.send({ method: 'POST', path, body, signal }, 'harmful'), `index ${index}`);
}

/** All or nothing: on any failure the temporary index is deleted and the live one stays. */
async function replaceIndex(plan: ImportPlan, run: ImportRun, send: () => Promise<void>): Promise<void> {
	const temporary = createTemporaryIndex(run.retrier, plan.indexPath);
	const { signal } = run.abort;
	signal.throwIfAborted();
	if (plan.isTakeover) await temporary.takeOver();
	try {
		await temporary.create();
		await send();
		checkOutcome(plan, run);
		await temporary.replaceLive();
	} catch (error) {
		throw await undo(plan, temporary, toCommandError(error));
	}
}

/** Deletes the temporary index. @returns the failure, with the state of the live index. */
async function undo(plan: ImportPlan, temporary: TemporaryIndex, failure: CommandError): Promise<CommandError> {
	try {
		const removal = await temporary.remove();
		if (removal !== 'missing') return extend(failure, 'the live index is as it was');
		return extend(failure, 'the temporary index is gone, so look whether the live index was replaced');
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		const nextStep = `run "vitrine engine index discard ${plan.engine} ${plan.index}" when the server is back`;
		return extend(failure, 'the live index is as it was, but the temporary index could not be deleted', nextStep);
	}
}

function extend(failure: CommandError, consequence: string, nextStep = failure.nextStep): CommandError {
	return new CommandError(failure.code, `${failure.message}; ${consequence}`, {
		cause: failure,
		exitCode: failure.exitCode,
		...(nextStep === undefined ? {} : { nextStep }),
		...(failure.details === undefined ? {} : { details: failure.details }),
	});
}

function checkOutcome(plan: ImportPlan, { tally, rejections }: ImportRun): void {
	const { count, kept } = rejections;
	if (isOverLimit(count, tally.entryCount, plan.rejectionLimit)) {
		const limit = formatRejectionLimit(plan.rejectionLimit);
		throw new CommandError(
			'too_many_rejected',
			`${formatCount(count)} of ${formatCount(tally.entryCount)} entries were rejected, more than ${limit}`,
			{ nextStep: 'correct the file, or allow more with --max-rejected', details: kept },
		);
	}
	if (tally.itemCount === 0 && !plan.isEmptyAllowed) {
		throw new CommandError('nothing_imported', 'the file has no items', {
			nextStep: 'repeat with --allow-empty if the index is to be emptied',
		});
	}
}

function summarize(
	plan: ImportPlan,
	{ tally, rejections, retrier }: ImportRun,
	{ invocation, seconds }: { readonly invocation: Invocation; readonly seconds: number },
): void {
	const itemsPerSecond = seconds > 0 ? Math.round(tally.itemCount / seconds) : tally.itemCount;
	const record = {
		engine: plan.engine,
		index: plan.index,
		items: tally.itemCount,
		rejected: rejections.count,
		replaced: !plan.isLive,
		seconds: Math.round(seconds * 1000) / 1000,
		items_per_second: itemsPerSecond,
		retries: retrier.retryCount(),
		rejects: rejections.kept,
		rejects_complete: rejections.count <= keptMax,
	};
	const ending = plan.isLive ? 'written to the live index' : 'the live index was replaced';
	const sentence =
		`Imported ${formatCount(tally.itemCount)} items into ${plan.index} in ${seconds.toFixed(1)} s ` +
		`(${formatCount(itemsPerSecond)} items/s), ${formatCount(rejections.count)} rejected; ${ending}.`;
	printDone(invocation, record, sentence);
}

function tellOfMore({ rejections }: ImportRun, { io, isJson }: Invocation): void {
	const hiddenCount = rejections.count - shownMax;
	if (isJson || hiddenCount <= 0) return;
	io.stderr.write(`… and ${formatCount(hiddenCount)} more rejected; --rejects FILE writes all of them\n`);
}

function toCommandError(error: unknown): CommandError {
	if (error instanceof CommandError) return error;
	const message = toError(error).message;
	return new CommandError('unexpected', message, { cause: error });
}

/** A line that cannot be written aborts the import. */
async function openRejectsFile(path: string, abort: AbortController): Promise<RejectsFile> {
	const toUnwritable = (error: unknown) =>
		new CommandError('unwritable_file', `cannot write ${path} (${toError(error).message})`, {
			cause: error,
			nextStep: 'check the path of --rejects',
		});
	const file = await open(path, 'w').catch((error) => {
		throw toUnwritable(error);
	});
	const lines = file.createWriteStream();
	lines.on('error', (error) => abort.abort(toUnwritable(error)));
	let ended: Promise<void> | undefined;
	return {
		lines,
		end() {
			ended ??= finished(lines.end()).catch((error) => {
				throw toUnwritable(error);
			});
			return ended;
		},
	};
}
