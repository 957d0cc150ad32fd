/** `vitrine dashboard …`: the ways into the dashboard from the machine of the server. */
import { asRecord, asRecords, callApi } from './api-answer.ts';
import type { ApiClient } from './api-client.ts';
import { openOperatorClient, operatorOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { CommandError } from './command-error.ts';
import { printRecord } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';

const accountsPath = '/api/admin/v1/accounts';

const accountArgument = {
	name: 'ACCOUNT',
	meaning: 'Id of the account, as "vitrine account list" shows it',
	isOptional: true,
};

const linkCommand: Command = {
	path: 'dashboard link',
	summary: 'Make a link that signs the owner of an account in to the dashboard once (operator).',
	explanation: 'The link is valid for a day. It replaces the previous one of the same owner.',
	arguments: [accountArgument],
	options: operatorOptions,
	examples: ['vitrine dashboard link', 'vitrine dashboard link 0d9c2e7b6a5f4e3d2c1b0a9f8e7d6c5b'],
	async run(invocation) {
		const client = await openOperatorClient(invocation);
		const id = await readAccount(invocation, client);
		const path = `${toMemberPath(accountsPath, id)}/sign_in_links`;
		const record = asRecord(await callApi(client, { method: 'POST', path }, `account ${id}`));
		printRecord(invocation, { link: `${client.url}${record.path}`, expires_at: record.expires_at });
		return 0;
	},
};

const removeSecondFactorCommand: Command = {
	path: 'dashboard remove-second-factor',
	summary: 'Remove the second factor of the owner of an account, who has lost the device (operator).',
	explanation: 'From then on the password alone signs in, or a link.',
	arguments: [accountArgument],
	options: operatorOptions,
	examples: ['vitrine dashboard remove-second-factor'],
	async run(invocation) {
		const client = await openOperatorClient(invocation);
		const id = await readAccount(invocation, client);
		const path = `${toMemberPath(accountsPath, id)}/second_factor`;
		await callApi(client, { method: 'DELETE', path }, `account ${id}`);
		printRecord(invocation, { account: id, has_second_factor: false });
		return 0;
	},
};

/** The account that is named, or else the only one. */
async function readAccount(invocation: Invocation, client: ApiClient): Promise<string> {
	const [named] = invocation.arguments;
	if (named !== undefined) return named;
	const [only, ...others] = asRecords(await callApi(client, { method: 'GET', path: accountsPath }));
	if (only !== undefined && others.length === 0) return String(only.id);
	throw new CommandError('account_missing', `the server has ${only === undefined ? 'no' : 'several'} accounts`, {
		nextStep: 'name one, as "vitrine account list" shows them, or create one with "vitrine account create"',
	});
}

export const dashboardCommands: readonly Command[] = [linkCommand, removeSecondFactorCommand];
