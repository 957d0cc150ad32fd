/** `vitrine account …`: the caller's own account with a key, all accounts with the operator token. */

import { asRecord, asRecords, callApi, isRecord, type JsonRecord } from './api-answer.ts';
import type { ApiRequest } from './api-client.ts';
import { changesCommand } from './changes-command.ts';
import { openOperatorClient, openOwnerClient, operatorOptions, ownerOptions } from './client-options.ts';
import type { Command, CommandArgument, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { type ResourceField, readChangedFields, toFieldOptions } from './field-options.ts';
import { keyNotice } from './key-commands.ts';
import { printDone, printList, printRecord } from './print-answer.ts';
import { requireYes, toMemberPath, yesOption } from './resource-commands.ts';

const ownPath = '/api/admin/v1/account';
const allPath = '/api/admin/v1/accounts';
const exampleId = '7d4c1f2e3b7a5a1e0f9b7c3d42e68b0a';
const accountId: CommandArgument = { name: 'ID', meaning: 'Id of the account: 32 hex digits' };
const optionalId: CommandArgument = {
	name: 'ID',
	meaning: 'Id of the account, for the operator (default: the account of the API key)',
	isOptional: true,
};
const nameField: ResourceField = { option: 'name', field: 'name', kind: 'text', meaning: 'Name of the account' };

const listCommand: Command = {
	path: 'account list',
	summary: 'List all accounts (operator).',
	arguments: [],
	options: operatorOptions,
	examples: ['vitrine account list --data-dir /var/lib/vitrine'],
	async run(invocation) {
		const client = await openOperatorClient(invocation);
		const records = asRecords(await callApi(client, { method: 'GET', path: allPath }));
		printList(invocation, records, { fields: ['id', 'name', 'created_at'], plural: 'accounts' });
		return 0;
	},
};

const createCommand: Command = {
	path: 'account create',
	summary: "Create an account with its owner, and print the owner's first API key once (operator).",
	arguments: [],
	options: {
		name: { kind: 'text', placeholder: 'TEXT', meaning: 'Name of the account' },
		'owner-name': { kind: 'text', placeholder: 'TEXT', meaning: 'Name of its owner' },
		'owner-email': { kind: 'text', placeholder: 'EMAIL', meaning: "The owner's e-mail address" },
		...operatorOptions,
	},
	examples: ['vitrine account create --name "Shoes Ltd" --owner-name "Ada Byron" --owner-email ada@shop.example'],
	async run(invocation) {
		const { options } = invocation;
		const name = options.get('name');
		if (name === undefined) throw misused('--name is missing', 'see "vitrine account create --help"');
		const email = options.get('owner-email');
		const owner = { name: options.get('owner-name') ?? name, ...(email === undefined ? {} : { email }) };
		const client = await openOperatorClient(invocation);
		const body = JSON.stringify({ name, owner });
		const record = asRecord(await callApi(client, { method: 'POST', path: allPath, body }));
		if (invocation.isJson) printRecord(invocation, record);
		else printRecord(invocation, withOwnerCode(record), `Created account ${String(record.id)}. ${keyNotice}`);
		return 0;
	},
};

/** Shows the owner's code in a line of its own, because tokens and further keys refer to it. */
function withOwnerCode({ owner, ...record }: JsonRecord): JsonRecord {
	return isRecord(owner) ? { ...record, owner: owner.name, owner_code: owner.code } : record;
}

const showCommand: Command = {
	path: 'account show',
	summary: 'Show an account.',
	arguments: [optionalId],
	options: { ...operatorOptions, ...ownerOptions },
	examples: ['vitrine account show', `vitrine account show ${exampleId}`],
	async run(invocation) {
		printRecord(invocation, asRecord(await callOneOrOwn(invocation, { method: 'GET' })));
		return 0;
	},
};

const updateCommand: Command = {
	path: 'account update',
	summary: 'Rename an account.',
	arguments: [optionalId],
	options: { ...toFieldOptions([nameField]), ...operatorOptions, ...ownerOptions },
	examples: ['vitrine account update --name "Shoes & Bags Ltd"'],
	async run(invocation) {
		const body = readChangedFields(invocation, [nameField]);
		const record = asRecord(await callOneOrOwn(invocation, { method: 'PATCH', body }));
		printRecord(invocation, record, 'Changed the account.');
		return 0;
	},
};

const deleteCommand: Command = {
	path: 'account delete',
	summary: 'Delete an account with everything in it (operator).',
	arguments: [accountId],
	options: { yes: yesOption, ...operatorOptions },
	examples: [`vitrine account delete ${exampleId} --yes`],
	async run(invocation) {
		const [id = ''] = invocation.arguments;
		requireYes(invocation, `account ${id} with its users, keys, stores, widgets, search engines and items`);
		const client = await openOperatorClient(invocation);
		await callApi(client, { method: 'DELETE', path: toMemberPath(allPath, id) }, `account ${id}`);
		printDone(invocation, { deleted: id }, `Deleted account ${id}.`);
		return 0;
	},
};

const keyCommand: Command = {
	path: 'account key',
	summary: 'Create an API key for the owner of an account who lost theirs (operator).',
	arguments: [accountId],
	options: {
		name: { kind: 'text', placeholder: 'TEXT', meaning: 'What the key is for (default "issued by the operator")' },
		...operatorOptions,
	},
	examples: [`vitrine account key ${exampleId}`],
	async run(invocation) {
		const [id = ''] = invocation.arguments;
		const client = await openOperatorClient(invocation);
		const body = JSON.stringify({ name: invocation.options.get('name') ?? 'issued by the operator' });
		const path = `${toMemberPath(allPath, id)}/keys`;
		printRecord(
			invocation,
			asRecord(await callApi(client, { method: 'POST', path, body }, `account ${id}`)),
			keyNotice,
		);
		return 0;
	},
};

/** The operator names an account; every other caller means the account of their key. */
async function callOneOrOwn(invocation: Invocation, request: Omit<ApiRequest, 'path'>): Promise<unknown> {
	const [id] = invocation.arguments;
	if (id === undefined) return await callApi(openOwnerClient(invocation), { ...request, path: ownPath });
	const path = toMemberPath(allPath, id);
	return await callApi(await openOperatorClient(invocation), { ...request, path }, `account ${id}`);
}

export const accountCommands: readonly Command[] = [
	listCommand,
	createCommand,
	showCommand,
	updateCommand,
	deleteCommand,
	keyCommand,
	changesCommand,
];
