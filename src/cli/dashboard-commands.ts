/** `vitrine dashboard …`: the way into the dashboard from the machine of the server. */
import { asRecord, asRecords, callApi } from './api-answer.ts';
import { openOperatorClient, operatorOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { printRecord } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';

const accountsPath = '/api/admin/v1/accounts';

const linkCommand: Command = {
	path: 'dashboard link',
	summary: 'Make a link that signs the owner of an account in to the dashboard once (operator).',
	explanation: 'The link is valid for a day. It replaces the previous one of the same owner.',
	arguments: [{ name: 'ACCOUNT', meaning: 'Id of the account, as "vitrine account list" shows it', isOptional: true }],
	options: operatorOptions,
	examples: ['vitrine dashboard link', 'vitrine dashboard link 0d9c2e7b6a5f4e3d2c1b0a9f8e7d6c5b'],
	async run(invocation) {
		const client = await openOperatorClient(invocation);
		const id = invocation.arguments[0] ?? (await findOnlyAccount());
		const path = `${toMemberPath(accountsPath, id)}/sign_in_links`;
		const record = asRecord(await callApi(client, { method: 'POST', path }, `account ${id}`));
		printRecord(invocation, { link: `${client.url}${record.path}`, expires_at: record.expires_at });
		return 0;

		async function findOnlyAccount(): Promise<string> {
			const [only, ...others] = asRecords(await callApi(client, { method: 'GET', path: accountsPath }));
			if (only !== undefined && others.length === 0) return String(only.id);
			throw new CommandError('account_missing', `the server has ${only === undefined ? 'no' : 'several'} accounts`, {
				nextStep: 'name one, as "vitrine account list" shows them, or create one with "vitrine account create"',
			});
		}
	},
};

export const dashboardCommands: readonly Command[] = [linkCommand];
