/** The catalogue in the dashboard: engines, indices, items, imports and fields, in a browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { createDashboardClient } from '../support/dashboard-client.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { waitFor } from '../support/wait-for.ts';

const payload = '<img src=x onerror=alert(1)>';

/** Finds a text whose values are isolated by direction. */
function loose(text: string): RegExp {
	const letters = [...text].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&'));
	return new RegExp(letters.join('[\u2068\u2069]*'));
}

/** As a spreadsheet of a German office writes it: a mark, semicolons, CRLF, quotes, line breaks in cells, decimal commas. */
const oddTable = [
	'\uFEFFArtikelnummer;Bezeichnung;Preis;Kategorien;Beschreibung;Notiz',
	`"A-1";"Schuh ""Alpin""";"19,90";"Schuhe > Berg|Neu";"Zeile 1\r\nZeile 2; mit";${payload}`,
	'',
	'A-2;Hose;auf Anfrage;;;',
	'A-3;Jacke;1.299,00 €;Jacken;;',
	'A-4;zu;viele;Zellen;a;b;c',
].join('\r\n');

describe('the catalogue', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	let engine: string;
	before(async () => {
		pages = await openDashboardPages();
		engine = `/api/v2/search_engines/${pages.hashid}`;
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	async function createIndex(name: string, items: readonly object[] = []): Promise<string> {
		const body = { name, preset: 'product' };
		assert.equal((await pages.owner.call(`${engine}/indices`, { method: 'POST', body })).status, 201);
		const path = `${engine}/indices/${name}`;
		if (items.length > 0) await pages.owner.call(`${path}/items/_bulk`, { method: 'POST', body: items });
		return path;
	}

	async function openMember(rights: object, path: string): Promise<Page> {
		const user = (await pages.owner.call('/api/admin/v1/users', { method: 'POST', body: { name: 'Ben', rights } }))
			.json;
		const links = `/api/admin/v1/users/${user.code}/sign_in_links`;
		const link = (await pages.owner.call(links, { method: 'POST', body: {} })).json.path;
		const client = createDashboardClient(pages.url);
		await client.call('/sign_in/link', { method: 'POST', body: { token: link.replace('/dashboard#link=', '') } });
		return pages.open(path, { person: { cookie: client.cookie() } });
	}

	async function chooseFile(page: Page, name: string, content: string): Promise<void> {
		await giveFile(page, name, content);
		await page.getByRole('button', { name: 'Start the import' }).waitFor();
	}

	async function giveFile(page: Page, name: string, content: string): Promise<void> {
		await page.getByRole('button', { name: 'Choose a file' }).waitFor();
		const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
		await page.getByLabel('File with items').setInputFiles(file);
	}

	it('makes a search engine and an index in it, and deletes both, by keyboard alone', async () => {
		const page = await pages.open('/dashboard/catalogue/engines');
		await page.getByRole('button', { name: 'New search engine' }).focus();
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('Name').focus();
		await page.keyboard.type(payload);
		await dialog.getByLabel('Currency').fill('XXX9');
		await page.keyboard.press('Enter');
		await dialog.getByRole('alert').waitFor();
		assert.equal(await dialog.getByLabel('Currency').getAttribute('aria-invalid'), 'true');
		assert.equal(await dialog.getByLabel('Name').inputValue(), payload, 'what was typed is kept');
		await dialog.getByLabel('Currency').fill('eur');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'This search engine has no index yet' }).waitFor();
		await page.getByRole('button', { name: 'New index' }).press('Enter');
		await page.keyboard.press('Tab');
		await dialog.getByLabel('Name').fill('Wrong name');
		await dialog.getByText('It begins with a small letter').waitFor();
		await dialog.getByLabel('Name').fill('guides');
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: /Delete .*guides/ }).press('Enter');
		await dialog.getByRole('textbox').fill('guides');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'This search engine has no index yet' }).waitFor();
		await page.getByRole('tab', { name: 'Search engines' }).press('Enter');
		await page.getByRole('button', { name: /Delete .*<img/ }).press('Enter');
		assert.equal(await dialog.getByRole('button', { name: 'Delete' }).isDisabled(), true);
		await dialog.getByRole('textbox').fill(payload);
		await page.keyboard.press('Enter');
		await dialog.waitFor({ state: 'detached' });
		await waitFor(
			'one engine',
			async () => (await pages.owner.call('/api/v2/search_engines')).json.length,
			(count) => count === 1,
		);
	});

	it('finds items by words and by id, and says where their JSON is wrong', async () => {
		const page = await pages.open('/dashboard/catalogue');
		await page.getByRole('link', { name: 'product', exact: true }).click();
		await page.getByText(loose('50 of 360 items')).waitFor();
		await page.getByRole('button', { name: 'Show more' }).click();
		await page.getByText(loose('100 of 360 items')).waitFor();
		await page.getByLabel('Find items').fill('10002');
		await page.keyboard.press('Enter');
		await page.locator('.item-cell a').first().click();
		const editor = page.getByLabel('Item as JSON');
		const before = await editor.inputValue();
		await editor.fill('{\n  "id": "10002",\n  "title": }');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText(loose('look at line 3, column 12')).waitFor();
		await editor.fill(before.replace('"price":', '"price": "on request", "old":'));
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('alert').getByText('"on request" cannot be read as one').waitFor();
		await editor.fill(before.replace('"title": "', `"note": "${payload}",\n  "title": "Newer `));
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved').waitFor();
		await page.getByRole('definition').getByText(payload).waitFor();
	});

	it('tells the second of two who change an item, and puts a deleted one back', async () => {
		const path = await createIndex('edited', [{ id: 'a/1 +', title: 'First', gone: true }]);
		const page = await pages.open('/dashboard/catalogue/index/edited');
		await page.getByRole('link', { name: 'First' }).click();
		const editor = page.getByLabel('Item as JSON');
		await editor.fill('{"id":"a/1 +","title":"Mine"}');
		const item = `${path}/items/${encodeURIComponent('a/1 +')}`;
		await pages.owner.call(item, { method: 'PATCH', body: { title: 'Theirs' } });
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('dialog').getByText('"Theirs"').waitFor();
		await page.getByRole('button', { name: 'Keep mine' }).click();
		await page.getByText('Saved').waitFor();
		const stored = (await pages.owner.call(item)).json;
		assert.deepEqual([stored.title, stored.gone], ['Mine', undefined]);
		await page.getByRole('button', { name: 'Delete item' }).click();
		await page.getByRole('heading', { name: 'There are no items yet' }).waitFor();
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('link', { name: 'Mine' }).waitFor();
	});

	it('saves an item with all digits of its numbers', async () => {
		const path = await createIndex('digits');
		await pages.owner.call(`${path}/items`, { method: 'POST', body: '{"id":"long","ean":12345678901234567890}' });
		const page = await pages.open('/dashboard/catalogue/index/digits?item=long');
		const editor = page.getByLabel('Item as JSON');
		await editor.fill((await editor.inputValue()).replace('"ean"', '"note": 1,\n  "ean"'));
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved').waitFor();
		const { text } = await pages.owner.call(`${path}/items/long`);
		assert.match(text, /"note": 1,\s+"ean": 12345678901234567890/);
	});

	it('imports an odd table: mapping, refused entries as a file, review, and takes over', async () => {
		const path = await createIndex('odd', [{ id: 'old' }, ...['a', 'b', 'c', 'd'].map((id) => ({ id }))]);
		const page = await pages.open('/dashboard/catalogue/index/odd/import');
		await chooseFile(page, 'artikel.csv', oddTable);
		assert.equal(await page.getByLabel('Separator').inputValue(), ';');
		const fields = ['Artikelnummer', 'Bezeichnung', 'Preis', 'Kategorien', 'Beschreibung', 'Notiz'];
		const mapped = fields.map((column) =>
			page.getByRole('combobox', { name: `Field for \u2068${column}` }).inputValue(),
		);
		assert.deepEqual(await Promise.all(mapped), ['id', 'title', 'price', 'categories', 'description', 'Notiz']);
		await page.getByRole('combobox', { name: 'Field for \u2068Notiz' }).fill('title');
		await page.getByText('Another column has this field').first().waitFor();
		assert.equal(await page.getByRole('button', { name: 'Start the import' }).isDisabled(), true);
		await page.getByRole('combobox', { name: 'Field for \u2068Notiz' }).fill('note');
		await page.getByRole('button', { name: 'Start the import' }).click();
		await page.getByText(loose('2 items were written and 2 refused')).waitFor();
		assert.equal((await pages.owner.call(`${path}/items/old`)).status, 200, 'nothing is live yet');
		await page.getByText('"auf Anfrage" cannot be read as one').first().waitFor();
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'Download them' }).click(),
		]);
		const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
		assert.deepEqual(lines.map((line) => JSON.parse(line).position).toSorted(), [4, 6]);
		await page.getByRole('button', { name: 'Take over' }).click();
		const loss = page.getByRole('dialog');
		await loss.getByText(loose('The 5 live items are gone')).waitFor();
		assert.equal(await loss.getByRole('button', { name: 'Take over' }).isDisabled(), true);
		await loss.getByLabel('to confirm').fill('odd');
		await page.keyboard.press('Enter');
		await page.getByText('2 items are in the index').waitFor();
		const { json } = await pages.owner.call(`${path}/items/A-1`);
		assert.deepEqual(
			[json.title, json.price, json.best_price, json.categories, json.description, json.note],
			['Schuh "Alpin"', '19,90', 19.9, ['Schuhe > Berg', 'Neu'], 'Zeile 1\r\nZeile 2; mit', payload],
		);
		assert.equal((await pages.owner.call(`${path}/items/old`)).status, 404);
	});

	it('says how many items are live, and which entries had the id of another one or none', async () => {
		const path = await createIndex('ids', [{ id: 'old' }]);
		const page = await pages.open('/dashboard/catalogue/index/ids/import');
		await chooseFile(page, 'ids.csv', 'id,title\ni1,One\ni2,Two\n,Nameless\ni1,One again\n');
		await page.getByText(loose('Entries without an id: 1 of the first 4')).waitFor();
		await page.getByRole('button', { name: 'Start the import' }).click();
		await page.getByText('3 items are in the index').waitFor();
		await page.getByText('1 entry had the id of an earlier one').waitFor();
		await page.getByText('1 entry had no id').waitFor();
		assert.equal((await pages.owner.call(`${path}/items/_count`)).json.count, 3);
		assert.equal((await pages.owner.call(`${path}/items/i1`)).json.title, 'One again');
	});

	it('goes on after the connection was lost, and pauses, and leaves no temporary index when it is cancelled', async () => {
		const path = await createIndex('long');
		const page = await pages.open('/dashboard/catalogue/index/long/import');
		const lines = Array.from({ length: 2_000 }, (_, n) => `{"id":"n${n}","title":"Item ${n}"}`).join('\n');
		await chooseFile(page, 'items.jsonl', lines);
		await page.context().setOffline(true);
		await page.getByRole('button', { name: 'Start the import' }).click();
		await page.getByText('The server is not reached').waitFor();
		await page.context().setOffline(false);
		await page.getByText('2,000 items are in the index').waitFor();
		assert.equal((await pages.owner.call(`${path}/items/_count`)).json.count, 2_000);
		await page.getByRole('button', { name: 'Choose another file' }).click();
		await chooseFile(page, 'items.jsonl', lines);
		await page.route('**/items/_bulk', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 100));
			await route.continue();
		});
		await page.getByRole('button', { name: 'Start the import' }).click();
		await page.getByRole('button', { name: 'Pause' }).click();
		await page.getByRole('button', { name: 'Go on' }).click();
		page.once('dialog', (dialog) => dialog.dismiss());
		await page.getByRole('tab', { name: 'Items' }).click();
		await page.getByRole('button', { name: 'Cancel the import' }).click();
		await page.getByText('Cancelled: the live items are as they were').waitFor();
		await waitFor(
			'the end of the temporary index',
			async () => (await pages.owner.call(`${path}/temp`)).status,
			(status) => status === 404,
		);
	});

	it('reads feeds, lists in JSON and tabs, and adds to what is there', async () => {
		const path = await createIndex('added', [{ id: 'kept' }]);
		const page = await pages.open('/dashboard/catalogue/index/added/import');
		const feed =
			'<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>' +
			'<item><g:id>x1</g:id><title><![CDATA[A & B]]></title><g:price>19.99 EUR</g:price><g:product_type>Home &gt; Pans</g:product_type></item>' +
			'<item><g:id>x2</g:id><title>C</title></item></channel></rss>';
		await giveFile(page, 'cut.xml', feed.slice(0, -20));
		await page.getByText('It is damaged, or ends too early').waitFor();
		await page.getByRole('button', { name: 'Choose another file' }).click();
		const files = [
			['feed.xml', feed],
			['list.json', '{"meta":{"tags":[]},"products":[{"id":"j1","title":"A","spec":{"a":[1]}},{"id":"j2"}]}'],
			['table.tsv', 'sku\tname\nt1\tOne\nt2\tTwo\n'],
		] as const;
		for (const [index, [name, content]] of files.entries()) {
			await chooseFile(page, name, content);
			await page.getByRole('radio', { name: /Keep them/ }).check();
			await page.getByRole('button', { name: 'Start the import' }).click();
			await page.getByText(`${3 + 2 * index} items are in the index`).waitFor();
			await page.getByRole('button', { name: 'Choose another file' }).click();
		}
		const ids = ['x1', 'j1', 't1', 'kept'].map((id) => ({ id }));
		const { json } = await pages.owner.call(`${path}/items/_mget`, { method: 'POST', body: ids });
		assert.deepEqual(
			json.map(({ item }: { item: Record<string, unknown> }) => [item.title, item.price, item.spec]),
			[
				['A & B', '19.99 EUR', undefined],
				['A', undefined, { a: [1] }],
				['One', undefined, undefined],
				[undefined, undefined, undefined],
			],
		);
		assert.deepEqual(json[0].item.categories, 'Home > Pans');
	});

	it('shows the end of a temporary index that is left, and locks nothing afterwards', async () => {
		const path = await createIndex('locked');
		await pages.owner.call(`${path}/temp`, { method: 'POST' });
		const page = await pages.open('/dashboard/catalogue');
		await page.getByText(loose('has a temporary index with 0 items')).waitFor();
		await page.getByRole('button', { name: 'Discard it' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByRole('textbox').fill('locked');
		await page.keyboard.press('Enter');
		await page.getByText(loose('has a temporary index with 0 items')).waitFor({ state: 'detached' });
		assert.equal((await pages.owner.call(`${path}/temp`)).status, 404);
	});

	it('changes what a field is for, and takes it back', async () => {
		const page = await pages.open('/dashboard/catalogue/index/product/fields');
		await page.getByLabel('Find fields by name').fill('brand');
		await page.getByRole('button', { name: 'Edit \u2068brand' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('Weight of its words').fill('11');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await dialog.locator('input[aria-invalid=true]').waitFor();
		await dialog.getByLabel('Weight of its words').fill('7,5');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Changed', { exact: true }).waitFor();
		const schema = async () =>
			(await pages.owner.call(`/api/admin/v1/search_engines/${pages.hashid}/indices/product/schema`)).json;
		const overrides = async () => (await schema()).fields.filter(({ override }: { override: unknown }) => override);
		assert.deepEqual(
			(await overrides()).map((field: { override: object }) => field.override),
			[{ weight: 7.5 }],
		);
		await page.getByRole('button', { name: 'Edit \u2068brand' }).click();
		await dialog.getByRole('button', { name: 'Take all back' }).click();
		await page.getByRole('button', { name: 'Undo' }).waitFor();
		assert.deepEqual(await overrides(), []);
	});

	it('shows members without the right to write all of it, with controls disabled', async () => {
		const page = await openMember({ catalogue: 'read' }, '/dashboard/catalogue');
		await page.getByText('You can see this, and not change it.').waitFor();
		assert.equal(await page.getByRole('button', { name: 'New index' }).isDisabled(), true);
		await page.getByRole('link', { name: 'product', exact: true }).click();
		assert.equal(await page.getByRole('button', { name: 'New item' }).isDisabled(), true);
		await page.getByLabel('Find an item by its id').fill('10002');
		await page.keyboard.press('Enter');
		await page.getByText(loose('1 of 1 items')).waitFor();
		await page.locator('.item-cell a').first().click();
		await page.getByLabel('Item as JSON').waitFor();
		assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
		await page.getByRole('tab', { name: 'Import' }).click();
		assert.equal(await page.getByRole('button', { name: 'Choose a file' }).isDisabled(), true);
		const other = await openMember({ statistics: 'read' }, '/dashboard/catalogue');
		await other.getByRole('heading', { name: 'You have no right to see this' }).waitFor();
	});

	it('says that something could not be loaded, and tries again', async () => {
		const page = await pages.open('/dashboard/catalogue', {
			prepare: (opened) =>
				opened.route('**/items/_count', (route) => route.fulfill({ status: 500, body: 'broken' }), { times: 9 }),
		});
		await page.getByText('This could not be loaded').waitFor();
		await page.unroute('**/items/_count');
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('table').waitFor();
	});

	it('has no barriers and fits, wide and narrow, light and dark, from right to left, and browsers complain about nothing', async () => {
		const views = [
			['/dashboard/catalogue', 'product'],
			['/dashboard/catalogue/engines', pages.hashid],
			['/dashboard/catalogue/index/product?find=10002', '10002'],
			['/dashboard/catalogue/index/product?item=10002', 'What you save replaces'],
			['/dashboard/catalogue/index/odd/fields', 'note'],
		] as const;
		const overflow = 'document.documentElement.scrollWidth - innerWidth';
		for (const [path, text] of views) {
			const page = await pages.open(path);
			await page.getByText(loose(text)).first().waitFor();
			assert.deepEqual(await findBarriers(page), [], path);
			assert.ok((await page.evaluate<number>(overflow)) <= 0, path);
			await page.setViewportSize({ width: 360, height: 800 });
			await page.emulateMedia({ colorScheme: 'dark' });
			assert.deepEqual(await findBarriers(page), [], `${path}, narrow`);
			assert.ok((await page.evaluate<number>(overflow)) <= 0, `${path}, narrow`);
			await page.evaluate("document.documentElement.dir = 'rtl'");
			assert.ok((await page.evaluate<number>(overflow)) <= 0, `${path}, from right to left`);
			await page.context().close();
		}
		const page = await pages.open('/dashboard/catalogue/index/odd/import', { width: 360 });
		await chooseFile(page, 'artikel.csv', oddTable);
		assert.deepEqual(await findBarriers(page), []);
		assert.ok((await page.evaluate<number>(overflow)) <= 0);
		await page.getByRole('button', { name: 'Start the import' }).click();
		await page.getByText('Look at this before').waitFor();
		assert.deepEqual(await findBarriers(page), []);
		assert.ok((await page.evaluate<number>(overflow)) <= 0);
		await page.getByRole('button', { name: 'Discard the new items' }).click();
		await page.getByText('Cancelled:').waitFor();
		const expected = /ERR_INTERNET_DISCONNECTED|status of 500|Failed to load resource/;
		assert.deepEqual(
			pages.takeComplaints().filter((text) => !expected.test(text)),
			[],
		);
	});
});
