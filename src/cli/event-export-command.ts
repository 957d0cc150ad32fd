/** `vitrine events export`: the recorded events of a search engine, as the server sends them. */
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { type ExportFormat, exportFormats, isExportFormat, readPosition } from './export/event-records.ts';
import { type ExportEnd, findExportEnd } from './export/find-export-end.ts';
import { readEventRecords } from './export/read-event-records.ts';
import { type ExportedText, exportOptions, exportTexts, readOutPath } from './export-texts.ts';

export const eventExportCommand: Command = {
	path: 'events export',
	summary: 'Write the events of a search engine as JSON lines, CSV or UBI.',
	explanation:
		'The oldest come first. A connection that breaks is opened again, and the export goes on after the last event that arrived. With --resume, it goes on where the file ends: after an interruption, or to add what was recorded since.',
	arguments: [],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Id of the search engine: 32 hex digits' },
		from: { kind: 'text', placeholder: 'DATE', meaning: 'First day, such as 2026-03-01 (default: of the first event)' },
		to: { kind: 'text', placeholder: 'DATE', meaning: 'Last day (default: today)' },
		tz: { kind: 'text', placeholder: 'ZONE', meaning: 'Time zone of the days (default Etc/UTC)' },
		format: {
			kind: 'text',
			placeholder: 'FORMAT',
			meaning: 'jsonl (default), csv, or ubi: User Behavior Insights 1.3',
		},
		resume: { kind: 'switch', meaning: 'Go on after the last whole event in --out' },
		...exportOptions,
		...ownerOptions,
	},
	examples: [
		`vitrine events export --engine ${exampleHashid} --gzip --out events.jsonl.gz`,
		`vitrine events export --engine ${exampleHashid} --from 2026-03-01 --format csv --out events.csv --resume`,
	],
	async run(invocation) {
		const { options } = invocation;
		const engine = options.get('engine');
		if (engine === undefined) throw misused('--engine is missing', 'see "vitrine events export --help"');
		const format = readFormat(options);
		const end = await findEnd(invocation, format);
		const things = { plural: 'events', source: engine, record: { engine }, ...(end && { keptBytes: end.keptBytes }) };
		const asked = { engine, format, after: end?.after };
		return exportTexts(invocation, (signal) => readTexts(invocation, asked, signal), things);
	},
};

function readFormat(options: Invocation['options']): ExportFormat {
	const format = options.get('format') ?? 'jsonl';
	if (isExportFormat(format)) return format;
	throw misused(`--format is "${format}"`, `use one of ${exportFormats.join(', ')}`);
}

/** Where the file of `--resume` ends; undefined without it. */
async function findEnd({ options }: Invocation, format: ExportFormat): Promise<ExportEnd | undefined> {
	if (options.get('resume') !== 'true') return undefined;
	const path = readOutPath(options);
	if (path === undefined) throw misused('--resume needs --out', 'name the file that is to go on');
	if (options.get('gzip') === 'true') throw misused('--resume cannot go on with a compressed file', 'leave out --gzip');
	return findExportEnd(path, format);
}

interface AskedEvents extends Pick<ExportEnd, 'after'> {
	readonly engine: string;
	readonly format: ExportFormat;
}

async function* readTexts(
	invocation: Invocation,
	{ engine, format, after }: AskedEvents,
	signal: AbortSignal,
): AsyncGenerator<ExportedText> {
	const { options, io } = invocation;
	const query = new URLSearchParams({ format });
	for (const name of ['from', 'to', 'tz']) {
		const value = options.get(name);
		if (value !== undefined) query.set(name, value);
	}
	const path = `/api/admin/v1/search_engines/${encodeURIComponent(engine)}/events/_export?${query}`;
	const subject = `search engine ${engine}`;
	const client = openOwnerClient(invocation);
	for await (const records of readEventRecords(client, io, { path, subject, format, after, signal })) {
		const count = records.filter((record) => readPosition(record, format) !== undefined).length;
		yield { text: Buffer.concat(records).toString('utf8'), count };
	}
}
