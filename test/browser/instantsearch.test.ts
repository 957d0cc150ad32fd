/** InstantSearch.js with the adapter, on 100,000 items, and the libraries of React and Vue on some. */
import { after, before, describe, it } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import { checkInfiniteHits, checkLibrary, checkShopper, checkWidgets } from '../support/check-instantsearch.ts';
import { bundleShop } from '../support/framework-shop.ts';
import { type InstantSearchShop, openInstantSearchShop } from '../support/instantsearch-shop.ts';

describe('InstantSearch.js on 100,000 items', { skip: noBrowser }, () => {
	let shop: InstantSearchShop;
	before(async () => {
		shop = await openInstantSearchShop(100_000);
	});
	after(() => shop?.[Symbol.asyncDispose]());

	it('has the counts of the items in all of its widgets', () => checkWidgets(shop));
	it('serves a shopper, whose clicks and purchases are events', () => checkShopper(shop));
	it('loads more hits', () => checkInfiniteHits(shop));
});

describe('on 600 items', { skip: noBrowser }, () => {
	let shop: InstantSearchShop;
	before(async () => {
		shop = await openInstantSearchShop(600);
	});
	after(() => shop?.[Symbol.asyncDispose]());

	for (const [library, entry] of [
		['React InstantSearch', 'react-instantsearch-browser.jsx'],
		['Vue InstantSearch', 'vue-instantsearch-browser.js'],
	] as const) {
		it(`${library} has the counts of the items, and its clicks are events`, async () => {
			const settings = { url: shop.serverUrl, hashid: shop.shop.hashid };
			await checkLibrary(shop, await bundleShop(entry, { settings, platform: 'browser' }));
		});
	}
});
