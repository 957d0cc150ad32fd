/** The page of search settings: each section is changed, tried, saved and taken back. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { signInWithLink } from '../support/dashboard-client.ts';
import { type DashboardOptions, type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { waitFor } from '../support/wait-for.ts';

const payload = '<img src=x onerror=alert(1)>';
/** By a shopper. */
const searched = ['hiking boot', 'xqzvkjwp'];
const initial = {
	...{ synonyms: [], stop_words: [], exact_words: [], typo_tolerance: true, facets: null, auto_filter_fields: null },
	...{ out_of_stock_last: false, suggestions: true, learning: true, learning_strength: 1, interleaving: false },
};

describe('search settings in the dashboard', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
		for (const query of searched) {
			const search = new URLSearchParams({ query, session_id: 'a'.repeat(32) });
			await pages.owner.call(`/6/${pages.hashid}/_search?${search}`);
		}
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	const path = () => `/api/admin/v1/search_engines/${pages.hashid}/search_settings`;
	const read = async (): Promise<Json> => (await pages.owner.call(path())).json;
	async function set(change: object): Promise<void> {
		const { status, text } = await pages.owner.call(path(), { method: 'PATCH', body: { ...initial, ...change } });
		assert.equal(status, 200, text);
	}

	/** Opens a section with these settings. */
	async function open(section: string, change: object = {}, options: DashboardOptions = {}): Promise<Page> {
		await set(change);
		const page = await pages.open(`/dashboard/settings/${section}`, options);
		await page.getByRole('searchbox', { name: 'Search for' }).waitFor();
		return page;
	}

	async function save(page: Page): Promise<void> {
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await untilSaved(page);
	}

	async function untilSaved(page: Page): Promise<void> {
		await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'hidden' });
	}

	async function signInMember(rights: object): Promise<{ readonly cookie: string }> {
		const member = (await pages.owner.call('/api/admin/v1/users', { method: 'POST', body: { name: 'Ben', rights } }))
			.json;
		const links = `/api/admin/v1/users/${member.code}/sign_in_links`;
		const link = (await pages.owner.call(links, { method: 'POST', body: {} })).json.path;
		return { cookie: (await signInWithLink(pages.url, link)).cookie() };
	}

	it('adds a rule by the keyboard alone, shows what it would find, saves it and takes it back', async () => {
		const page = await open('synonyms');
		await page.getByRole('searchbox', { name: 'Search for' }).fill('zorbings');
		await page.getByText('Nothing is found.').waitFor();
		await page.getByRole('button', { name: 'Add a rule' }).first().focus();
		await page.keyboard.press('Enter');
		await page.getByRole('textbox', { name: 'Words that mean the same' }).focus();
		await page.keyboard.type('zorbings, shoe');
		await page.getByRole('button', { name: 'Add', exact: true }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('region', { name: 'Try it' }).getByText('before: 0').waitFor();
		await page.getByRole('region', { name: 'Try it' }).getByText('new').first().waitFor();
		assert.deepEqual((await read()).synonyms, []);
		await page.getByRole('button', { name: 'Save', exact: true }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('status').getByText('Saved').waitFor();
		assert.deepEqual((await read()).synonyms, [{ words: ['zorbings', 'shoe'] }]);
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('There are no synonyms yet').waitFor();
		assert.deepEqual((await read()).synonyms, []);
	});

	it('changes and removes rules, says beside a field what is missing, and beside a row what the server refuses', async () => {
		const page = await open('synonyms', {
			synonyms: [{ words: ['tv', payload] }, { from: ['sneaker'], to: ['shoe'] }],
		});
		await page.getByText(payload).first().waitFor();
		await page.getByRole('button', { name: /^Change .sneaker/ }).click();
		await page.getByRole('textbox', { name: 'They also find' }).fill(' ');
		await page.getByRole('button', { name: 'Apply' }).click();
		await page.getByText('Give at least one word or phrase.').waitFor();
		await page.getByRole('textbox', { name: 'They also find' }).fill('one two three four five six');
		await page.getByRole('button', { name: 'Apply' }).click();
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		const row = page.getByRole('row', { name: /sneaker/ });
		await row.getByText('must have at most 5 words').waitFor();
		await row.getByRole('button', { name: /^Remove/ }).click();
		await save(page);
		assert.deepEqual((await read()).synonyms, [{ words: ['tv', payload] }]);
	});

	it('imports rules and says which lines are none, and exports what it can import', async () => {
		const page = await open('synonyms', { synonyms: [{ words: ['tv', 'television'] }] });
		await page.getByRole('button', { name: 'Import' }).click();
		const text = 'Television, TV\nsneaker => shoe, trainers\nalone\n';
		await page.getByRole('textbox', { name: 'Or type or paste rules' }).fill(text);
		await page.getByText('2 rules were read.').waitFor();
		await page.getByText('1 is there already.').waitFor();
		await page.getByText(/Line .3/).waitFor();
		await page.getByRole('button', { name: 'Take over' }).click();
		const [file] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'Export CSV' }).click(),
		]);
		const csv = (await buffer(await file.createReadStream())).toString();
		assert.equal(csv, '\ufeff"words","to"\r\n"sneaker","shoe, trainers"\r\n"tv, television",""\r\n');
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.getByRole('button', { name: 'Import' }).click();
		await page.getByLabel('File').setInputFiles({ name: 'all.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
		await page.getByRole('checkbox', { name: 'Replace all rules' }).check();
		await page.getByRole('button', { name: 'Take over' }).click();
		await save(page);
		const rules = [{ from: ['sneaker'], to: ['shoe', 'trainers'] }, { words: ['tv', 'television'] }];
		assert.deepEqual((await read()).synonyms, rules);
	});

	it('says who searches for the words of a rule, and what was searched for without finding anything', async () => {
		const today = new Date().toISOString().slice(0, 10);
		const top = `/api/v2/stats/searches/top?from=${today}&to=${today}`;
		const rows = async (): Promise<Json[]> => (await pages.owner.call(top)).json.results;
		await waitFor('counted searches', rows, ({ length }) => length === searched.length);
		const page = await open('synonyms', { synonyms: [{ words: ['boot', payload] }] });
		await page.getByRole('button', { name: /Who searches for/ }).click();
		await page.getByRole('dialog').getByRole('cell', { name: 'hiking boot', exact: true }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: /^Add a rule for .xqzvkjwp/ }).click();
		await page.getByRole('textbox', { name: 'They also find' }).fill('boot');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await save(page);
		assert.deepEqual((await read()).synonyms[0], { from: [searched[1]], to: ['boot'] });
	});

	it('orders facets by buttons, which say where a facet is, and by dragging, and shows their values', async () => {
		// As high as the list: nothing scrolls while a facet is dragged.
		const page = await open('facets', {}, { height: 1_600 });
		await page.getByText(/From .* to/).waitFor();
		await page.getByRole('radio', { name: 'These, in this order' }).check();
		await page.getByRole('button', { name: /^Move .color. up/ }).press('Enter');
		await page.getByText(/is now .*3.* of .*5/).waitFor();
		assert.equal(
			await page.evaluate<string>('document.activeElement.getAttribute("aria-label")'),
			'Move \u2068color\u2069 up',
		);
		const list = page.getByRole('list', { name: 'Facets' });
		const rows = list.locator(':scope > li');
		await rows
			.filter({ hasText: 'size' })
			.locator('.handle')
			.dragTo(rows.filter({ hasText: 'brand' }));
		await page.getByRole('combobox', { name: /^Kind of .brand/ }).selectOption('hierarchy');
		await page
			.getByRole('textbox', { name: 'Add a facet' })
			.or(page.getByRole('combobox', { name: 'Add a facet' }))
			.fill(payload);
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByText('No product has a value of this field.').waitFor();
		await save(page);
		const saved = (await read()).facets.map(({ field, type }: Json) => `${field}:${type}`);
		const usual = ['size:term', 'brand:hierarchy', 'categories:term', 'color:term', 'best_price:range'];
		assert.deepEqual(saved, [...usual, `${payload}:term`]);
	});

	it('keeps lists of words, and says beside a word what is wrong with it', async () => {
		const page = await open('words', { stop_words: ['online'] });
		await page.getByRole('textbox', { name: 'Add stop words' }).fill('cheap, best …');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByRole('button', { name: /^Remove .online/ }).click();
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await page.getByRole('listitem').filter({ hasText: '…' }).getByText('must have a letter').waitFor();
		await page.getByRole('button', { name: /^Remove .…/ }).click();
		await save(page);
		assert.deepEqual((await read()).stop_words, ['cheap', 'best']);
		const typing = await open('typing');
		await typing.getByRole('textbox', { name: 'Add words' }).fill('hoover');
		await typing.keyboard.press('Enter');
		await typing.getByRole('checkbox', { name: 'Correct misspelt words' }).uncheck();
		await save(typing);
		const { exact_words: exactWords, typo_tolerance: isTolerant } = await read();
		assert.deepEqual([exactWords, isTolerant], [['hoover'], false]);
	});

	it('weighs fields, and compares rankings; another comparison has to be confirmed by typing only if numbers would be lost', async () => {
		const page = await open('ranking');
		const schema = `/api/admin/v1/search_engines/${pages.hashid}/indices/product/schema`;
		const readBrand = async () => {
			const { fields } = (await pages.owner.call(schema)).json;
			return fields.find(({ name }: Json) => name === 'brand').override;
		};
		await page.getByRole('spinbutton', { name: /^Weight of .brand/ }).fill('11');
		await page.keyboard.press('Tab');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await page.getByRole('row', { name: /brand/ }).getByText('must be').waitFor();
		await page.getByRole('spinbutton', { name: /^Weight of .brand/ }).fill('7.5');
		await page.keyboard.press('Tab');
		await save(page);
		assert.deepEqual(await readBrand(), { weight: 7.5 });
		await page.getByRole('button', { name: 'Undo' }).click();
		await waitFor('the weight before', readBrand, (override) => override === null);
		await page.getByRole('button', { name: 'Start a comparison' }).click();
		await page.getByText('Running').waitFor();
		assert.equal((await read()).interleaving, true);
		await page.getByRole('button', { name: 'Stop the comparison' }).click();
		await page.getByText('Stopped').waitFor();
	});

	it('keeps items out of stock back, or out', async () => {
		const page = await open('stock');
		await page.getByRole('checkbox', { name: 'Products out of stock come last' }).check();
		await save(page);
		assert.equal((await read()).out_of_stock_last, true);
		await page.getByRole('checkbox', { name: /Leave out what is out of stock/ }).check();
		await save(page);
		const index = `/api/v2/search_engines/${pages.hashid}/indices/product`;
		assert.equal((await pages.owner.call(index)).json.options.exclude_out_of_stock_items, true);
		await page.getByRole('button', { name: 'Undo' }).click();
		await waitFor(
			'the option before',
			async () => (await pages.owner.call(index)).json.options,
			(options) => options.exclude_out_of_stock_items !== true,
		);
	});

	it('tells the second of two people what the first has changed, and lets them decide; other settings are no conflict', async () => {
		const page = await open('words', { stop_words: ['online'] });
		await page.getByRole('textbox', { name: 'Add stop words' }).fill('mine');
		await page.keyboard.press('Enter');
		await pages.owner.call(path(), { method: 'PATCH', body: { out_of_stock_last: true } });
		await save(page);
		assert.deepEqual([(await read()).stop_words, (await read()).out_of_stock_last], [['online', 'mine'], true]);
		await page.getByRole('textbox', { name: 'Add stop words' }).fill('second');
		await page.keyboard.press('Enter');
		await pages.owner.call(path(), { method: 'PATCH', body: { stop_words: ['theirs'] } });
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		const dialog = page.getByRole('dialog', { name: /Somebody else has changed this/ });
		await dialog.getByText('theirs', { exact: false }).last().waitFor();
		await dialog.getByText('second').waitFor();
		assert.deepEqual(await findBarriers(page), []);
		await dialog.getByRole('button', { name: 'Keep mine' }).click();
		await untilSaved(page);
		assert.deepEqual((await read()).stop_words, ['online', 'mine', 'second']);
	});

	it('asks before unsaved changes are left behind: by a link, on the way back, by another engine', async () => {
		const other = (await pages.owner.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Other' } })).json;
		const page = await open('stock');
		await page.getByRole('link', { name: 'Typing errors' }).click();
		await page.getByRole('checkbox', { name: 'Correct misspelt words' }).uncheck();
		const questions: string[] = [];
		page.on('dialog', (dialog) => {
			questions.push(dialog.message());
			void (questions.length <= 3 ? dialog.dismiss() : dialog.accept());
		});
		await page.getByLabel('Search engine').selectOption(other.hashid);
		await waitFor(
			'the engine before',
			() => page.getByLabel('Search engine').inputValue(),
			(hashid) => hashid === pages.hashid,
		);
		await page.goBack().catch(() => undefined);
		await waitFor(
			'the address before',
			async () => new URL(page.url()).pathname,
			(pathname) => questions.length === 2 && pathname === '/dashboard/settings/typing',
		);
		await page.getByRole('link', { name: 'Facets' }).click();
		await page.getByRole('heading', { name: 'Typing errors' }).waitFor();
		await page.getByRole('link', { name: 'Facets' }).click();
		await page.getByRole('heading', { name: 'Facets' }).waitFor();
		assert.equal(questions.length, 4);
		await pages.owner.call(`/api/v2/search_engines/${other.hashid}`, { method: 'DELETE' });
	});

	it('is only read without the right to write, without counts of searches, and not at all without a right', async () => {
		const person = await signInMember({ search_settings: 'read' });
		const page = await open('synonyms', { synonyms: [{ words: ['tv', 'television'] }] }, { person });
		await page.getByText('You can see this, and not change it.').waitFor();
		await page.getByText('tv, television').waitFor();
		assert.equal(await page.getByRole('button', { name: 'Add a rule' }).isDisabled(), true);
		assert.equal(await page.getByRole('columnheader', { name: /Searches/ }).count(), 0);
		await page.getByRole('link', { name: 'Ranking' }).click();
		await page.getByText(/can give you the right .*Catalogue/).waitFor();
		const stranger = await signInMember({ statistics: 'read' });
		const refused = await pages.open('/dashboard/settings', { person: stranger });
		await refused.getByRole('heading', { name: 'You have no right to see this' }).waitFor();
	});

	it('says that it could not be loaded, and tries again', async () => {
		let isBroken = true;
		const prepare = (page: Page) =>
			page.route('**/search_settings', (route) =>
				isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
			);
		const page = await pages.open('/dashboard/settings/stock', { prepare });
		await page.getByText('This could not be loaded').waitFor();
		isBroken = false;
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('checkbox', { name: 'Products out of stock come last' }).waitFor();
	});

	it('has no barriers and fits, wide and narrow, light and dark, in both directions', async () => {
		await set({ synonyms: [{ words: ['tv', payload] }], stop_words: ['cheap'], facets: [{ field: 'brand' }] });
		pages.takeComplaints();
		const page = await pages.open('/dashboard/settings/synonyms?try=shoe');
		for (const section of sections) {
			await page.getByRole('link', { name: section, exact: true }).click();
			await page.getByText(/\d+ products/).waitFor();
			await page.waitForLoadState('networkidle');
			for (const appearance of appearances) {
				await page.setViewportSize({ width: appearance.width, height: 900 });
				await page.emulateMedia({ colorScheme: appearance.colorScheme });
				const where = `${section} at ${appearance.width} px`;
				if (appearance.sections.includes(section)) assert.deepEqual(await findBarriers(page), [], where);
				for (const direction of ['rtl', 'ltr']) {
					const overflow = `document.documentElement.dir = '${direction}', document.documentElement.scrollWidth - innerWidth`;
					assert.ok((await page.evaluate<number>(overflow)) <= 0, `${where}, ${direction}`);
				}
			}
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});
});

const sections = ['Synonyms', 'Words', 'Typing errors', 'Facets', 'Ranking', 'Stock'];
/** Barriers of the wide page are looked for where it differs from the narrow one. */
const appearances = [
	{ width: 360, colorScheme: 'dark' as const, sections },
	{ width: 1280, colorScheme: 'light' as const, sections: ['Synonyms', 'Facets', 'Ranking'] },
];
