/**
 * How soon does a page show what it is for, does it hold still, and how soon does it answer its visitor? Every page of the
 * dashboard and of the demo shop is opened cold, each time in a browser profile of its own, by a processor that is
 * slowed down; then it is used. And how soon does the list of suggestions follow a keystroke?
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { type DashboardPages, openDashboardPages } from '../test/support/dashboard-pages.ts';
import { waitFor } from '../test/support/wait-for.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { type PageVitals, probePage, waitForPaint } from './page-vitals.ts';
import { benchSuggestions } from './typed-suggestions.ts';

interface VisitedPage {
	readonly name: string;
	readonly path: string;
	/** Among what it shows last. */
	readonly content: (page: Page) => Locator;
	/** What its visitor does there first. */
	readonly use: (page: Page) => Promise<void>;
}

/** Of a page that feels quick; INP in ms, after an interaction. */
const limits = { lcpMs: 1_500, cls: 0.02, inpMs: 100 } as const;
const slowdown = 4;
/** For a step of a visit: a page that has lost what the benchmark uses ends it. */
const stepMsMax = 30_000;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			loads: { type: 'string', default: '5' },
			only: { type: 'string', default: '' },
			products: { type: 'string', default: '' },
		},
	});
	const measurements: Measurement[] = [];
	if (values.only !== 'suggestions') measurements.push(...(await benchPages(Number(values.loads), values.only)));
	if (values.only === '' || values.only === 'suggestions') {
		const productCount = values.products === '' ? undefined : Number(values.products);
		measurements.push(...(await benchSuggestions(productCount, slowdown)));
	}
	return measurements;
}

