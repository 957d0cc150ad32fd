/** `vitrine store …`: the web shops of an account, and which pages may call from a browser. */
import type { Command } from './command.ts';
import { createResourceCommands } from './resource-commands.ts';

export const storeCommands: readonly Command[] = createResourceCommands({
	noun: 'store',
	title: 'store',
	plural: 'stores',
	path: '/api/admin/v1/stores',
	identifier: { name: 'ID', meaning: 'Id of the store, as "vitrine store list" shows it' },
	identifierField: 'id',
	columns: ['id', 'name', 'allowed_domains', 'cors_enforced', 'blocked_ips'],
	fields: [
		{ option: 'name', field: 'name', kind: 'text', meaning: 'Name of the store', isRequired: true },
		{
			option: 'allowed-domains',
			field: 'allowed_domains',
			kind: 'list',
			placeholder: 'LIST',
			meaning: 'Domains (with their subdomains) or exact origins that may call from a browser, separated by commas',
		},
		{
			option: 'cors-enforced',
			field: 'cors_enforced',
			kind: 'switch',
			meaning: 'Refuse calls from other origins; --no-cors-enforced admits all',
		},
		{
			option: 'blocked-ips',
			field: 'blocked_ips',
			kind: 'list',
			placeholder: 'LIST',
			meaning: 'IP addresses and CIDR ranges whose calls are refused, separated by commas',
		},
		{
			option: 'attribution-hours',
			field: 'attribution_hours',
			kind: 'json',
			placeholder: 'HOURS',
			meaning: 'How long after a click a purchase is attributed to it: 1 to 720 (default 24)',
		},
	],
	loss: 'its widgets',
	examples: {
		create: '--name "Shoes" --allowed-domains shoes.example,https://m.shoes.example:8443 --cors-enforced',
		update: '--blocked-ips 192.0.2.7,198.51.100.0/24',
		identifier: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
	},
});
