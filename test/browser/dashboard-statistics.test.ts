/** The page Statistics: every report as a chart and a table, its filters in the address, files, and the data of one shopper. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findPrevious } from '../../web/dashboard/pages/statistics/find-previous.ts';
import type { ReportColumn } from '../../web/dashboard/pages/statistics/report-columns.ts';
import { type ReportPath, reports } from '../../web/dashboard/pages/statistics/reports.ts';
import { toDay, toDays } from '../../web/dashboard/shell/period.ts';
import { english } from '../../web/dashboard/texts/en/index.ts';
import type { Json } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { signInWithLink } from '../support/dashboard-client.ts';
import { type DashboardPages, openDashboardPages } from '../support/dashboard-pages.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { listOperations } from '../support/openapi-document.ts';
import { waitFor } from '../support/wait-for.ts';

const payload = '<img src=x onerror=alert(1)>';
/** Filters of the page under other names than in the API. */
const renamed: Readonly<Record<string, string>> = { exclude_total_hits: 'exclude' };
const numberKinds = ['position', 'count', 'change', 'money', 'rate', 'growth', 'number'];

describe('the page Statistics', { skip: noBrowser }, () => {
	let pages: DashboardPages;
	before(async () => {
		pages = await openDashboardPages();
		await shop(pages);
	});
	after(async () => {
		await pages?.[Symbol.asyncDispose]();
	});

	const open = (path: string, options = {}) => pages.open(`/dashboard/statistics${path}`, { ...options });
	const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

	it('has every report of the API, with its operation and its filters', async () => {
		const { json: document } = await pages.owner.call('/openapi.json');
		const operations = listOperations(document).filter(
			({ path, method }) => method === 'GET' && path.startsWith('/api/v2/stats/'),
		);
		const byPath = new Map(operations.map((operation) => [operation.path.replace('/api/v2/stats/', ''), operation]));
		const listed = new Set(Object.keys(reports).map((path) => path.replace(/^sector\/.*/, 'sector/{name}')));
		assert.deepEqual([...listed].sort(), [...byPath.keys()].sort());
		const common = 'from to tz hashids[] hashid[] format aggregate compare account_code name'.split(' ');
		for (const [path, { operation, filters }] of Object.entries(reports)) {
			const { id, description } = byPath.get(path.replace(/^sector\/.*/, 'sector/{name}')) ?? assert.fail(path);
			assert.equal(operation, id);
			const taken = description.parameters
				.map(({ name }: Json) => name)
				.filter((name: string) => !common.includes(name))
				.map((name: string) => name.replace('[]', ''));
			assert.deepEqual(filters.map((name) => renamed[name] ?? name).sort(), taken.sort(), path);
		}
	});

	it('shows the rows of each report as the API answers them', async () => {
		const page = await open('?period=7_days&tz=Etc/UTC');
		const dfid = await findItem(pages);
		for (const [path, report] of Object.entries(reports)) {
			const filters = { dfid, sector: 'electronics' };
			const given = report.required === undefined ? '' : `&${report.required}=${(filters as Json)[report.required]}`;
			const answered = page.waitForResponse((one) => one.url().includes(`/stats/${path}?`));
			const url = `${pages.url}/dashboard/statistics/${path}?period=7_days&tz=Etc/UTC${given}`;
			await page.evaluate(
				`history.pushState(null, '', ${JSON.stringify(url)}); dispatchEvent(new PopStateEvent('popstate'))`,
			);
			await heading(page, english.statistics.reports[path as ReportPath].title).waitFor();
			const answer: Json = await (await answered).json();
			await compareTable(page, path as ReportPath, answer.results);
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('has its filters in the address, and keeps them from report to report', async () => {
		const page = await open('/searches');
		await page.getByLabel('Period', { exact: true }).selectOption('Last 7 days');
		await page.getByLabel('Device').selectOption('Computers');
		await page.getByText('More filters').click();
		await page.getByLabel('Query').fill('headphones');
		await page.keyboard.press('Enter');
		await page.getByText('More filters (1 set)').waitFor();
		await page.getByLabel('Report', { exact: true }).selectOption('Top searches');
		await heading(page, 'Top searches').waitFor();
		const { searchParams } = new URL(page.url());
		assert.deepEqual(
			['period', 'device', 'query'].map((name) => searchParams.get(name)),
			['7_days', 'desktop', 'headphones'],
		);
		const other = await pages.open(new URL(page.url()).pathname + new URL(page.url()).search);
		assert.equal(await other.getByLabel('Query').inputValue(), 'headphones');
		await page.goBack();
		await heading(page, 'Searches by day').waitFor();
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await page.getByText('More filters', { exact: true }).waitFor();
	});

	it('compares with the period before, and shows each search engine by itself', async () => {
		const page = await open('/searches/top');
		await page.getByLabel('Compare with the period before').check();
		await page.getByRole('columnheader', { name: 'Searches: Before' }).waitFor();
		await page.getByLabel('Of', { exact: true }).selectOption('Each by itself');
		await page.getByRole('columnheader', { name: 'Search engine' }).waitFor();
		await page.getByRole('cell', { name: 'Demo catalogue' }).first().waitFor();
		await page.getByRole('button', { name: 'Query', exact: true }).click();
		assert.equal(await page.locator('th[aria-sort]').innerText(), 'Query');
	});

	it('stays with its report and filters when another search engine is chosen', async () => {
		const made = await pages.owner.call('/api/v2/search_engines', { method: 'POST', body: { name: payload } });
		assert.equal(made.status, 201);
		const page = await open('/searches?period=7_days');
		await page.getByLabel('Search engine', { exact: true }).selectOption(payload);
		await page.getByText('Nothing was counted in this period.').waitFor();
		await heading(page, 'Searches by day').waitFor();
		assert.equal(await page.getByLabel('Period', { exact: true }).inputValue(), '7_days');
		await page.goto(`${pages.url}/dashboard/statistics/sector/abandonment`);
		await page.getByRole('heading', { name: 'Which sector?' }).waitFor();
		await page.getByLabel('Sector').selectOption('electronics');
		await page.getByText('Nothing was counted in this period.').waitFor();
	});

	it('counts days as its time zone does', () => {
		const noon = Date.parse('2026-03-01T12:00:00Z');
		assert.equal(toDay(noon, 'Pacific/Kiritimati'), '2026-03-02');
		assert.equal(toDay(noon, 'Etc/UTC'), '2026-03-01');
		assert.deepEqual(toDays('last_month', '2026-03-01'), { from: '2026-02-01', to: '2026-02-28' });
		assert.deepEqual(toDays('this_month', '2026-03-31'), { from: '2026-03-01', to: '2026-03-31' });
		assert.deepEqual(toDays('7_days', '2026-03-03'), { from: '2026-02-25', to: '2026-03-03' });
		assert.deepEqual(toDays('yesterday', '2026-01-01'), { from: '2025-12-31', to: '2025-12-31' });
	});

	it('knows which row of the period before belongs to a row', () => {
		const { columns } = reports.facets_by_day;
		const toRows = (startMs: number, ...days: readonly (readonly string[])[]) =>
			days.flatMap((names, day) => names.map((facet) => ({ timestamp: startMs + day, facet, count: day })));
		const results = toRows(100, ['brand'], ['brand', 'price']);
		const before = toRows(10, ['brand', 'price'], ['price']);
		const answer = { results, previous: { results: before, total: before.length } };
		assert.deepEqual(
			results.map((row) => before.indexOf(findPrevious(columns, answer).get(row) as (typeof before)[number])),
			[0, -1, 2],
		);
		const positions = [2, 1].map((position) => ({ position, count: position }));
		const swapped = { results: positions, previous: { results: positions.toReversed(), total: 2 } };
		assert.deepEqual([...findPrevious(reports['clicks/positions'].columns, swapped).values()], positions);
	});

	it('downloads what it shows, and the raw events', async () => {
		const page = await open('/searches/top?period=custom&from=2026-01-01&to=2026-12-31&tz=Etc/UTC&query=headphones');
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('link', { name: 'Download CSV' }).click(),
		]);
		assert.equal(download.suggestedFilename(), 'searches-top-2026-01-01-2026-12-31.csv');
		assert.equal(await readFile(await download.path(), 'utf8'), 'count,query\r\n3,headphones\r\n');
		await page.goto(`${pages.url}/dashboard/statistics/events`);
		await page.getByLabel('Format').selectOption('User Behavior Insights 1.3');
		await page.getByLabel('All that there is').check();
		const [events] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('link', { name: 'Download the events' }).click(),
		]);
		assert.equal(events.suggestedFilename(), 'events.jsonl');
		assert.match(await readFile(await events.path(), 'utf8'), /"user_query":"headphones"/);
	});

	it('is used by keyboard alone', async () => {
		const page = await open('');
		await page.getByLabel('Find a report').focus();
		await page.keyboard.type('typos');
		await page.getByRole('heading', { name: 'No report is about' }).waitFor();
		await page.keyboard.press('ControlOrMeta+a');
		await page.keyboard.type('best sell');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await heading(page, 'Best sellers').waitFor();
		await page.getByRole('button', { name: 'Pieces sold' }).focus();
		await page.keyboard.press('Enter');
		assert.equal(await page.locator('th[aria-sort=descending]').innerText(), 'Pieces sold');
		await page.getByLabel('Report', { exact: true }).focus();
		for (const title of ['What items earn', 'Where sales come from']) {
			await page.keyboard.press('ArrowDown');
			await heading(page, title).waitFor();
		}
	});

	it('goes from a query to its days, and from an item to its queries', async () => {
		const page = await open('/searches/top');
		await page.getByRole('link', { name: payload }).click();
		await heading(page, 'Searches by day').waitFor();
		assert.equal(await page.getByLabel('Query').inputValue(), payload);
		await page.goto(`${pages.url}/dashboard/statistics/clicked_items/searches`);
		await page.getByRole('link', { name: 'Clicked items' }).click();
		await page.locator('.table-frame td a.item').first().click();
		await heading(page, 'Queries of an item').waitFor();
		await page.getByRole('link', { name: 'headphones' }).waitFor();
	});

	it('says beside the field what is wrong, and keeps what was chosen', async () => {
		const page = await open('/searches?period=custom&from=2026-03-05&to=2026-03-01');
		const from = page.getByLabel('First day');
		await page.getByText('must not be after to').first().waitFor();
		assert.equal(await from.getAttribute('aria-invalid'), 'true');
		assert.equal(await from.inputValue(), '2026-03-05');
		await from.fill('2026-02-01');
		await page.getByText('Nothing was counted in this period.').waitFor();
		const wrong = await open('/clicked_items/searches?dfid=nothing');
		await wrong.getByText('must match').first().waitFor();
		assert.equal(await wrong.getByLabel('Item (dfid)').getAttribute('aria-invalid'), 'true');
	});

	it('says when it cannot load, and tries again', async () => {
		let isBroken = true;
		const prepare = (page: Page) =>
			page.route('**/dashboard/api/stats/**', (route) =>
				isBroken
					? route.fulfill({ status: 408, json: { error: { code: 'timeout', message: 'It took too long.' } } })
					: route.continue(),
			);
		const page = await open('/searches', { prepare });
		await page.getByText('It took too long.').waitFor();
		isBroken = false;
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.locator('.table-frame tbody tr').first().waitFor();
	});

	it('shows the data of a shopper, and erases it when the id is typed', async () => {
		const page = await open('/shopper');
		await page.getByRole('button', { name: 'Show what is stored' }).click();
		await page.getByText('Write the id of the shopper.').waitFor();
		await page.getByLabel('The shopper is known by').selectOption('Session id');
		await page.getByLabel('Session id').fill('c');
		await page.keyboard.press('Enter');
		await page.getByRole('cell', { name: payload }).waitFor();
		await page.getByRole('button', { name: 'Erase everything' }).click();
		const dialog = page.getByRole('dialog', { name: 'Erase all data of' });
		assert.ok(await dialog.getByRole('button', { name: 'Erase everything' }).isDisabled());
		await dialog.getByRole('textbox').fill('c');
		await dialog.getByRole('button', { name: 'Erase everything' }).click();
		await page.getByRole('heading', { name: 'Nothing is stored of this shopper.' }).waitFor();
		await page.reload();
		await page.getByLabel('The shopper is known by').selectOption('Session id');
		await page.getByLabel('Session id').fill('c');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Nothing is stored of this shopper.' }).waitFor();
	});

	it('shows markup of shoppers as text', async () => {
		pages.takeComplaints();
		const page = await open('');
		for (const path of ['searches/top', 'facets/filters', 'conversions/widgets', `searches?query=${payload}`]) {
			await page.goto(`${pages.url}/dashboard/statistics/${path}`);
			await page.locator('.table-frame tbody tr').first().waitFor();
			assert.equal(await page.locator('img[src=x]').count(), 0, path);
		}
		await page.goto(`${pages.url}/dashboard/statistics/conversions/widgets`);
		await page.getByRole('cell', { name: payload }).waitFor();
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('is for those who have the right, and erases nothing for those who only read', async () => {
		const reader = await signInMember(pages, { statistics: 'read' });
		const page = await open('/shopper', { person: reader });
		await page.getByLabel('User id', { exact: true }).fill('user-a');
		await page.keyboard.press('Enter');
		await page.getByText('You can see this, and not change it.').waitFor();
		assert.equal(await page.getByRole('button', { name: 'Erase everything' }).count(), 0);
		await page.goto(`${pages.url}/dashboard/statistics/conversions/widgets`);
		await heading(page, 'What widgets earn').waitFor();
		const stranger = await signInMember(pages, { catalogue: 'read' });
		const refused = await open('/searches', { person: stranger });
		await refused.getByRole('heading', { name: 'You have no right to see this' }).waitFor();
	});

	it('has no barriers and fits, wide and narrow, light and dark, and from right to left', async () => {
		pages.takeComplaints();
		const overflow = 'document.documentElement.scrollWidth - innerWidth';
		for (const [width, colorScheme] of [
			[1280, 'light'],
			[360, 'dark'],
		] as const) {
			const page = await open('', { width, colorScheme });
			for (const path of ['', '/conversions/items?limit=25&compare=previous', '/searches', '/shopper']) {
				await page.goto(`${pages.url}/dashboard/statistics${path}`);
				await page.getByRole('heading', { level: 1 }).waitFor();
				if (/items|searches/.test(path)) await page.locator('.table-frame tbody tr').first().waitFor();
				assert.deepEqual(await findBarriers(page), [], `${path} at ${width}`);
				assert.ok((await page.evaluate<number>(overflow)) <= 0, `${path} at ${width} px`);
				await page.evaluate("document.documentElement.dir = 'rtl'");
				assert.ok((await page.evaluate<number>(overflow)) <= 0, `${path} at ${width} px from right to left`);
			}
		}
		assert.deepEqual(pages.takeComplaints(), []);
	});

	it('speaks Spanish and German', async () => {
		const spanish = await open('/top-sales', { locale: 'es' });
		await heading(spanish, 'Los más vendidos').waitFor();
		const german = await open('/top-sales', { locale: 'de' });
		await heading(german, 'Bestseller').waitFor();
	});
});

/** The cookie of a new member with these rights. */
async function signInMember({ owner, url }: DashboardPages, rights: Json): Promise<{ readonly cookie: string }> {
	const member = (await owner.call('/api/admin/v1/users', { method: 'POST', body: { name: 'Ben', rights } })).json;
	const path = `/api/admin/v1/users/${member.code}/sign_in_links`;
	const link = (await owner.call(path, { method: 'POST', body: {} })).json.path;
	return { cookie: (await signInWithLink(url, link)).cookie() };
}

async function compareTable(page: Page, path: ReportPath, rows: readonly Json[]): Promise<void> {
	if (rows.length === 0) {
		await page.getByRole('heading', { name: 'Nothing in this period' }).waitFor();
		return;
	}
	await page.locator('.table-frame tbody tr').first().waitFor();
	const cells = await page
		.locator('.table-frame tbody tr')
		.evaluateAll((all) =>
			all.map((row) =>
				[...(row as unknown as { cells: Iterable<{ textContent: string }> }).cells].map((cell) => cell.textContent),
			),
		);
	const columns = reports[path].columns.filter(({ name }) => rows.some((row) => row[name] !== undefined));
	assert.equal(cells.length, Math.min(rows.length, 100), path);
	for (const [index, texts] of cells.entries())
		for (const [at, column] of columns.entries()) compareCell(column, texts[at] ?? '', rows[index]?.[column.name]);
}

/** Reads a cell back as far as it was rounded. */
function compareCell({ kind, name }: ReportColumn, text: string, value: Json): void {
	if (value === null) assert.equal(text, '–', name);
	else if (numberKinds.includes(kind)) {
		const isShare = kind === 'rate' || kind === 'growth';
		const read = Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) / (isShare ? 100 : 1);
		assert.ok(Math.abs(read - value) <= (isShare ? 0.00051 : 0.0051), `${name}: ${text} is not ${value}`);
	} else if (kind === 'text') assert.equal(text, String(value) || '(deleted)', name);
	else if (kind === 'query') assert.equal(text, value || '(no text)');
	else if (kind === 'day') assert.equal(Date.parse(`${text} UTC`), value, name);
}

