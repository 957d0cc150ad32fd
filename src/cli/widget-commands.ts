/** `vitrine widget …`: recommendation widgets, whose ids are the credentials of the recommendations API. */
import { widgetKinds } from '../domain/widget/widget-kind.ts';
import type { Command } from './command.ts';
import type { ResourceField } from './field-options.ts';
import { createResourceCommands } from './resource-commands.ts';

const rules: readonly ResourceField[] = [
	{
		option: 'kind',
		field: 'kind',
		kind: 'text',
		placeholder: 'KIND',
		meaning: `What it recommends: ${widgetKinds.join(', ')} (default similar)`,
	},
	{
		option: 'title',
		field: 'title',
		kind: 'nullable',
		meaning: 'Title of the shelf; empty for the name of the widget',
	},
	{
		option: 'results',
		field: 'results',
		kind: 'json',
		placeholder: 'N',
		meaning: 'Items to show, 1 to 50 (default 10)',
	},
	{
		option: 'engine',
		field: 'hashid',
		kind: 'nullable',
		placeholder: 'HASHID',
		meaning: "Search engine to recommend from; empty for the request's or the store's",
	},
	{
		option: 'index',
		field: 'index',
		kind: 'list',
		placeholder: 'LIST',
		meaning: 'Indices to recommend from (default all)',
	},
	{
		option: 'filter',
		field: 'filter',
		kind: 'text',
		placeholder: 'FILTER',
		meaning: 'As in a search: "filter[brand]=Nike&filter[price][gte]=5"; empty for none',
	},
	{
		option: 'exclude',
		field: 'exclude',
		kind: 'text',
		placeholder: 'FILTER',
		meaning: 'What not to show: "exclude[brand]=Nike"; empty for nothing',
	},
	{ option: 'same-category', field: 'same_category', kind: 'switch', meaning: 'Only of the categories of the product' },
	{
		option: 'price-band',
		field: 'price_band',
		kind: 'json',
		placeholder: 'JSON',
		meaning: 'Prices as shares of that of the product: {"min": 0.5, "max": 2}, or null',
	},
	{ option: 'hide-out-of-stock', field: 'hide_out_of_stock', kind: 'switch', meaning: 'On unless said otherwise' },
	{ option: 'hide-in-cart', field: 'hide_in_cart', kind: 'switch', meaning: 'On unless said otherwise' },
	{ option: 'hide-bought', field: 'hide_bought', kind: 'switch', meaning: 'Hide items that the shopper bought' },
	{
		option: 'diversity',
		field: 'diversity',
		kind: 'json',
		placeholder: 'JSON',
		meaning: 'At most so many of one value: [{"field": "brand", "max": 2}]',
	},
	{ option: 'pinned', field: 'pinned', kind: 'list', placeholder: 'LIST', meaning: 'Ids of items to show in front' },
	{ option: 'banned', field: 'banned', kind: 'list', placeholder: 'LIST', meaning: 'Ids of items never to show' },
	{
		option: 'boosts',
		field: 'boosts',
		kind: 'json',
		placeholder: 'JSON',
		meaning: 'Factors by value: [{"field": "brand", "value": "Nike", "factor": 2}]',
	},
	{
		option: 'newest-by',
		field: 'newest_by',
		kind: 'nullable',
		placeholder: 'FIELD',
		meaning: 'New arrivals: the field that says how new an item is; empty for the order of creation',
	},
	{ option: 'fallback', field: 'fallback', kind: 'switch', meaning: 'Try other kinds if its own kind has no results' },
	{
		option: 'fallback-chain',
		field: 'fallback_chain',
		kind: 'nullableList',
		placeholder: 'LIST',
		meaning: 'Which kinds to try, in order; empty for the defaults of its kind',
	},
];

export const widgetCommands: readonly Command[] = createResourceCommands({
	noun: 'widget',
	title: 'widget',
	plural: 'widgets',
	path: '/api/admin/v1/widgets',
	identifier: { name: 'ID', meaning: 'Id of the widget, a UUID' },
	identifierField: 'id',
	columns: ['id', 'name', 'kind', 'store_id', 'created_at'],
	fields: [
		{ option: 'name', field: 'name', kind: 'text', meaning: 'Name of the widget', isRequired: true },
		{
			option: 'store',
			field: 'store_id',
			kind: 'text',
			placeholder: 'ID',
			meaning: 'Id of the store that shows it',
			isRequired: true,
		},
		...rules,
	],
	examples: {
		create: '--name "Bought together" --store 0a1b2c3d4e5f60718293a4b5c6d7e8f9 --kind bought_together --results 4',
		update: '--filter "filter[brand]=Nike" --same-category --no-fallback',
		identifier: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
	},
});
