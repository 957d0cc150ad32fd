/** `vitrine engine index …`: the indices of a search engine. */
import { presets, routingOption } from '../domain/search-engine/search-engine.ts';
import { asRecord, asRecords, callApi } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, CommandArgument, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { engineArgument, enginesPath, exampleHashid } from './engine-commands.ts';
import { printDone, printList, printRecord } from './print-answer.ts';
import { requireYes, toMemberPath, yesOption } from './resource-commands.ts';

const indexName: CommandArgument = { name: 'NAME', meaning: 'Name of the index: lower-case letters, digits and _' };

export const presetOption = {
	kind: 'text',
	placeholder: 'PRESET',
	meaning: `Kind of items: ${presets.join(', ')} (default product)`,
} as const;

/** Path of an engine's indices, or of one of them. @throws {CommandError} for names that would be another path. */
export function toIndexPath(engine: string, name?: string): string {
	const path = `${toMemberPath(enginesPath, engine)}/indices`;
	return name === undefined ? path : toMemberPath(path, name);
}

/** The body that creates an index. @throws {CommandError} for a preset that does not exist. */
export function toNewIndex(name: string, preset = 'product', options?: object): string {
	if (!(presets as readonly string[]).includes(preset)) {
		throw misused(`there is no preset "${preset}"`, `use one of ${presets.join(', ')}`);
	}
	return JSON.stringify({ name, preset, ...(options === undefined ? {} : { options }) });
}

const routingSwitch = {
	kind: 'switch',
	meaning: 'While the index has a temporary one, writes of live items go there instead of being refused',
} as const;

/** The index option for the switch; undefined when it was not given. */
function toRouting({ options }: Invocation): object | undefined {
	const text = options.get('route-live-writes-to-temp');
	return text === undefined ? undefined : { [routingOption]: text === 'true' };
}

const listCommand: Command = {
	path: 'engine index list',
	summary: 'List the indices of a search engine.',
	arguments: [engineArgument],
	options: ownerOptions,
	examples: [`vitrine engine index list ${exampleHashid}`],
	async run(invocation) {
		const [engine = ''] = invocation.arguments;
		const request = { method: 'GET', path: toIndexPath(engine) } as const;
		const records = asRecords(await callApi(openOwnerClient(invocation), request, `search engine ${engine}`));
		printList(invocation, records, { fields: ['name', 'preset'], plural: 'indices' });
		return 0;
	},
};

const createCommand: Command = {
	path: 'engine index create',
	summary: 'Create an index.',
	arguments: [engineArgument, indexName],
	options: { preset: presetOption, 'route-live-writes-to-temp': routingSwitch, ...ownerOptions },
	examples: [`vitrine engine index create ${exampleHashid} product`],
	async run(invocation) {
		const [engine = '', name = ''] = invocation.arguments;
		const body = toNewIndex(name, invocation.options.get('preset'), toRouting(invocation));
		const request = { method: 'POST', path: toIndexPath(engine), body } as const;
		const record = asRecord(await callApi(openOwnerClient(invocation), request, `index ${name}`));
		printRecord(invocation, record, `Created index ${name}.`);
		return 0;
	},
};

const showCommand: Command = {
	path: 'engine index show',
	summary: 'Show an index and how many items it has.',
	arguments: [engineArgument, indexName],
	options: ownerOptions,
	examples: [`vitrine engine index show ${exampleHashid} product`],
	async run(invocation) {
		const [engine = '', name = ''] = invocation.arguments;
		const client = openOwnerClient(invocation);
		const path = toIndexPath(engine, name);
		const record = asRecord(await callApi(client, { method: 'GET', path }, `index ${name}`));
		const count = asRecord(await callApi(client, { method: 'GET', path: `${path}/items/_count` }, `index ${name}`));
		printRecord(invocation, { ...record, items: count.count });
		return 0;
	},
};

const updateCommand: Command = {
	path: 'engine index update',
	summary: 'Change an option of an index; other options keep their values.',
	arguments: [engineArgument, indexName],
	options: { 'route-live-writes-to-temp': routingSwitch, ...ownerOptions },
	examples: [
		`vitrine engine index update ${exampleHashid} product --route-live-writes-to-temp`,
		`vitrine engine index update ${exampleHashid} product --no-route-live-writes-to-temp`,
	],
	async run(invocation) {
		const [engine = '', name = ''] = invocation.arguments;
		const routing = toRouting(invocation);
		if (routing === undefined) throw misused('there is nothing to change', 'give --route-live-writes-to-temp');
		const client = openOwnerClient(invocation);
		const path = toIndexPath(engine, name);
		const before = asRecord(await callApi(client, { method: 'GET', path }, `index ${name}`));
		const body = JSON.stringify({ options: { ...asRecord(before.options), ...routing } });
		const record = asRecord(await callApi(client, { method: 'PATCH', path, body }, `index ${name}`));
		printRecord(invocation, record, `Changed index ${name}.`);
		return 0;
	},
};

const deleteCommand: Command = {
	path: 'engine index delete',
	summary: 'Delete an index with all its items.',
	arguments: [engineArgument, indexName],
	options: { yes: yesOption, ...ownerOptions },
	examples: [`vitrine engine index delete ${exampleHashid} product --yes`],
	async run(invocation) {
		const [engine = '', name = ''] = invocation.arguments;
		requireYes(invocation, `index ${name} with all its items`);
		const request = { method: 'DELETE', path: toIndexPath(engine, name) } as const;
		await callApi(openOwnerClient(invocation), request, `index ${name}`);
		printDone(invocation, { deleted: name }, `Deleted index ${name}.`);
		return 0;
	},
};

const discardCommand: Command = {
	path: 'engine index discard',
	summary: 'Delete the temporary index of an index, which unlocks its search engine.',
	arguments: [engineArgument, indexName],
	options: ownerOptions,
	examples: [`vitrine engine index discard ${exampleHashid} product`],
	async run(invocation) {
		const [engine = '', name = ''] = invocation.arguments;
		const request = { method: 'DELETE', path: `${toIndexPath(engine, name)}/temp/` } as const;
		await callApi(openOwnerClient(invocation), request, `temporary index of ${name}`);
		printDone(invocation, { discarded: name }, `Deleted the temporary index of ${name}.`);
		return 0;
	},
};

export const indexCommands: readonly Command[] = [
	listCommand,
	createCommand,
	showCommand,
	updateCommand,
	deleteCommand,
	discardCommand,
];
