/** `vitrine events …`: shows or erases the events of a shopper; `event-export-command.ts` exports all. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asRecord, callApi, toRefusal, toUnreachable } from './api-answer.ts';
import { type ApiRequest, ConnectionError, readText } from './api-client.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, CommandOptions, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { eventExportCommand } from './event-export-command.ts';
import { formatCount } from './import/progress.ts';
import { printDone } from './print-answer.ts';
import { requireYes, yesOption } from './resource-commands.ts';

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
		await printStream(invocation, request);
		return 0;
	},
};

/** Writes the answer as it arrives: it may be longer than memory. @throws {CommandError} also when it breaks off. */
async function printStream(invocation: Invocation, request: ApiRequest): Promise<void> {
	try {
		const { chunks, ...head } = await openOwnerClient(invocation).open(request);
		if (head.status !== 200) throw toRefusal({ ...head, text: await readText(chunks) });
		await pipeline(Readable.from(chunks, { objectMode: false }), invocation.io.stdout, { end: false });
		invocation.io.stdout.write('\n');
	} catch (error) {
		throw error instanceof ConnectionError ? toUnreachable(error) : error;
	}
}

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

export const eventCommands: readonly Command[] = [eventExportCommand, showCommand, eraseCommand];
