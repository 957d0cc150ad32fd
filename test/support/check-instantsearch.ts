/** InstantSearch.js with its widgets in a browser, and each of its counts beside a scan of the items. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Json } from './api.ts';
import type { InstantSearchShop, ShopItem } from './instantsearch-shop.ts';
import { waitFor } from './wait-for.ts';

/** Twenty widgets, each in an element of its own. InstantSearch lists chosen values without items with 0. `searches` counts what statistics should. */
const widgetScript = `
const counting = { ...searchClient, search(queries) {
	searches += queries.filter(({ params }) => params.analytics !== false).length;
	return searchClient.search(queries);
} };
var search = instantsearch({ indexName: 'products', searchClient: counting, insights: { insightsClient } });
const put = (name) => { const element = document.createElement('div'); element.id = name; widgets.append(element); return element; };
const all = instantsearch.widgets;
search.addWidgets([
	all.configure({ attributesToSnippet: ['description:8'] }),
	all.searchBox({ container: put('searchBox') }),
	all.stats({ container: put('stats') }),
	all.hits({ container: put('hits'), templates: { item: (hit, { html, components, sendEvent }) => html\`<p class="title">\${
		components.Highlight({ hit, attribute: 'title' })}</p><p class="snippet">\${components.Snippet({ hit, attribute: 'description' })}</p>
		<button class="click" onClick=\${() => sendEvent('click', hit, 'Seen')}>See</button>
		<button class="buy" onClick=\${() => sendEvent('conversion', hit, 'Bought')}>Buy</button>\` } }),
	all.refinementList({ container: put('brand'), attribute: 'brand', searchable: true, limit: 5, showMore: true, showMoreLimit: 40 }),
	all.refinementList({ container: put('extras'), attribute: 'extras', operator: 'and' }),
	all.menu({ container: put('color'), attribute: 'color' }),
	all.hierarchicalMenu({ container: put('categories'), attributes: ['categories.lvl0', 'categories.lvl1', 'categories.lvl2'] }),
	all.breadcrumb({ container: put('breadcrumb'), attributes: ['categories.lvl0', 'categories.lvl1', 'categories.lvl2'] }),
	all.numericMenu({ container: put('numericMenu'), attribute: 'rating', items: [{ label: 'All' }, { label: 'Good', start: 4 }] }),
	all.rangeInput({ container: put('rangeInput'), attribute: 'price' }),
	all.rangeSlider({ container: put('rangeSlider'), attribute: 'units' }),
	all.ratingMenu({ container: put('ratingMenu'), attribute: 'rating' }),
	all.toggleRefinement({ container: put('toggle'), attribute: 'free_shipping' }),
	all.sortBy({ container: put('sortBy'), items: [{ label: 'Best', value: 'products' }, { label: 'Price', value: 'products:price:desc,id' }] }),
	all.hitsPerPage({ container: put('hitsPerPage'), items: [{ label: '20', value: 20, default: true }, { label: '5', value: 5 }] }),
	all.pagination({ container: put('pagination') }),
	all.clearRefinements({ container: put('clear') }),
	all.currentRefinements({ container: put('current') }),
]);
watch();
search.start();`;

/** What a page shows of `search`, whichever library made it. */
const watchScript = `
var searches = 0, rendered = 0, failure;
function watch() {
	search.on('render', () => { rendered += 1; });
	search.on('error', (event) => { failure = String(event.error ?? event.message); });
}
function read() {
	const results = search.mainIndex.getResults();
	if (failure !== undefined) return { failure };
	if (results === null || search.status !== 'idle') return undefined;
	const list = (name) => Object.fromEntries((results.getFacetValues(name, {}) ?? []).filter((one) => one.count > 0).map((one) => [one.name, one.count]));
	const flat = (node, into) => { for (const one of node?.data ?? []) { if (one.count > 0) into[one.path] = one.count; flat(one, into); } return into; };
	return { nbHits: results.nbHits, nbPages: results.nbPages, page: results.page, query: results.query, queryID: results.queryID, searches,
		hits: results.hits.map(({ id, price, _geoloc }) => ({ id, price, _geoloc })), brand: list('brand'), extras: list('extras'),
		color: flat(results.getFacetValues('color', {}), {}), rating: list('rating'), free: list('free_shipping'),
		categories: flat(results.getFacetValues('categories.lvl0', {}), {}), price: results.getFacetStats('price') };
}`;

