/** `vitrine stats`: reports of what shoppers do, as tables with bars. */
import { asRecord, asRecords, callApi, type JsonRecord } from './api-answer.ts';
import { formatBar } from './bar.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { printJson } from './print-answer.ts';
import { formatTable, type TableFit } from './text-table.ts';

const daysDefault = 30;
const dayMs = 24 * 3600 * 1000;
/** Reports of the overview; the bars are of the first of these members that a row has. */
const overview = [
	'searches',
	'searches/top',
	'searches/unclicked',
	'clicked_items',
	'conversions/origins',
	'top-sales',
];
const measures = ['count', 'revenue', 'clicks', 'uses', 'displays', 'sum_amount', 'amount', 'sessions', 'searches'];
const overviewRows = '10';
/** By option; what is not listed is the same on the wire. */
const wireNames: Readonly<Record<string, string>> = { engine: 'hashid', 'no-results': 'no_results' };
const texts = ['tz', 'device', 'query', 'dfid', 'sector', 'limit', 'compare'] as const;

export const statisticsCommand: Command = {
	path: 'stats',
	summary: 'Show what shoppers do: searches, clicks and sales, as tables with bars.',
	explanation:
		'REPORT is the path of any report below /api/v2/stats, such as searches/top; docs/statistics.md lists them all with their formulas. Without one, there is an overview. Figures are some seconds old.',
	arguments: [{ name: 'REPORT', meaning: 'Path of the report', isOptional: true }],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Search engine (default: all of the account)' },
		from: { kind: 'text', placeholder: 'DATE', meaning: 'First day, such as 2026-03-01 (default: 30 days up to --to)' },
		to: { kind: 'text', placeholder: 'DATE', meaning: 'Last day (default: today); at most 366 days' },
		tz: { kind: 'text', placeholder: 'ZONE', meaning: 'Time zone of the days (default Etc/UTC)' },
		device: { kind: 'text', placeholder: 'DEVICE', meaning: 'Only desktop or mobile' },
		query: { kind: 'text', placeholder: 'TEXT', meaning: 'Only this query' },
		dfid: { kind: 'text', placeholder: 'DFID', meaning: 'Only this item' },
		sector: {
			kind: 'text',
			placeholder: 'NAME',
			meaning: 'Sector of the search engines, for reports such as sector/used_search',
		},
		limit: { kind: 'text', placeholder: 'ROWS', meaning: 'Most rows of a list (default 100)' },
		compare: { kind: 'text', placeholder: 'previous', meaning: 'Show the period before as well' },
		'no-results': { kind: 'switch', meaning: 'Only what found nothing' },
		...ownerOptions,
	},
	examples: [
		'vitrine stats',
		`vitrine stats searches/top --engine ${exampleHashid} --from 2026-03-01 --to 2026-03-31`,
		'vitrine stats searches/top --no-results --tz Europe/Madrid',
		'vitrine stats sector/used_search --sector fashion',
	],
	async run(invocation) {
		const [report] = invocation.arguments;
		if (report !== undefined && !/^[a-z][a-z_/-]*$/.test(report)) {
			throw misused(`"${report}" is no report`, 'write it like searches/top; docs/statistics.md lists all of them');
		}
		const answers: Record<string, JsonRecord> = {};
		for (const name of report === undefined ? overview : [report]) answers[name] = await readReport(invocation, name);
		if (invocation.isJson) printJson(invocation, report === undefined ? answers : answers[report]);
		else for (const [name, answer] of Object.entries(answers)) printReport(invocation, name, answer);
		return 0;
	},
};

async function readReport(invocation: Invocation, report: string): Promise<JsonRecord> {
	const { options, io } = invocation;
	const to = options.get('to') ?? toDate(io.dateMs());
	const from = options.get('from') ?? toDate((Date.parse(to) || io.dateMs()) - (daysDefault - 1) * dayMs);
	const parameters = new URLSearchParams({ from, to });
	for (const name of ['engine', ...texts, 'no-results']) {
		const value = options.get(name);
		if (value !== undefined) parameters.set(wireNames[name] ?? name, value);
	}
	const isOverview = invocation.arguments.length === 0;
	if (isOverview && !parameters.has('limit')) parameters.set('limit', overviewRows);
	const path = `/api/v2/stats/${report}?${parameters}`;
	return asRecord(await callApi(openOwnerClient(invocation), { method: 'GET', path }, `report ${report}`));
}

function printReport({ io, options }: Pick<Invocation, 'io' | 'options'>, name: string, answer: JsonRecord): void {
	const { results, previous, total: _, total_count: count, ...more } = answer;
	const fit: ReportFit = {
		timeZone: options.get('tz'),
		widthMax: io.stdout.isTTY ? io.stdout.columns : undefined,
		elastic: ['QUERY', 'TITLE', 'LINK', 'SEARCHES'],
	};
	const rows = asRecords(results);
	io.stdout.write(`${toTitle(name)}${typeof count === 'number' ? ` (${count.toLocaleString('en')})` : ''}\n`);
	io.stdout.write(rows.length === 0 ? 'nothing\n' : formatRows(rows, fit));
	for (const [member, value] of Object.entries(more)) io.stdout.write(`${toTitle(member)}: ${toText(value)}\n`);
	io.stdout.write('\n');
	if (previous !== undefined) printReport({ io, options }, `${name}, the period before`, asRecord(previous));
}

interface ReportFit extends TableFit {
	/** Of the days. */
	readonly timeZone: string | undefined;
}

function formatRows(rows: readonly JsonRecord[], fit: ReportFit): string {
	const [first = {}] = rows;
	const names = Object.keys(first).toSorted((a, b) => Number(b === 'timestamp') - Number(a === 'timestamp'));
	const measure = measures.find((name) => typeof first[name] === 'number');
	const greatest = Math.max(0, ...rows.map((row) => Number(row[measure ?? ''] ?? 0)));
	const titles = [...names.map((name) => (name === 'timestamp' ? 'DAY' : toTitle(name).toUpperCase())), ''];
	const cells = rows.map((row) => [
		...names.map((name) => (name === 'timestamp' ? toDate(Number(row[name]), fit.timeZone) : toText(row[name]))),
		measure === undefined ? '' : formatBar(Number(row[measure]), greatest),
	]);
	return formatTable(titles, cells, fit);
}

/** Rates have four decimals; whole numbers none. */
function toText(value: unknown): unknown {
	return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value;
}

function toTitle(name: string): string {
	return name.replaceAll(/[_/-]/g, ' ');
}

/** As in 2026-03-01. */
function toDate(timeMs: number, timeZone = 'UTC'): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(timeMs);
}