/** @param only the name of a page; empty: all */
async function benchPages(loadCount: number, only: string): Promise<readonly Measurement[]> {
	await using pages = await openDashboardPages({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0' });
	const visited = [...dashboardPages, ...(await listShopPages(pages))].filter(
		({ name }) => only === '' || name === only,
	);
	await giveEmail(pages);
	await waitFor('figures on the overview', () => hasFigures(pages));
	// The server compresses each file once, and its first answers compile its code.
	for (const page of visited) await visit(pages, page);
	const measurements: Measurement[] = [];
	for (const page of visited) {
		const seen: PageVitals[] = [];
		for (let load = 0; load < loadCount; load++) seen.push(await visit(pages, page));
		measurements.push(...judge(page.name, seen));
	}
	return measurements;
}

/** The sessions of the demo shop are counted after its first start. */
/** Only who has an address can have a password, whose form the profile then shows. */
async function giveEmail({ owner }: DashboardPages): Promise<void> {
	const [{ code }] = (await owner.call('/api/admin/v1/users')).json;
	const body = { email: 'owner@shop.example' };
	const { status, json } = await owner.call(`/api/admin/v1/users/${code}`, { method: 'PATCH', body });
	assert.equal(status, 200, JSON.stringify(json));
}

async function hasFigures(pages: DashboardPages): Promise<boolean> {
	const page = await pages.open('/dashboard');
	const figure = byRole('button', 'Table: Visits')(page);
	await figure
		.or(page.getByRole('heading', { name: 'Four steps' }))
		.first()
		.waitFor();
	const isThere = await figure.isVisible();
	await page.context().close();
	return isThere;
}

async function visit(pages: DashboardPages, { path, content, use }: VisitedPage): Promise<PageVitals> {
	const probe = Promise.withResolvers<Awaited<ReturnType<typeof probePage>>>();
	const prepare = async (page: Page) => {
		page.setDefaultTimeout(stepMsMax);
		probe.resolve(await probePage(page, slowdown));
	};
	const page = await pages.open(path, { prepare });
	const { read } = await probe.promise;
	await content(page).first().waitFor();
	await page.waitForLoadState('networkidle');
	// An input ends the search for the largest paint, and what is loaded then is not of the first view.
	const { lcpMs, cls, wireBytes } = await read();
	await use(page);
	const { inpMs } = await read();
	await page.context().close();
	return { lcpMs, cls, wireBytes, inpMs };
}

function judge(name: string, seen: readonly PageVitals[]): readonly Measurement[] {
	const list = (key: keyof PageVitals) => seen.map((vitals) => vitals[key]);
	const median = (key: keyof PageVitals) => percentile(list(key), 0.5);
	const worst = (key: keyof PageVitals) => Math.max(...list(key));
	return [
		measure(`${name}: LCP, median`, 'ms', { ours: median('lcpMs'), atMost: limits.lcpMs }),
		report(`${name}: LCP, worst`, 'ms', worst('lcpMs')),
		measure(`${name}: INP, median`, 'ms', { ours: median('inpMs'), atMost: limits.inpMs }),
		report(`${name}: INP, worst`, 'ms', worst('inpMs')),
		measure(`${name}: CLS, worst`, '', { ours: worst('cls'), atMost: limits.cls }),
		report(`${name}: over the wire`, 'kB', median('wireBytes') / 1000),
	];
}

type Role = Parameters<Page['getByRole']>[0];

function byRole(role: Role, name: string | RegExp): VisitedPage['content'] {
	return (page) => page.getByRole(role, { name });
}

/** Clicks what has this name. */
function click(role: Role, name: string | RegExp) {
	return async (page: Page): Promise<void> => {
		await page.getByRole(role, { name }).first().click();
		await waitForPaint(page);
	};
}

/** Browsers give a field of a password no role. */
function byLabel(name: string): VisitedPage['content'] {
	return (page) => page.getByLabel(name, { exact: true });
}

/** Types into a field, a letter after the other. */
function type(find: VisitedPage['content'], text: string) {
	return async (page: Page): Promise<void> => {
		const field = find(page).first();
		await field.click();
		await field.pressSequentially(text, { delay: 100 });
		await waitForPaint(page);
	};
}

function all(...steps: readonly VisitedPage['use'][]): VisitedPage['use'] {
	return async (page) => {
		for (const step of steps) await step(page);
	};
}

const dashboardPages: readonly VisitedPage[] = [
	{
		name: 'overview',
		path: '/dashboard',
		content: byRole('button', 'Table: Visits'),
		use: all(click('button', 'Table: Visits'), click('link', 'Statistics')),
	},
	{
		name: 'preview',
		path: '/dashboard/preview',
		content: byRole('checkbox', /./),
		use: all(type(byRole('searchbox', 'Search for'), 'shoes'), click('tab', 'Side by side'), click('link', 'Overview')),
	},
	{
		name: 'catalogue',
		path: '/dashboard/catalogue',
		content: byRole('link', 'product'),
		use: all(click('tab', 'Search engines'), click('link', 'Overview')),
	},
	{
		name: 'settings',
		path: '/dashboard/settings',
		content: byRole('button', 'Add a rule'),
		use: all(click('link', 'Facets'), type(byRole('searchbox', 'Search for'), 'shoes'), click('link', 'Overview')),
	},
	{
		name: 'recommendations',
		path: '/dashboard/recommendations',
		content: byRole('link', 'Trending now'),
		use: all(click('button', 'Displays'), click('link', 'Trending now')),
	},
	{
		name: 'statistics',
		path: '/dashboard/statistics',
		content: byRole('link', 'Top searches'),
		use: all(type(byRole('searchbox', 'Find a report'), 'top'), click('link', 'Top searches')),
	},
	{
		name: 'shop',
		path: '/dashboard/shop',
		content: byRole('button', 'New store'),
		use: all(click('tab', 'Put it into pages'), click('tab', 'Users'), click('link', 'Overview')),
	},
	{
		name: 'health',
		path: '/dashboard/health',
		content: byRole('button', 'Segments'),
		use: all(click('button', 'Items'), click('link', 'Overview')),
	},
	{
		name: 'profile',
		path: '/dashboard/profile',
		content: byLabel('New password'),
		use: all(type(byLabel('New password'), 'secret'), click('link', 'Overview')),
	},
];

async function listShopPages({ owner, hashid }: DashboardPages): Promise<readonly VisitedPage[]> {
	const path = `/6/${hashid}/_search?query=trail+running+shoes&rpp=1&stats=false`;
	const link: string = (await owner.call(path)).json.results[0].link;
	const search = type(byRole('combobox', 'Search'), 'shoe');
	return [
		{ name: 'demo: home', path: '/demo', content: byRole('button', 'Next'), use: all(click('button', 'Next'), search) },
		{
			name: 'demo: category',
			path: '/demo/categories/Outdoor',
			content: byRole('checkbox', /./),
			use: all(click('checkbox', /./), search),
		},
		{
			name: 'demo: product',
			path: link,
			content: byRole('button', 'Add to cart'),
			use: all(click('button', 'Add to cart'), search),
		},
		{
			name: 'demo: search',
			path: '/demo/search?q=shoes',
			content: byRole('checkbox', /./),
			use: all(click('checkbox', /./), search),
		},
	];
}