interface State {
	readonly query?: string;
	readonly brand?: readonly string[];
	readonly extras?: readonly string[];
	readonly color?: string;
	readonly path?: readonly string[];
	readonly range?: readonly [number, number];
	readonly isFree?: boolean;
	readonly page?: number;
	readonly hitsPerPage?: number;
	readonly isSorted?: boolean;
}

function toUiState({ query, brand, extras, color, path, range, isFree, page, hitsPerPage, isSorted }: State): object {
	return {
		products: {
			...{ query, page, hitsPerPage },
			refinementList: { ...(brand && { brand }), ...(extras && { extras }) },
			...(color && { menu: { color } }),
			...(path && { hierarchicalMenu: { 'categories.lvl0': path } }),
			...(range && { range: { price: range.join(':') } }),
			...(isFree && { toggle: { free_shipping: true } }),
			...(isSorted && { sortBy: 'products:price:desc,id' }),
		},
	};
}

type Part = 'brand' | 'color' | 'path' | 'range' | 'isFree' | undefined;

/** Whether an item passes the state, but for the filter of one part. */
function passes(item: ShopItem, state: State, left: Part): boolean {
	const asked: State = left === undefined ? state : { ...state, [left]: undefined };
	const { query = '', brand, extras = [], color, path, range, isFree } = asked;
	return (
		item.title.startsWith(query) &&
		(brand === undefined || brand.includes(item.brand)) &&
		extras.every((extra) => item.extras.includes(extra)) &&
		(color === undefined || item.color === color) &&
		(path === undefined || item.categories.some((one) => `${one} >`.startsWith(`${path.join(' > ')} >`))) &&
		(range === undefined || (item.price >= range[0] && item.price <= range[1])) &&
		(isFree !== true || item.free_shipping)
	);
}

function count(items: readonly ShopItem[], toValues: (item: ShopItem) => readonly unknown[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const item of items) {
		for (const value of new Set(toValues(item).map(String))) counts[value] = (counts[value] ?? 0) + 1;
	}
	return counts;
}

/** The levels that are open: the top, and the children of the chosen nodes. */
function countLevels(items: readonly ShopItem[], path: readonly string[] = []): Record<string, number> {
	const open = ['', ...path.map((_, at) => path.slice(0, at + 1).join(' > '))];
	return count(items, ({ categories }) =>
		categories.flatMap((one) => {
			const names = one.split(' > ');
			const nodes = names.map((_, at) => names.slice(0, at + 1).join(' > '));
			return nodes.filter((node) => open.includes(node.split(' > ').slice(0, -1).join(' > ')));
		}),
	);
}

function checkCounts(seen: Json, items: readonly ShopItem[], state: State): void {
	const pass = (left?: Part) => items.filter((item) => passes(item, state, left));
	const found = pass();
	assert.equal(seen.nbHits, found.length, JSON.stringify(state));
	assert.deepEqual(
		seen.brand,
		count(pass('brand'), ({ brand }) => [brand]),
	);
	assert.deepEqual(
		seen.extras,
		count(found, (item) => item.extras),
	);
	assert.deepEqual(
		seen.color,
		count(pass('color'), ({ color }) => [color]),
	);
	assert.deepEqual(
		seen.rating,
		count(found, ({ rating }) => [rating]),
	);
	assert.deepEqual(
		seen.free,
		count(pass('isFree'), (item) => [item.free_shipping]),
	);
	const levels = countLevels(pass('path'), state.path);
	const [root = ''] = state.path ?? [];
	// InstantSearch shows the chosen root with what was found below it: the parent of what is chosen.
	if (state.path !== undefined && state.path.length > 1) {
		levels[root] = items.filter((item) =>
			passes(item, { ...state, path: state.path?.slice(0, -1) ?? [] }, undefined),
		).length;
	}
	assert.deepEqual(seen.categories, levels);
	const prices = pass('range').map(({ price }) => price);
	const sum = prices.reduce((total, price) => total + price, 0);
	const { min, max } = prices.reduce(
		(all, price) => ({ min: Math.min(all.min, price), max: Math.max(all.max, price) }),
		{
			...{ min: Number.POSITIVE_INFINITY, max: 0 },
		},
	);
	const { count: _, ...stats } = seen.price;
	assert.deepEqual(stats, { min, max, sum, avg: sum / prices.length });
}

