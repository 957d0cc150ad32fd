/** `vitrine widget stats`: the earnings of a widget, as a table. */
import { asRecord, asRecords, callApi } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { printJson } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { formatTable } from './text-table.ts';

const tallyFields = ['impressions', 'empty_answers', 'clicks', 'carts', 'purchases', 'revenue'] as const;
const exampleId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

export const widgetStatisticsCommand: Command = {
	path: 'widget stats',
	summary: 'Show what a widget earns: impressions, empty answers, clicks, carts, purchases and revenue by day.',
	explanation:
		'Days are those of UTC. Events are counted after some seconds; those of bots are not. Carts are additions to a cart, purchases are the lines of bought carts that came from the widget, and revenue is their price × amount.',
	arguments: [{ name: 'ID', meaning: 'Id of the widget, a UUID' }],
	options: {
		from: { kind: 'text', placeholder: 'DATE', meaning: 'First day, such as 2026-03-01 (default: 30 days up to --to)' },
		to: { kind: 'text', placeholder: 'DATE', meaning: 'Last day (default: today); at most 366 days' },
		...ownerOptions,
	},
	examples: [
		`vitrine widget stats ${exampleId}`,
		`vitrine widget stats ${exampleId} --from 2026-03-01 --to 2026-03-31`,
	],
	async run(invocation) {
		const { options, io, isJson } = invocation;
		const [id = ''] = invocation.arguments;
		const parameters = new URLSearchParams();
		for (const name of ['from', 'to']) {
			const value = options.get(name);
			if (value !== undefined) parameters.set(name, value);
		}
		const query = parameters.size === 0 ? '' : `?${parameters}`;
		const path = `${toMemberPath('/api/admin/v1/widgets', id)}/stats${query}`;
		const answer = asRecord(await callApi(openOwnerClient(invocation), { method: 'GET', path }, `widget ${id}`));
		if (isJson) {
			printJson(invocation, answer);
			return 0;
		}
		const totals = { date: 'total', ...asRecord(answer.totals) };
		const rows = [...asRecords(answer.days), totals].map((row: Readonly<Record<string, unknown>>) => [
			row.date,
			...tallyFields.map((field) => row[field]),
		]);
		io.stdout.write(formatTable(['DATE', ...tallyFields.map((field) => field.replace('_', ' ').toUpperCase())], rows));
		return 0;
	},
};
