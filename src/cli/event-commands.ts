/** `vitrine events …`: exports recorded events, and shows or erases those of a shopper. */
import { comparePositions, type Position, parsePosition, startPosition } from '../domain/log/position.ts';
import { asRecord, badAnswer, callApi, readAnswer } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, CommandOptions, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { exportLines, exportOptions } from './export-lines.ts';
import { formatCount } from './import/progress.ts';
import { createRetrier } from './import/retry.ts';
import { printDone, printJson } from './print-answer.ts';
import { requireYes, toMemberPath, yesOption } from './resource-commands.ts';

const enginesPath = '/api/admin/v1/search_engines';
const pageEventsMax = 1000;

const exportCommand: Command = {
	path: 'events export',
	summary: 'Write the events of a search engine as JSON lines.',
	explanation: 'The oldest come first; events recorded during the export come last.',
	arguments: [],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Id of the search engine: 32 hex digits' },
		...exportOptions,
		...ownerOptions,
	},
	examples: [`vitrine events export --engine ${exampleHashid} --gzip --out events.jsonl.gz`],
	async run(invocation) {
		const engine = invocation.options.get('engine');
		if (engine === undefined) throw misused('--engine is missing', 'see "vitrine events export --help"');
		const things = { plural: 'events', source: engine, record: { engine } };
		return exportLines(invocation, (signal) => readLines(invocation, engine, signal), things);
	},
};

/** One page at a time. */
async function* readLines(
	invocation: Invocation,
	engine: string,
	signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
	const retrier = createRetrier(openOwnerClient(invocation), invocation.io);
	const eventsPath = `${toMemberPath(enginesPath, engine)}/events?limit=${pageEventsMax}`;
	for (let after: Position | null = startPosition; after !== null; ) {
		const response = await retrier.send({ method: 'GET', path: `${eventsPath}&after=${after}`, signal }, 'harmless');
		const page = asRecord(readAnswer(response, `search engine ${engine}`));
		const { events, next_after: cursor } = page;
		const next = cursor === null ? null : parsePosition(String(cursor));
		if (!Array.isArray(events) || next === undefined || (next !== null && comparePositions(next, after) <= 0)) {
			throw badAnswer('no page of events');
		}
		yield events.map((event) => `${JSON.stringify(event)}\n`);
		after = next;
	}
}

const shopperOptions: CommandOptions = {
	session: { kind: 'text', placeholder: 'ID', meaning: 'Session, with --engine' },
	user: { kind: 'text', placeholder: 'ID', meaning: 'User, of all search engines unless --engine names one' },
	engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Id of the search engine: 32 hex digits' },
};

/** The body of the request for a shopper, and the shopper's name for people. @throws {CommandError} */
function readShopper({ options }: Invocation, command: string): { readonly body: string; readonly subject: string } {
	const [session, user, engine] = ['session', 'user', 'engine'].map((name) => options.get(name));
	if ((session === undefined) === (user === undefined)) {
		throw misused('one of --session and --user is needed', `see "vitrine ${command} --help"`);
	}
	if (session !== undefined && engine === undefined) {
		throw misused('--engine is missing', 'a session belongs to a search engine');
	}
	const body = JSON.stringify({ session_id: session, user_id: user, hashid: engine });
	return { body, subject: session === undefined ? `user ${user}` : `session ${session}` };
}

const showCommand: Command = {
	path: 'events show',
	summary: 'Show everything that is stored of a session or a user.',
	explanation:
		'The answer is one JSON document: what "events erase" would erase. For a user, this includes what the same sessions did before they named the user.',
	arguments: [],
	options: { ...shopperOptions, ...ownerOptions },
	examples: [
		'vitrine events show --user 4711 > 4711.json',
		`vitrine events show --session a1b2c3 --engine ${exampleHashid}`,
	],
	async run(invocation) {
		const { body } = readShopper(invocation, 'events show');
		const request = { method: 'POST', path: '/api/admin/v1/events/_of_shopper', body } as const;
		printJson(invocation, asRecord(await callApi(openOwnerClient(invocation), request)));
		return 0;
	},
};

const eraseCommand: Command = {
	path: 'events erase',
	summary: 'Erase all events of a session or a user.',
	explanation:
		'The erasure is complete when the command ends; recommendations based on the events are rebuilt soon after. For a user, this includes what the same sessions did before they named the user.',
	arguments: [],
	options: {
		...shopperOptions,
		yes: yesOption,
		...ownerOptions,
	},
	examples: [
		'vitrine events erase --user 4711 --yes',
		`vitrine events erase --session a1b2c3 --engine ${exampleHashid} --yes`,
	],
	async run(invocation) {
		const { body, subject } = readShopper(invocation, 'events erase');
		requireYes(invocation, `all events of ${subject}`);
		const request = { method: 'DELETE', path: '/api/admin/v1/events', body } as const;
		const { erased } = asRecord(await callApi(openOwnerClient(invocation), request));
		printDone(invocation, { erased }, `Erased ${formatCount(Number(erased))} events of ${subject}.`);
		return 0;
	},
};

export const eventCommands: readonly Command[] = [exportCommand, showCommand, eraseCommand];
