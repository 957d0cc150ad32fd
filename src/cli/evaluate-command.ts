/** `vitrine evaluate`: how good a search engine finds, by judged or clicked queries, and what other settings change. */
import { basename } from 'node:path';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { CommandError, interrupted, misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { readClickedQueries } from './evaluate/clicked-events.ts';
import { removeAbandoned } from './evaluate/copy-claim.ts';
import { type EvaluationReport, formatReport, type NamedRun } from './evaluate/format-report.ts';
import { compareRuns, measureRun, measuresOfKinds } from './evaluate/measure-run.ts';
import { parseQuerySet, type QuerySet, queriesMax } from './evaluate/query-set.ts';
import { runQueries } from './evaluate/run-queries.ts';
import { createScratchEngine, type ScratchEngine } from './evaluate/scratch-engine.ts';
import { parseSettingsFile, storedSettings, type TriedSettings } from './evaluate/settings-file.ts';
import { listWarnings } from './evaluate/warn-of-evidence.ts';
import { createRetrier, type Retrier } from './import/retry.ts';
import { readNumber } from './number-option.ts';
import { printJson } from './print-answer.ts';
import { readTextFile } from './read-text-file.ts';
import { readList } from './search/search-body.ts';

const queryFileBytesMax = 128 * 1024 * 1024;
const settingsBytesMax = 4 * 1024 * 1024;
const clickedDefault = 500;
const listedDefault = 10;
const settingsMax = 2;

export const evaluateCommand: Command = {
	path: 'evaluate',
	summary: 'Measure what is found for judged or clicked queries, and try settings.',
	explanation:
		'The queries are searched as by a shopper; statistics do not count them. With one file of settings they are compared with the stored ones, with two files these with each other. Settings in files hold for the evaluation alone: shoppers never see them. If they say what fields are for ("schema"), the items are copied into a search engine of its own, which is deleted at the end. P is the probability of as large a change by luck.',
	arguments: [],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Search engine to search in' },
		queries: {
			kind: 'text',
			placeholder: 'FILE',
			meaning: 'Queries with judgments or clicks: query,docid,rating or query,docid,clicks, or JSON lines; - for stdin',
		},
		events: { kind: 'switch', meaning: 'Use the clicks in the log of events instead of a file' },
		top: {
			kind: 'text',
			placeholder: 'NUMBER',
			meaning: `With --events: how many of the most clicked queries (default ${clickedDefault})`,
		},
		settings: {
			kind: 'text',
			isRepeatable: true,
			placeholder: 'FILE',
			meaning: 'Settings to try, as JSON: what is not named is as stored; may be given twice',
		},
		index: { kind: 'text', placeholder: 'LIST', meaning: 'Indices to search in, separated by commas (default all)' },
		list: { kind: 'text', placeholder: 'NUMBER', meaning: `Queries to list (default ${listedDefault})` },
		...ownerOptions,
	},
	examples: [
		`vitrine evaluate --engine ${exampleHashid} --queries judged.csv`,
		`vitrine evaluate --engine ${exampleHashid} --queries judged.csv --settings new-synonyms.json`,
		`vitrine evaluate --engine ${exampleHashid} --events --settings a.json --settings b.json --json`,
	],
	async run(invocation) {
		const { options, isJson, io } = invocation;
		const engine = options.get('engine');
		if (engine === undefined) throw misused('--engine is missing', 'see "vitrine engine list"');
		const listedMax = readNumber(options, 'list', { min: 0, max: queriesMax, fallback: listedDefault });
		const fromStdin = [options.get('queries'), ...(invocation.optionLists.get('settings') ?? [])].filter(
			(file) => file === '-',
		);
		if (fromStdin.length > 1)
			throw misused('stdin (-) can be read for one file only', 'give the others by their paths');
		const tried = await readSettings(invocation);
		const retrier = createRetrier(openOwnerClient(invocation), io);
		const set = await readQuerySet(invocation, retrier, engine);
		const file = options.get('queries');
		const runs = await runAll({ invocation, retrier, engine }, set, { tried, file });
		const [before, after] = runs;
		const comparison = before === undefined || after === undefined ? undefined : compareRuns(set, before, after);
		const report = { engine, set, runs, comparison, listedMax };
		if (isJson) printJson(invocation, toJson(report));
		else io.stdout.write(formatReport(report));
		return 0;
	},
};

interface Evaluating {
	readonly invocation: Invocation;
	readonly retrier: Pick<Retrier, 'send'>;
	readonly engine: string;
}

