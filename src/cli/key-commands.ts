/** `vitrine key …`: API keys. A key is printed only when it is created; it cannot be shown again. */
import { asRecord, asRecords, callApi } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { printDone, printList, printRecord } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';

const keysPath = '/api/admin/v1/keys';

export const keyNotice = 'Keep the key now: it is not shown again.';

const listCommand: Command = {
	path: 'key list',
	summary: 'List the API keys of the account, without the keys themselves.',
	arguments: [],
	options: ownerOptions,
	examples: ['vitrine key list'],
	async run(invocation) {
		const records = asRecords(await callApi(openOwnerClient(invocation), { method: 'GET', path: keysPath }));
		const fields = ['id', 'name', 'user_code', 'created_at', 'revoked_at'];
		printList(invocation, records, { fields, plural: 'keys' });
		return 0;
	},
};

const createCommand: Command = {
	path: 'key create',
	summary: 'Create an API key of a user and print it once.',
	explanation: "Only keys of the account's owner open the APIs.",
	arguments: [{ name: 'USER', meaning: 'Code of the user, as "vitrine user list" shows it' }],
	options: {
		name: { kind: 'text', placeholder: 'TEXT', meaning: 'What the key is for (default "command line")' },
		...ownerOptions,
	},
	examples: ['vitrine key create 5f1d7a84c0ffee00 --name "nightly import"'],
	async run(invocation) {
		const [user = ''] = invocation.arguments;
		const request = {
			method: 'POST',
			path: `${toMemberPath('/api/admin/v1/users', user)}/keys`,
			body: JSON.stringify({ name: invocation.options.get('name') ?? 'command line' }),
		} as const;
		const record = asRecord(await callApi(openOwnerClient(invocation), request, `user ${user}`));
		printRecord(invocation, record, keyNotice);
		return 0;
	},
};

const revokeCommand: Command = {
	path: 'key revoke',
	summary: 'Revoke an API key; calls with it fail from then on.',
	arguments: [{ name: 'ID', meaning: 'Id of the key, as "vitrine key list" shows it' }],
	options: ownerOptions,
	examples: ['vitrine key revoke 9c3d42e68b0a9d4c'],
	async run(invocation) {
		const [id = ''] = invocation.arguments;
		const request = { method: 'DELETE', path: toMemberPath(keysPath, id) } as const;
		await callApi(openOwnerClient(invocation), request, `key ${id}`);
		printDone(invocation, { revoked: id }, `Revoked key ${id}.`);
		return 0;
	},
};

export const keyCommands: readonly Command[] = [listCommand, createCommand, revokeCommand];
