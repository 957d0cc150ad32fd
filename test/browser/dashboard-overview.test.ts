/** The first page of the dashboard: figures against the period before, short lists, what to do first. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { waitFor } from '../support/wait-for.ts';

const payload = '<img src=x onerror=alert(1)>';
const dayMs = 86_400_000;
const nowMs = Date.now();

describe('the overview', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
		await makeEvents(pages);
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

	it('shows the figures of a period and of the one before, as charts and as tables', async () => {
		const page = await pages.open('/dashboard');
		const visits = cardOf(page, 'Visits');
		await visits.waitFor();
		const report = await readFigures(pages);
		const sum = report.results.reduce((all, { sessions }) => all + sessions, 0);
		assert.equal(await visits.locator('.value').innerText(), sum.toLocaleString('en'));
		await visits.getByRole('img', { name: /^.Visits. by day, against the period before$/ }).waitFor();
		await visits.getByRole('button', { name: 'Table: Visits' }).click();
		const rows = await visits.getByRole('row').allInnerTexts();
		assert.equal(rows.length, 29);
		const today = report.results.at(-1)?.sessions ?? assert.fail();
		assert.match(rows.at(-1) ?? '', new RegExp(`\\t${today}\\t`));
		for (const name of ['Searches', 'Clicks', 'Searches without results', 'Conversion', 'Revenue']) {
			await cardOf(page, name).getByRole('img').waitFor();
		}
		assert.match(await cardOf(page, 'Revenue').locator('.value').innerText(), /^€[\d,]+\.\d\d$/);
	});

	it('is about the days and devices of its address, chosen by keyboard alone', async () => {
		const page = await pages.open('/dashboard');
		await cardOf(page, 'Visits').waitFor();
		await page.getByLabel('Period', { exact: true }).focus();
		await page.keyboard.type('Last 7');
		await page.keyboard.press('Enter');
		await waitFor(
			'the address',
			async () => new URL(page.url()).search,
			(search) => search.includes('period=7_days'),
		);
		await page.getByLabel('Device').selectOption('mobile');
		await page.getByRole('heading', { name: 'Four steps' }).or(cardOf(page, 'Visits')).first().waitFor();
		const { searchParams } = new URL(page.url());
		assert.deepEqual([searchParams.get('period'), searchParams.get('device')], ['7_days', 'mobile']);
		await page.reload();
		assert.equal(await page.getByLabel('Period', { exact: true }).inputValue(), '7_days');
		assert.equal(await page.getByLabel('Device').inputValue(), 'mobile');
	});

	it('says beside the field what is wrong with days, and keeps what was typed', async () => {
		const page = await pages.open('/dashboard?period=custom&from=2026-01-01&to=2026-01-31');
		await page.getByText('January 1 – 31, 2026').waitFor();
		await page.getByLabel('Last day').fill('2025-12-01');
		await page.getByText('This day is before the first one').waitFor();
		assert.equal(await page.getByLabel('Last day').inputValue(), '2025-12-01');
		await page.getByLabel('First day').fill('2024-01-01');
		await page.getByText('A period has at most ⁨366⁩ days').or(page.getByText('A period has at most 366 days')).waitFor();
		await page.getByLabel('First day').fill('2025-11-01');
		await page.getByText('November 1 – December 1, 2025').waitFor();
	});

	it('lists queries as text, with links to the preview and to the whole report', async () => {
		const page = await pages.open('/dashboard');
		const link = cardOf(page, 'Searched most').getByRole('link', { name: payload });
		await link.waitFor();
		const vain = cardOf(page, 'Searched in vain');
		await vain.getByRole('link', { name: 'qxqxqx' }).waitFor();
		const report = (await vain.getByRole('link', { name: 'Whole report' }).getAttribute('href')) ?? '';
		assert.match(report, /^\/dashboard\/statistics\/searches\/top\?period=custom&from=.*&no_results=true$/);
		await link.click();
		await page.getByRole('heading', { level: 1, name: 'Search preview' }).waitFor();
		await waitFor(
			'the query in the preview',
			() => page.getByRole('searchbox').inputValue(),
			(query) => query === payload,
		);
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('has first steps where nothing was counted, with lines to paste', async () => {
		const page = await pages.open('/dashboard?period=custom&from=2020-01-01&to=2020-01-31');
		await page.getByRole('heading', { name: 'Four steps to your first figures' }).waitFor();
		await page.getByText(`<vitrine-search engine="${pages.hashid}" currency="EUR"`).waitFor();
		await page.getByRole('button', { name: 'Copy' }).waitFor();
		assert.deepEqual(await findBarriers(page), []);
	});

	it('shows members without the right to statistics the way to their pages', async () => {
		const cookie = await pages.signInMember({ catalogue: 'read' });
		const page = await pages.open('/dashboard', { person: { cookie } });
		await page.getByText('Figures need the right to statistics').waitFor();
		const links = await page.locator('main a strong').allInnerTexts();
		assert.deepEqual(links, ['Catalogue', 'Health', 'Your account']);
		assert.deepEqual(await findBarriers(page), []);
	});

	it('says what could not be loaded, and loads it again', async () => {
		let isBroken = true;
		const page = await pages.open('/dashboard', {
			prepare: (opened) =>
				opened.route('**/stats/figures_by_day*', (route) =>
					isBroken
						? route.fulfill({ status: 408, json: { error: { code: 'timeout', message: 'took too long' } } })
						: route.continue(),
				),
		});
		await page.getByRole('alert').getByText('took too long').waitFor();
		isBroken = false;
		await page.getByRole('button', { name: 'Try again' }).click();
		await cardOf(page, 'Visits').waitFor();
		pages.takeComplaints();
	});

	it('has no barriers, fits on a phone, in both directions, and speaks three languages', async () => {
		for (const [width, colorScheme, locale, title] of [
			[1280, 'light', 'en', 'Visits'],
			[360, 'dark', 'de', 'Besuche'],
			[360, 'light', 'es', 'Visitas'],
		] as const) {
			const page = await pages.open('/dashboard', { width, colorScheme, locale });
			await cardOf(page, title).waitFor();
			await page.getByRole('link', { name: payload }).first().waitFor();
			assert.deepEqual(await findBarriers(page), []);
			for (const direction of ['ltr', 'rtl']) {
				await page.evaluate(`document.documentElement.dir = '${direction}'`);
				const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
				assert.ok(overflow <= 0, `${locale} at ${width} px, ${direction}`);
			}
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});
});

