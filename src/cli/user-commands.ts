/** `vitrine user …`: the people of an account. */
import type { Command } from './command.ts';
import { createResourceCommands } from './resource-commands.ts';

export const userCommands: readonly Command[] = createResourceCommands({
	noun: 'user',
	title: 'user',
	plural: 'users',
	path: '/api/admin/v1/users',
	identifier: { name: 'CODE', meaning: 'Code of the user, as "vitrine user list" shows it' },
	identifierField: 'code',
	columns: ['code', 'name', 'email', 'role', 'created_at'],
	fields: [
		{ option: 'name', field: 'name', kind: 'text', meaning: 'Name of the user', isRequired: true },
		{ option: 'email', field: 'email', kind: 'nullable', meaning: 'E-mail address; an empty text removes it' },
	],
	examples: {
		create: '--name "Ada Byron" --email ada@shop.example',
		update: '--name "Ada Lovelace"',
		identifier: '5f1d7a84c0ffee00',
	},
});
