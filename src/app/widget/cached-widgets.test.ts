import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinScratchZone, type ScratchZone } from '../../../test/support/scratch-zone.ts';
import { unwrap } from '../../lib/failure.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';
import { cacheWidgets } from './cached-widgets.ts';

const storeSettings = { name: 'Shoes', allowedDomains: [], isCorsEnforced: false, blockedIps: [] };

async function openCounted(zone: ScratchZone) {
	const { owner } = await zone.openAccount();
	const store = unwrap(await zone.stores.create(owner, storeSettings));
	const widget = unwrap(await zone.widgets.create(owner, { name: 'Footer', storeId: store.id }));
	let readCount = 0;
	const counted: StoreRepository = {
		...zone.database.stores,
		findWidget(id) {
			readCount += 1;
			return zone.database.stores.findWidget(id);
		},
	};
	const stores = cacheWidgets({ ...zone.database, stores: counted }, zone.clock);
	return { owner, store, widget, stores, reads: () => readCount };
}

test('a widget is read once', async () => {
	const zone = await joinScratchZone();
	const { stores, widget, reads } = await openCounted(zone);
	await stores.findWidget(widget.id);
	await stores.findWidget(widget.id);
	assert.equal(reads(), 1);
});

test('whatever changes a store, a widget or an account is seen by the next read', async () => {
	const zone = await joinScratchZone();
	const { owner, stores, store, widget } = await openCounted(zone);
	const find = () => stores.findWidget(widget.id);
	assert.equal((await find())?.store.isCorsEnforced, false);
	unwrap(await zone.stores.update(owner, store.id, { isCorsEnforced: true }));
	assert.equal((await find())?.store.isCorsEnforced, true);
	unwrap(await zone.widgets.update(owner, widget.id, { name: 'Header' }));
	assert.equal((await find())?.widget.name, 'Header');
	unwrap(await zone.accounts.remove(owner.accountId));
	assert.equal(await find(), undefined);
});