interface Trial {
	readonly tried: readonly TriedSettings[];
	/** Where the queries come from; undefined for the log of events. */
	readonly file: string | undefined;
}

/** One run for each of the settings. If any of them needs another index, all are tried on one copy of the engine. */
async function runAll(
	{ invocation: { options, io }, retrier, engine }: Evaluating,
	set: QuerySet,
	{ tried, file }: Trial,
): Promise<readonly NamedRun[]> {
	const abort = new AbortController();
	const stopListening = io.onStop((signal) => abort.abort(interrupted(signal, 'evaluate again')));
	const { signal } = abort;
	let scratch: ScratchEngine | undefined;
	try {
		const abandonedCount = await removeAbandoned(retrier, io.dateMs());
		if (abandonedCount > 0)
			io.stderr.write(`Deleted ${formatCopies(abandonedCount)} of evaluations that were killed.\n`);
		const warnings = file === undefined ? [] : await listWarnings(set, { retrier, engine, signal });
		for (const warning of warnings) io.stderr.write(`Warning: in ${file}, ${warning}\n`);
		if (tried.some(({ schema }) => schema !== undefined)) {
			scratch = await createScratchEngine({ engine, retrier, io, signal });
		}
		const searched = scratch?.hashid ?? engine;
		const texts = set.queries.map(({ text }) => text);
		const runs: NamedRun[] = [];
		for (const { name, search: settings, schema = {} } of tried) {
			await scratch?.useSchema(schema);
			const run = { engine: searched, texts, indexNames: readList(options, 'index'), settings, signal };
			runs.push({ name, ...measureRun(set, await runQueries(retrier, run)) });
		}
		return runs;
	} finally {
		await scratch?.remove();
		stopListening();
	}
}

function formatCopies(count: number): string {
	return count === 1 ? 'the copy' : `${count} copies`;
}

async function readQuerySet(
	{ options, io }: Invocation,
	retrier: Pick<Retrier, 'send'>,
	engine: string,
): Promise<QuerySet> {
	const file = options.get('queries');
	const isFromEvents = options.get('events') === 'true';
	if ((file === undefined) !== isFromEvents) {
		throw misused('one of --queries and --events is needed', 'see "vitrine evaluate --help"');
	}
	if (file !== undefined) {
		if (options.has('top'))
			throw misused('--top is for --events', 'leave it out: all queries of the file are measured');
		const content = 'any list of queries';
		return parseQuerySet(await readTextFile(io, file, { bytesMax: queryFileBytesMax, content }), file);
	}
	const countMax = readNumber(options, 'top', { min: 1, max: queriesMax, fallback: clickedDefault });
	const set = await readClickedQueries(retrier, engine, countMax);
	if (set.queries.length > 0) return set;
	throw new CommandError('no_clicks', `the log of search engine ${engine} has no clicks on results of searches`, {
		nextStep: 'let pages report clicks, or give a file in --queries',
	});
}

/** What is tried, in order; the stored settings first if only one file is given. */
async function readSettings({ optionLists, io }: Invocation): Promise<readonly TriedSettings[]> {
	const files = optionLists.get('settings') ?? [];
	if (files.length > settingsMax) throw misused('--settings is given more than twice', 'compare two at a time');
	const names = files.map((file) => basename(file));
	const tried: TriedSettings[] = [];
	for (const [index, file] of files.entries()) {
		const text = await readTextFile(io, file, { bytesMax: settingsBytesMax, content: 'any settings' });
		const name = names.indexOf(names[index] ?? '') === names.lastIndexOf(names[index] ?? '') ? names[index] : file;
		tried.push({ name: name ?? file, ...parseSettingsFile(text, file) });
	}
	return tried.length < settingsMax ? [storedSettings, ...tried] : tried;
}

function toJson({ engine, set, runs, comparison, listedMax }: EvaluationReport) {
	const listQueries = (run: NamedRun, name: string) =>
		set.queries.filter((_, index) => run.values.get(name)?.[index] === 1).map(({ text }) => text);
	const [{ name: main }] = measuresOfKinds[set.kind];
	return {
		engine,
		kind: set.kind,
		queries: set.queries.length,
		runs: runs.map((run) => ({
			settings: run.name,
			measured: run.values.get(main)?.filter((value) => value !== undefined).length ?? 0,
			measures: run.means,
			zero_results: listQueries(run, 'zero_results'),
			fewer_than_10: listQueries(run, 'fewer_than_10'),
		})),
		...(comparison === undefined
			? {}
			: { comparison: { measure: main, ...comparison, moved: comparison.moved.slice(0, listedMax) } }),
	};
}
