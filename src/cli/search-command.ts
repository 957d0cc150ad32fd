/** `vitrine search`: searches as a shopper would. */
import { dfidPattern } from '../domain/item/dfid.ts';
import { queryNames } from '../domain/query/index-query.ts';
import { asRecord, callApi } from './api-answer.ts';
import { openSearchClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { printJson } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { formatSearchAnswer } from './search/format-answer.ts';
import { formatExplanation } from './search/format-explanation.ts';
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
		explain: {
			kind: 'switch',
			meaning: 'Say how the text was read, what the scores are made of, and where the items of --item are',
		},
		item: {
			kind: 'text',
			placeholder: 'LIST',
			meaning: 'With --explain: ids or dfids of items that may be missing, separated by commas; at most 5',
		},
		dfid: { kind: 'text', placeholder: 'LIST', meaning: 'The same as --item' },
		columns: { kind: 'text', placeholder: 'LIST', meaning: 'Fields to show, separated by commas' },
		...ownerOptions,
	},
	examples: [
		`vitrine search "red shoe" --engine ${exampleHashid}`,
		`vitrine search jacket --engine ${exampleHashid} --filter "brand=Nike|Adidas; price=..100" --sort price`,
		`vitrine search --engine ${exampleHashid} --facets brand,price:range --rpp 1 --json`,
		`vitrine search "red shoe" --engine ${exampleHashid} --explain --item sku-1`,
	],
	async run(invocation) {
		const { options, isJson, io } = invocation;
		const engine = options.get('engine');
		if (engine === undefined) throw misused('--engine is missing', 'see "vitrine engine list"');
		const isExplained = options.get('explain') === 'true';
		const body = JSON.stringify({ ...readSearchBody(invocation), ...readAskedItems(invocation, isExplained) });
		const path = `${toMemberPath('/6', engine)}/${isExplained ? '_explain' : '_search'}`;
		const request = { method: 'POST', path, body } as const;
		const answer = asRecord(await callApi(openSearchClient(invocation), request, `search engine ${engine}`));
		const { columns: widthMax } = io.stdout;
		if (isJson) printJson(invocation, answer);
		else if (isExplained) io.stdout.write(formatExplanation(answer, { widthMax }));
		else io.stdout.write(formatSearchAnswer(answer, { fieldNames: readList(options, 'columns'), widthMax }));
		return 0;
	},
};

/** @throws {CommandError} when items are named without `--explain` */
function readAskedItems({ options }: Invocation, isExplained: boolean) {
	const names = [...(readList(options, 'item') ?? []), ...(readList(options, 'dfid') ?? [])];
	if (names.length === 0) return {};
	if (!isExplained) throw misused('--item needs --explain', 'it asks where items are in the list');
	const isDfid = (name: string) => dfidPattern.test(name);
	return { dfid: names.filter(isDfid), id: names.filter((name) => !isDfid(name)) };
}
