/** `vitrine statistics rebuild`: has statistics counted again, with the operator token. */
import { asRecord, callApi } from './api-answer.ts';
import { openOperatorClient, operatorOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { exampleHashid } from './engine-commands.ts';
import { printRecord } from './print-answer.ts';

export const rebuildStatisticsCommand: Command = {
	path: 'statistics rebuild',
	summary: 'Count statistics again from the stored events (operator).',
	explanation: 'Reports show the previous ones until the new ones are complete. The command does not wait for that.',
	arguments: [],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Only this search engine: 32 hex digits' },
		...operatorOptions,
	},
	examples: ['vitrine statistics rebuild', `vitrine statistics rebuild --engine ${exampleHashid}`],
	async run(invocation) {
		const engine = invocation.options.get('engine');
		const query = engine === undefined ? '' : `?${new URLSearchParams({ hashid: engine })}`;
		const client = await openOperatorClient(invocation);
		const path = `/api/admin/v1/statistics/rebuild${query}`;
		printRecord(invocation, asRecord(await callApi(client, { method: 'POST', path })), 'Statistics are counted again.');
		return 0;
	},
};
