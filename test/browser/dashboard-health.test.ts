/** How the server is doing, and what is wrong, as the dashboard shows it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { problemKinds } from '../../src/domain/health/problem.ts';
import { noBrowser } from '../support/browser.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { nodeExamples, showNodes } from '../support/node-examples.ts';
import { waitFor } from '../support/wait-for.ts';

const payload = '<img src=x onerror=alert(1)>';

describe('the page on health', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	it('shows memory, disk, versions, indexes, followers and threads, and asks again', async () => {
		let callCount = 0;
		const page = await pages.open('/dashboard/health', {
			prepare: (opened) =>
				opened.route('**/dashboard/api/health', (route) => {
					callCount += 1;
					return route.continue();
				}),
		});
		const row = page
			.getByRole('table', { name: 'Search indexes' })
			.getByRole('row', { name: 'Demo catalogue product' });
		assert.match(await row.innerText(), /Ready\t360\t0\t\d+\t/);
		const followers = await page.getByRole('table', { name: 'What follows the store' }).getByRole('row').count();
		assert.equal(followers, 4);
		await page.getByRole('table', { name: 'Threads' }).getByRole('row', { name: 'Main thread' }).waitFor();
		await page.getByText(`Node.js${process.versions.node}`).waitFor();
		await page.getByText('SQLite', { exact: true }).waitFor();
		await waitFor(
			'another question',
			async () => callCount,
			(count) => count >= 2,
		);
	});

	it('lists the servers on the database, with their state, lag and tasks', async () => {
		const page = await pages.open('/dashboard/health', { prepare: (opened) => showNodes(opened, nodeExamples) });
		const table = page.getByRole('table', { name: 'Servers' });
		await table.waitFor();
		const texts = (await table.getByRole('row').allInnerTexts()).slice(1);
		// Values of sentences are isolated from their direction.
		const rows = texts.map((text) => text.replaceAll(/[\u2066-\u2069]/g, '').split(/\s*\t\s*/));
		assert.deepEqual(rows, [
			[
				'9f2c41d7a0b3e586\nanswers you',
				'Serving',
				'Just now',
				'None',
				'Tidying up, Statistics, job of a later version',
				'0.1.0',
			],
			[
				'1d07be3390c4f2a8',
				'Serving',
				'Just now',
				'Search: 1,240\nRecommendations: No answer',
				'Daily sums of widgets',
				'0.1.0',
			],
			['c4a81f6e2b9d7035', 'Stopping', 'Just now', 'None', '–', '0.1.0'],
			['77e5d0a9c1b38f42', 'Stopped', '5 minutes ago', '–', '–', '0.1.0'],
			['e0b6f3127d8c94a5', 'Not seen', '2 hours ago', '–', '–', '0.0.9'],
		]);
	});

	it('says that a server works alone, or that the others are not known', async () => {
		const alone = await pages.open('/dashboard/health', { prepare: (opened) => showNodes(opened, []) });
		await alone.getByText('This server works alone').waitFor();
		const away = await pages.open('/dashboard/health', { prepare: (opened) => showNodes(opened, null) });
		await away.getByText('it is not known which servers there are').waitFor();
	});

	it('keeps the last answer while there is no newer one', async () => {
		let isBroken = false;
		const page = await pages.open('/dashboard/health', {
			prepare: (opened) =>
				opened.route('**/dashboard/api/health', (route) =>
					isBroken
						? route.fulfill({ status: 408, json: { error: { code: 'timeout', message: 'took too long' } } })
						: route.continue(),
				),
		});
		await page.getByRole('table', { name: 'Threads' }).waitFor();
		isBroken = true;
		await page.getByText('There is no newer answer').waitFor();
		await page.getByRole('table', { name: 'Threads' }).waitFor();
		const failed = await pages.open('/dashboard/health', {
			prepare: (opened) =>
				opened.route('**/dashboard/api/health', (route) =>
					route.fulfill({ status: 408, json: { error: { code: 'timeout', message: 'took too long' } } }),
				),
		});
		await failed.getByRole('alert').getByText('took too long').waitFor();
	});

	it('is for every member', async () => {
		const cookie = await pages.signInMember({});
		const page = await pages.open('/dashboard/health', { person: { cookie } });
		await page.getByRole('table', { name: 'Search indexes' }).waitFor();
	});

	it('puts every problem into words in three languages, with names as text', async () => {
		pages.takeComplaints();
		for (const [locale, path] of [
			['en', '/dashboard'],
			['es', '/dashboard/health'],
			['de', '/dashboard/health'],
		] as const) {
			const page = await pages.open(path, { locale, width: 360, prepare: (opened) => showProblems(opened, pages) });
			const rows = page.locator('.problems li');
			await rows.last().waitFor();
			const sentences = await rows.allInnerTexts();
			assert.equal(sentences.length, Object.keys(problemKinds).length);
			for (const sentence of sentences) assert.doesNotMatch(sentence, /[{}]|undefined/);
			assert.ok(sentences.some((sentence) => sentence.includes(payload)));
			assert.deepEqual(await findBarriers(page), []);
			assert.deepEqual(await findOverflow(page), []);
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('leads to where something can be done', async () => {
		const page = await pages.open('/dashboard', { prepare: (opened) => showProblems(opened, pages) });
		const links = page.locator('.problems a');
		await links.first().waitFor();
		const hrefs = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
		const paths = new Set(hrefs.map((href) => href?.split('?')[0]));
		assert.deepEqual([...paths].toSorted(), [
			'/dashboard/catalogue',
			'/dashboard/health',
			`/dashboard/recommendations/${pages.widget_id}`,
			'/dashboard/statistics/searches/top',
		]);
	});

	it('has no barriers, and fits on a phone and in both directions', async () => {
		pages.takeComplaints();
		for (const [width, colorScheme, locale] of [
			[1280, 'light', 'en'],
			[360, 'dark', 'en'],
			[360, 'light', 'de'],
			[1280, 'dark', 'es'],
		] as const) {
			const prepare = (opened: Page) => showNodes(opened, nodeExamples);
			const page = await pages.open('/dashboard/health', { width, colorScheme, locale, prepare });
			const threads = { en: 'Threads', de: 'Threads', es: 'Hilos' }[locale];
			await page.getByRole('table', { name: threads }).waitFor();
			assert.deepEqual(await findBarriers(page), []);
			assert.deepEqual(await findOverflow(page), []);
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});
});

/** Directions in which the page is wider than the window. */
async function findOverflow(page: Page): Promise<readonly string[]> {
	const found: string[] = [];
	for (const direction of ['ltr', 'rtl']) {
		await page.evaluate(`document.documentElement.dir = '${direction}'`);
		const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
		if (overflow > 0) found.push(direction);
	}
	return found;
}

/** One problem of each kind, whose index has a name that would do harm as HTML. */
function showProblems(page: Page, { hashid, widget_id: widget }: DashboardPages): Promise<unknown> {
	const values = { count: 1200, seconds: 90, share: 0.31, follower: 'search', free_bytes: 4e8, total_bytes: 5e10 };
	const of: Readonly<Record<string, object>> = {
		widget_silent: { widget },
		widget_empty: { widget },
		disk_low: {},
		disk_full: {},
	};
	const problems = Object.entries(problemKinds).map(([code, { severity }]) => ({
		...{ code, severity, values: code.startsWith('follower_silent') ? { follower: 'statistics' } : values },
		...(of[code] ?? { engine: hashid, index: payload }),
	}));
	return page.route('**/dashboard/api/problems', (route) => route.fulfill({ json: problems }));
}
