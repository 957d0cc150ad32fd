/** `vitrine search`: searches as a shopper would. */
import { queryNames } from '../domain/query/index-query.ts';
import { asRecord, callApi } from './api-answer.ts';
import { openSearchClient, ownerOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { printJson } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { formatSearchAnswer } from './search/format-answer.ts';
import { readList, readSearchBody } from './search/search-body.ts';

export const searchCommand: Command = {
	path: 'search',
	summary: 'Search for items, as a shopper does.',
	explanation:
		'Prints a table of the results, with the facets below it; without a text, all items match. Statistics do not count these searches.',
	arguments: [{ name: 'TEXT', meaning: 'What to search for, in quotes', isOptional: true }],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Search engine to search in' },
		index: { kind: 'text', placeholder: 'LIST', meaning: 'Indices to search in, separated by commas (default all)' },
		filter: {
			kind: 'text',
			placeholder: 'FILTER',
			meaning: 'Only items with these values: "brand=Nike|Adidas; price=10..50"',
		},
		exclude: { kind: 'text', placeholder: 'FILTER', meaning: 'No items with these values' },
		'any-filter': { kind: 'switch', meaning: 'The filter of one field is enough' },
		sort: { kind: 'text', placeholder: 'LIST', meaning: 'Fields to sort by: price:desc,title (default best first)' },
		facets: {
			kind: 'text',
			placeholder: 'LIST',
			meaning: 'Facets to count: brand,price:range,color:20 (default: those of the search engine; "" for none)',
		},
		page: { kind: 'text', placeholder: 'NUMBER', meaning: 'Page of the results (default 1)' },
		rpp: { kind: 'text', placeholder: 'NUMBER', meaning: 'Results per page, 1 to 100 (default 10)' },
		'query-name': { kind: 'text', placeholder: 'NAME', meaning: `How words match: ${queryNames.join(', ')}` },
		grouping: { kind: 'switch', meaning: 'Variants of an item are one result' },
		understanding: {
			kind: 'switch',
			meaning: 'Read the text for prices, what to leave out and values of fields (default on)',
		},
		'auto-filters': { kind: 'switch', meaning: 'A word that is a brand or a colour becomes a filter' },
		columns: { kind: 'text', placeholder: 'LIST', meaning: 'Fields to show, separated by commas' },
		...ownerOptions,
	},
	examples: [
		`vitrine search "red shoe" --engine ${exampleHashid}`,
		`vitrine search jacket --engine ${exampleHashid} --filter "brand=Nike|Adidas; price=..100" --sort price`,
		`vitrine search --engine ${exampleHashid} --facets brand,price:range --rpp 1 --json`,
	],
	async run(invocation) {
		const { options, isJson, io } = invocation;
		const engine = options.get('engine');
		if (engine === undefined) throw misused('--engine is missing', 'see "vitrine engine list"');
		const body = JSON.stringify(readSearchBody(invocation));
		const request = { method: 'POST', path: `${toMemberPath('/6', engine)}/_search`, body } as const;
		const answer = asRecord(await callApi(openSearchClient(invocation), request, `search engine ${engine}`));
		if (isJson) printJson(invocation, answer);
		else
			io.stdout.write(
				formatSearchAnswer(answer, { fieldNames: readList(options, 'columns'), widthMax: io.stdout.columns }),
			);
		return 0;
	},
};
