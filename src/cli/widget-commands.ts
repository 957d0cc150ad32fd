/** `vitrine widget …`: recommendation widgets, whose ids are the credentials of the recommendations API. */
import type { Command } from './command.ts';
import { createResourceCommands } from './resource-commands.ts';

export const widgetCommands: readonly Command[] = createResourceCommands({
	noun: 'widget',
	title: 'widget',
	plural: 'widgets',
	path: '/api/admin/v1/widgets',
	identifier: { name: 'ID', meaning: 'Id of the widget, a UUID' },
	identifierField: 'id',
	columns: ['id', 'name', 'store_id', 'created_at'],
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
	],
	examples: {
		create: '--name "Bought together" --store 0a1b2c3d4e5f60718293a4b5c6d7e8f9',
		update: '--name "Goes well with"',
		identifier: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
	},
});
