/**
 * `npm run screenshots`: every element and every page of the dashboard, wide and narrow, light and dark, into `screenshots/`,
 * for people to see; those that documents show are put into `docs/screenshots/`, too. `-- NAME` takes
 * those alone whose names have it.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type DashboardScene, openDashboardPages } from '../support/dashboard-pages.ts';
import { openShopPages, type PageOptions } from '../support/shop-pages.ts';

const project = join(import.meta.dirname, '..', '..');
const folder = join(project, 'screenshots');
/** Those that documents show. */
const shown = ['preview-wide-light', 'demo-search-wide-light', 'health-nodes-wide-light'];
const wanted = process.argv[2] ?? '';
const isWanted = ({ name }: { readonly name: string }) => name.includes(wanted);
await mkdir(folder, { recursive: true });
await using shop = await openShopPages();
const engine = `engine="${shop.hashid}" currency="EUR"`;
const facets = 'facets="categories:hierarchy,brand,best_price,color,size"';
const list = `<vitrine-results ${engine} ${facets} cart></vitrine-results>`;
const settle = (page: Page) => page.getByRole('article').first().waitFor();

interface Scene {
	readonly name: string;
	readonly body: string;
	readonly options?: PageOptions;
	readonly act: (page: Page) => Promise<unknown>;
}

const scenes: readonly Scene[] = [
	{
		name: 'search',
		body: `<vitrine-search ${engine}></vitrine-search>`,
		async act(page) {
			await page.getByRole('combobox').fill('sho');
			await page.getByRole('option').nth(8).waitFor();
			await page.keyboard.press('ArrowDown');
		},
	},
	{ name: 'results', body: list, options: { search: '?q=shoe&f.brand=Loptera&r.best_price=50..' }, act: settle },
	{
		name: 'no-results',
		body: list,
		options: { search: '?q=runxyzzy' },
		act: (page) => page.getByText('Others search for').waitFor(),
	},
	{
		name: 'category',
		body: `<vitrine-category ${engine} category="Running"></vitrine-category>`,
		act: settle,
	},
	{
		name: 'recommendations',
		body: `<vitrine-recommendations widget="${shop.widget_id}" cart></vitrine-recommendations>`,
		act: settle,
	},
	{ name: 'right-to-left', body: list, options: { lang: 'ar', dir: 'rtl', search: '?q=shoe' }, act: settle },
];

/** Images that load lazily and are out of sight are never decoded, so the wait has an end. */
const decodeImages = `Promise.race([
	Promise.all([...document.images].map((image) => image.decode().catch(() => 0))),
	new Promise((resolve) => setTimeout(resolve, 3_000)),
])`;

const forms = (['light', 'dark'] as const).flatMap((colorScheme) =>
	[1280, 360].map((width) => ({ colorScheme, width })),
);

for (const { name, body, options, act } of scenes.filter(isWanted)) {
	for (const form of forms) {
		const { page } = await shop.open(body, { ...options, ...form });
		await act(page);
		await take(page, name, form);
	}
}

await using dashboard = await openDashboardPages();
for (const file of (await readdir(join(import.meta.dirname, 'scenes'))).toSorted()) {
	const module: { readonly scenes: readonly DashboardScene[] } = await import(`./scenes/${file}`);
	for (const { name, path, prepare, act } of module.scenes.filter(isWanted)) {
		for (const form of forms) {
			const page = await dashboard.open(path, { ...form, height: 1000, ...(prepare && { prepare }) });
			await act?.(page);
			await take(page, name, form);
		}
	}
}

async function take(page: Page, name: string, { colorScheme, width }: (typeof forms)[number]): Promise<void> {
	await page.evaluate(decodeImages);
	await page.waitForLoadState('networkidle');
	const form = `${name}-${width === 360 ? 'narrow' : 'wide'}-${colorScheme}`;
	const path = join(folder, `${form}.png`);
	await page.screenshot({ path });
	if (shown.includes(form)) await copyFile(path, join(project, 'docs', 'screenshots', `${form}.png`));
	await page.context().close();
	process.stdout.write(`${path}\n`);
}
