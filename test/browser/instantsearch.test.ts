/** InstantSearch.js with the adapter, on 100,000 items. */
import { after, before, describe, it } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import { checkInfiniteHits, checkShopper, checkWidgets } from '../support/check-instantsearch.ts';
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
