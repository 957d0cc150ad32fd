/** Pictures of the catalogue. */
import type { DashboardScene } from '../../support/dashboard-pages.ts';

const table = [
	'Artikelnummer;Bezeichnung;Preis;Kategorien;Bestand',
	'A-1;Wanderschuh Alpin;119,90;Schuhe > Wandern|Neu;12',
	'A-2;Regenjacke Föhn;auf Anfrage;Jacken;3',
	'A-3;Rucksack 24 l;79,00;Taschen;0',
].join('\r\n');

export const scenes: readonly DashboardScene[] = [
	{ name: 'catalogue', path: '/dashboard/catalogue' },
	{ name: 'items', path: '/dashboard/catalogue/index/product' },
	{ name: 'item', path: '/dashboard/catalogue/index/product?item=10002' },
	{ name: 'fields', path: '/dashboard/catalogue/index/product/fields' },
	{
		name: 'import',
		path: '/dashboard/catalogue/index/product/import',
		async act(page) {
			const file = { name: 'artikel.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
			await page.getByLabel('File with items').setInputFiles(file);
			await page.getByRole('button', { name: 'Start the import' }).waitFor();
		},
	},
];