/** What InstantSearch shows once it has answered everything that was asked. */
async function settle(page: Page): Promise<Json> {
	const seen: Json = await waitFor(
		'an answer',
		() => page.evaluate('read()'),
		(read) => read !== undefined,
	);
	assert.equal(seen.failure, undefined);
	return seen;
}

async function showState(page: Page, state: State): Promise<Json> {
	await page.evaluate(`rendered = 0; search.setUiState(${JSON.stringify(toUiState(state))})`);
	await waitFor('a new page', () => page.evaluate('rendered > 1 && search.status === "idle"'));
	return settle(page);
}

const states: readonly State[] = [
	{},
	{ query: 'lamp' },
	{ query: 'lamp', brand: ['Brand 3', 'Brand 7'] },
	{ brand: ['Brand 1', 'Brand 2', 'Brand 4', 'Brand 9'], extras: ['wifi', 'gps'], isFree: true },
	{ extras: ['foldable'], range: [20, 150] },
	{ color: 'Red', range: [50, 60] },
	{ path: ['Home'] },
	{ path: ['Home', 'Kitchen'], brand: ['Brand 5', 'Brand 6', 'Brand 7'] },
	{ path: ['Home', 'Kitchen', 'Pots'], color: 'Blue', isFree: true },
];

export async function checkWidgets({ open, items }: InstantSearchShop): Promise<void> {
	const page = await open(watchScript + widgetScript);
	await checkStates(page, items);
	await page.close();
}

/** @param page whose `search` has been watched */
async function checkStates(page: Page, items: readonly ShopItem[]): Promise<void> {
	checkCounts(await settle(page), items, {});
	for (const state of states.slice(1)) checkCounts(await showState(page, state), items, state);
	const sorted = await showState(page, { isSorted: true, hitsPerPage: 5, page: 2, color: 'Red' });
	const dearest = items
		.filter(({ color }) => color === 'Red')
		.map(({ price }) => price)
		.sort((a, b) => b - a);
	assert.deepEqual(
		sorted.hits.map(({ price }: Json) => price),
		dearest.slice(5, 10),
	);
	assert.equal(sorted.page, 1);
	const { geo } = items[Number(sorted.hits[0].id)] as ShopItem;
	assert.deepEqual(sorted.hits[0]._geoloc, { lat: geo.lat, lng: geo.lon });
}

/** A page of another library of InstantSearch: its counts, what it shows, and a click. */
export async function checkLibrary(shop: InstantSearchShop, bundle: string): Promise<void> {
	const { open, items } = shop;
	const page = await open(watchScript);
	const errors: string[] = [];
	page.on('pageerror', (error) => errors.push(String(error)));
	page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
	await page.addScriptTag({ content: bundle, type: 'module' });
	await waitFor('the library', () => page.evaluate('typeof search === "object"'));
	await page.evaluate('watch()');
	await checkStates(page, items);
	const { hits, queryID } = await showState(page, { query: 'lamp' });
	assert.equal(await page.textContent('.title mark >> nth=0'), 'lamp');
	assert.match((await page.textContent('.snippet >> nth=0')) ?? '', /lamp/);
	await page.click('.click >> nth=0');
	const click = await waitFor(
		'the click',
		async () => (await shop.readEvents()).find((event) => event.kind === 'click' && event.query_id === queryID),
		(found) => found !== undefined,
	);
	assert.equal(click?.position, 1);
	assert.equal(click?.dfid.split('@').length, 3);
	assert.equal(hits.length, 20);
	assert.deepEqual(errors, []);
	await page.close();
}