/** Visits, searches, a click and a checkout: most of today, some of five weeks ago. */
async function makeEvents({ owner, hashid, url }: DashboardPages): Promise<void> {
	const [item] = (await owner.call(`/6/${hashid}/_search?stats=false&rpp=1`)).json.results;
	for (const [session, daysAgo] of [
		['a', 0],
		['b', 1],
		['c', 29],
	] as const) {
		const common = { session_id: session, occurred_at: String(nowMs - daysAgo * dayMs) };
		const put = async (path: string, parameters: Record<string, string> = {}) => {
			const query = new URLSearchParams({ ...common, ...parameters });
			const answer = await owner.call(`/6/${hashid}/stats/${path}?${query}`, { method: 'PUT' });
			assert.equal(answer.status, 200, answer.text);
		};
		await put('init');
		await put('click', { dfid: item.dfid });
		await put(`cart/${session}`, { index: 'product', id: item.id, amount: '1', title: 'x', link: 'x', price: '20' });
		await put('checkout');
	}
	for (const query of ['qxqxqx', payload]) {
		const search = new URLSearchParams({ query, session_id: query });
		assert.equal((await fetch(`${url}/6/${hashid}/_search?${search}`)).status, 200);
	}
	const read = async () => (await readFigures({ owner, hashid })).results.at(-1)?.searches;
	await waitFor('the searches in the statistics', read, (count) => count === 2);
}

interface FiguresDay {
	readonly searches: number;
	readonly sessions: number;
}

async function readFigures({
	owner,
	hashid,
}: Pick<DashboardPages, 'owner' | 'hashid'>): Promise<{ readonly results: readonly FiguresDay[] }> {
	const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
	const query = `hashid=${hashid}&from=${dayOf(nowMs - 27 * dayMs)}&to=${dayOf(nowMs)}`;
	return (await owner.call(`/api/v2/stats/figures_by_day?${query}`)).json;
}
