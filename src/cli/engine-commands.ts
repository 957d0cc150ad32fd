/** `vitrine engine …`: search engines, over the management API. */
import type { Command, CommandArgument } from './command.ts';
import { createResourceCommands } from './resource-commands.ts';

export const enginesPath = '/api/v2/search_engines';
/** For the commands on one search engine. */
export const engineArgument: CommandArgument = { name: 'HASHID', meaning: 'Id of the search engine: 32 hex digits' };
/** In the examples of the help. */
export const exampleHashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';

export const engineCommands: readonly Command[] = createResourceCommands({
	noun: 'engine',
	title: 'search engine',
	plural: 'search engines',
	path: enginesPath,
	identifier: engineArgument,
	identifierField: 'hashid',
	columns: ['hashid', 'name', 'currency', 'locale', 'status', 'store_id'],
	fields: [
		{ option: 'name', field: 'name', kind: 'text', meaning: 'Name of the search engine', isRequired: true },
		{
			option: 'currency',
			field: 'currency',
			kind: 'text',
			placeholder: 'CODE',
			meaning: 'ISO 4217 code (default EUR)',
		},
		{
			option: 'locale',
			field: 'locale',
			kind: 'text',
			placeholder: 'LOCALE',
			meaning: 'Language of the items: es, es-ES',
		},
		{
			option: 'language',
			field: 'locale',
			kind: 'text',
			placeholder: 'LOCALE',
			meaning: 'The same as --locale',
		},
		{ option: 'site-url', field: 'site_url', kind: 'nullable', placeholder: 'URL', meaning: 'Address of the shop' },
		{
			option: 'store',
			field: 'store_id',
			kind: 'nullable',
			placeholder: 'ID',
			meaning: 'Id of the store it belongs to',
		},
		{ option: 'platform', field: 'platform', kind: 'text', meaning: 'Platform of the shop (default api)' },
		{ option: 'sector', field: 'sector', kind: 'text', meaning: 'What the shop sells, for statistics by sector' },
		{ option: 'grouping', field: 'has_grouping', kind: 'switch', meaning: 'Items have variants' },
		{ option: 'default', field: 'default', kind: 'switch', meaning: "The store's default search engine" },
	],
	loss: 'all its indices and items',
	examples: {
		create: '--name "Shoes" --locale en-GB --currency GBP',
		update: '--name "Shoes and bags"',
		identifier: exampleHashid,
	},
});
