/** InstantSearch.js with the adapter, on a few items; `npm run test:browser` has a hundred thousand. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { noBrowser } from '../support/browser.ts';
import { checkInfiniteHits, checkShopper, checkWidgets } from '../support/check-instantsearch.ts';
import { bundleAdapter, type InstantSearchShop, openInstantSearchShop } from '../support/instantsearch-shop.ts';

const adapterBytesMax = 5 * 1024;

it('the adapter takes 5 kB', async () => {
	const { length } = gzipSync(await bundleAdapter('esm'));
	assert(length <= adapterBytesMax, `${length} bytes`);
});

describe('InstantSearch.js', { skip: noBrowser }, () => {
	let shop: InstantSearchShop;
	before(async () => {
		shop = await openInstantSearchShop(600);
	});
	after(() => shop?.[Symbol.asyncDispose]());

	it('has the counts of the items in all of its widgets', () => checkWidgets(shop));
	it('serves a shopper, whose clicks and purchases are events', () => checkShopper(shop));
	it('loads more hits', () => checkInfiniteHits(shop));
});