/** What a shopper does, with the mouse and the keyboard. */
export async function checkShopper(shop: InstantSearchShop): Promise<void> {
	const { open, items } = shop;
	const page = await open(watchScript + widgetScript);
	await settle(page);
	await page.fill('#searchBox input', 'lamp');
	await page.waitForSelector('#hits .title mark');
	assert.equal(await page.textContent('#hits .title mark >> nth=0'), 'lamp');
	assert.match((await page.textContent('#hits .title >> nth=0')) ?? '', /^lamp <b>&"\d+$/);
	assert.equal(await page.locator('#hits .title b').count(), 0);
	assert.match((await page.textContent('#hits .snippet >> nth=0')) ?? '', /^….*lamp.*…$/);
	const lamps = items.filter(({ title }) => title.startsWith('lamp'));
	await page.fill('#brand input[type=search]', 'brand 1');
	const listed = () => page.locator('#brand .ais-RefinementList-labelText').allTextContents();
	const found = await waitFor('the brands', listed, (labels) => labels.every((label) => label.startsWith('Brand 1')));
	const expected = count(lamps, ({ brand }) => (brand.startsWith('Brand 1') ? [brand] : []));
	assert.equal(found.length, Math.min(5, Object.keys(expected).length));
	const [label = ''] = found;
	const shown = await page.textContent('#brand .ais-RefinementList-count >> nth=0');
	assert.equal(Number(shown?.replace(/\D/g, '')), expected[label]);
	await page.click('#brand .ais-RefinementList-labelText >> nth=0');
	const refined: Json = await waitFor(
		'fewer items',
		() => page.evaluate('read()'),
		(read: Json) => read?.nbHits === expected[label],
	);
	await page.waitForSelector('#current .ais-CurrentRefinements-category');
	await page.click('#hits .click >> nth=0');
	await page.click('#hits .buy >> nth=0');
	const isDone = (events: readonly Json[]) =>
		['click', 'checkout'].every((kind) => events.some((event) => event.kind === kind)) &&
		listSearches(events).length === refined.searches;
	const events = await waitFor('the events', shop.readEvents, isDone);
	const click = events.find(({ kind }) => kind === 'click');
	assert.deepEqual(
		[click?.position, click?.query_id, click?.dfid.split('@')[0]],
		[1, refined.queryID, shop.shop.hashid],
	);
	assert.equal(
		events.some(({ kind }) => kind === 'cart_addition'),
		true,
	);
	await page.click('#clear button');
	await waitFor(
		'all lamps',
		() => page.evaluate('read()'),
		(read: Json) => read?.nbHits === lamps.length,
	);
	await page.close();
}

/** Of pages; the test itself has no session. */
function listSearches(events: readonly Json[]): readonly Json[] {
	const session = events.findLast(({ kind }) => kind === 'click')?.session_id;
	return events.filter(({ kind, session_id }) => kind === 'search' && session_id === session);
}

/** More and more hits, without gaps. */
export async function checkInfiniteHits({ open }: InstantSearchShop): Promise<void> {
	const page = await open(`
const search = instantsearch({ indexName: 'products:id:asc', searchClient });
search.addWidgets([instantsearch.widgets.configure({ hitsPerPage: 7 }), instantsearch.widgets.infiniteHits({ container: '#widgets',
	templates: { item: (hit, { html }) => html\`<i>\${hit.id}</i>\` } })]);
search.start();`);
	for (const wanted of [7, 14, 21]) {
		const read = () => page.locator('#widgets i').allTextContents();
		const ids = await waitFor('more hits', read, (seen) => seen.length === wanted);
		assert.equal(new Set(ids).size, wanted);
		await page.click('.ais-InfiniteHits-loadMore');
	}
	await page.close();
}
