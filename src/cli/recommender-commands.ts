/** `vitrine recommender …`: the recommendation models of a zone, with the operator token. */
import { asRecord, callApi } from './api-answer.ts';
import { openOperatorClient, operatorOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { printRecord } from './print-answer.ts';

const path = '/api/admin/v1/recommender';

const showCommand: Command = {
	path: 'recommender show',
	summary: 'Show how far the recommendation models are (operator).',
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
	summary: 'Throw all recommendation models away and build them from the stored events (operator).',
	explanation:
		'The models of before go on answering until the new ones are ready. A million events take some ten seconds: give --timeout where there are many.',
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