/** Some shoppers who search, click and buy, and one whose texts are markup. */
async function shop({ owner, hashid, widget_id }: DashboardPages): Promise<void> {
	const base = `/6/${hashid}`;
	const search = (session: string, query: string) =>
		owner.call(`${base}/_search?${new URLSearchParams({ query, session_id: session, user_id: `user-${session}` })}`);
	const put = (path: string, parameters: Record<string, string>) =>
		owner.call(`${base}/stats/${path}?${new URLSearchParams(parameters)}`, { method: 'PUT' });
	await owner.call(`/api/v2/search_engines/${hashid}`, { method: 'PATCH', body: { sector: 'electronics' } });
	for (const session of ['a', 'b', 'c']) {
		await put('init', { session_id: session });
		const { json } = await search(session, 'headphones');
		const [first] = json.results;
		const named = { session_id: session, dfid: first.dfid, query_id: json.query_id };
		await put('click', { ...named, query: 'headphones', position: '1' });
		await put(`cart/${session}`, { id: first.id, index: 'product', title: first.title, amount: '2', price: '10.5' });
		await put('checkout', { session_id: session });
		await put('image', { id: '7', session_id: session, query: 'headphones' });
		await put('redirect', { id: '9', session_id: session, query: 'shoes' });
		await search(session, payload);
		await search(session, 'zzzzqqqq');
	}
	await owner.call(`/api/admin/v1/widgets/${widget_id}`, { method: 'PATCH', body: { name: payload } });
	const shown = { current_url: 'https://shop.example/', session_id: 'd' };
	await owner.call(`/api/widget/${widget_id}`, { method: 'POST', body: shown });
	await owner.call(`${base}/_search?query=watch&session_id=d&filter[brand]=${encodeURIComponent(payload)}`);
	await waitFor(
		'the events in the statistics',
		async () => {
			const day = new Date().toISOString().slice(0, 10);
			const answer = await owner.call(`/api/v2/stats/searches?from=${day}&to=${day}&hashid=${hashid}`);
			return Number(answer.json.total_count);
		},
		(count) => count >= 10,
	);
}

async function findItem({ owner, hashid }: DashboardPages): Promise<string> {
	return (await owner.call(`/6/${hashid}/_search?query=headphones&stats=false`)).json.results[0].dfid;
}
