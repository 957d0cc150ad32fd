/** `vitrine account changes`: who changed what. */
import { asRecord, asRecords, callApi, isRecord, type JsonRecord } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { printList } from './print-answer.ts';

export const changesCommand: Command = {
	path: 'account changes',
	summary: 'List who changed what in the account, and who signed in, the newest first.',
	explanation:
		'The server keeps 400 days, and 100,000 changes. With --json, "sent" has what was sent, without secrets; the number of the last change is the --before of the next page.',
	arguments: [],
	options: {
		user: { kind: 'text', placeholder: 'CODE', meaning: 'Only those of this user, as "vitrine user list" shows it' },
		area: {
			kind: 'text',
			placeholder: 'AREA',
			meaning: 'Only catalogue, search_settings, recommendations, statistics, shop, users or sign_in',
		},
		before: { kind: 'text', placeholder: 'N', meaning: 'Only changes with smaller numbers' },
		limit: { kind: 'text', placeholder: 'N', meaning: 'At most so many, up to 100 (default 50)' },
		...ownerOptions,
	},
	examples: ['vitrine account changes', 'vitrine account changes --area sign_in --limit 100'],
	async run(invocation) {
		const { options } = invocation;
		const query = new URLSearchParams();
		for (const [option, parameter] of [
			['user', 'user'],
			['area', 'area'],
			['before', 'before'],
			['limit', 'rpp'],
		] as const) {
			const value = options.get(option);
			if (value !== undefined) query.set(parameter, value);
		}
		const path = `/api/admin/v1/changes?${query}`;
		const { changes } = asRecord(await callApi(openOwnerClient(invocation), { method: 'GET', path }));
		const records = asRecords(changes);
		const fields = ['number', 'at', 'user', 'key', 'operation', 'path', 'created'];
		printList(invocation, invocation.isJson ? records : records.map(toRow), { fields, plural: 'changes' });
		return 0;
	},
};

/** People are shown names. */
function toRow({ user, key, by, ...change }: JsonRecord): JsonRecord {
	return { ...change, user: isRecord(user) ? user.name : by, key: isRecord(key) ? key.name : '' };
}
