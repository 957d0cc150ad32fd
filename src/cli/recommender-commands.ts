/** `vitrine recommender …`: the recommendation models of a zone, with the operator token. */
import { asRecord, callApi } from './api-answer.ts';
import { openOperatorClient, operatorOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { printRecord } from './print-answer.ts';

const path = '/api/admin/v1/recommender';

const showCommand: Command = {
	path: 'recommender show',
	summary: 'Show the state of the recommendation models (operator).',
	arguments: [],
	options: operatorOptions,
	examples: ['vitrine recommender show'],
	async run(invocation) {
		const client = await openOperatorClient(invocation);
		printRecord(invocation, asRecord(await callApi(client, { method: 'GET', path })));
		return 0;
	},
};

const rebuildCommand: Command = {
	path: 'recommender rebuild',
	summary: 'Discard all recommendation models and rebuild them from the stored events (operator).',
	explanation:
		'The old models answer until the new ones are ready. A million events take some ten seconds: raise --timeout if there are many.',
	arguments: [],
	options: operatorOptions,
	examples: ['vitrine recommender rebuild', 'vitrine recommender rebuild --timeout 600'],
	async run(invocation) {
		const client = await openOperatorClient(invocation);
		const record = asRecord(await callApi(client, { method: 'POST', path: `${path}/rebuild` }));
		printRecord(invocation, record, 'Built all models again.');
		return 0;
	},
};

export const recommenderCommands: readonly Command[] = [showCommand, rebuildCommand];
