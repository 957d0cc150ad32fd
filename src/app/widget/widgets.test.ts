import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { joinScratchZone, type ScratchZone } from '../../../test/support/scratch-zone.ts';
import type { Principal } from '../../domain/account/account.ts';
import { allowedDomainsPerStoreMax } from '../../domain/store/store.ts';
import { type Result, unwrap } from '../../lib/failure.ts';
import { admitShopper } from './admit-shopper.ts';

let zone: ScratchZone;
let owner: Principal;
let stranger: Principal;
before(async () => {
	zone = await joinScratchZone();
	({ owner } = await zone.openAccount());
	({ owner: stranger } = await zone.openAccount());
});

const settings = {
	name: 'Shoes',
	allowedDomains: ['shoes.example'],
	isCorsEnforced: true,
	blockedIps: ['203.0.113.7'],
};

function refusal(result: Result<unknown>): string {
	assert(!result.ok);
	const fields = result.failure.faults?.map((fault) => fault.fields.join()) ?? [];
	return [result.failure.code, ...fields].join(' ');
}

describe('stores', () => {
	it('keep their lists in normal form, each entry once', async () => {
		const store = unwrap(
			await zone.stores.create(owner, {
				...settings,
				allowedDomains: ['Shoes.Example', 'shoes.example.', 'https://A.example:443'],
				blockedIps: ['::ffff:203.0.113.7', '203.0.113.7', '10.0.0.0/8'],
			}),
		);
		assert.deepEqual(store.allowedDomains, ['shoes.example', 'https://a.example']);
		assert.deepEqual(store.blockedIps, ['203.0.113.7', '10.0.0.0/8']);
		assert.deepEqual(unwrap(await zone.stores.find(owner, store.id)), store);
	});

	it('are changed in part', async () => {
		const store = unwrap(await zone.stores.create(owner, settings));
		assert.deepEqual(unwrap(await zone.stores.update(owner, store.id, {})), store);
		const opened = unwrap(await zone.stores.update(owner, store.id, { isCorsEnforced: false, blockedIps: [] }));
		assert.deepEqual(opened, { ...store, isCorsEnforced: false, blockedIps: [] });
	});

	it('are refused with every faulty entry named', async () => {
		const change = { name: '', allowedDomains: ['ok.example', '*', 'a/b'], blockedIps: ['1.2.3.4', '1.2.3.4/33'] };
		const faults = 'invalid name allowed_domains.1 allowed_domains.2 blocked_ips.1';
		assert.equal(refusal(await zone.stores.create(owner, { ...settings, ...change })), faults);
		const store = unwrap(await zone.stores.create(owner, settings));
		assert.equal(refusal(await zone.stores.update(owner, store.id, change)), faults);
		assert.deepEqual(unwrap(await zone.stores.find(owner, store.id)), store);
	});

	it('have bounded lists', async () => {
		const allowedDomains = Array.from({ length: allowedDomainsPerStoreMax + 1 }, (_, index) => `s${index}.example`);
		assert.equal(refusal(await zone.stores.create(owner, { ...settings, allowedDomains })), 'invalid allowed_domains');
		unwrap(await zone.stores.create(owner, { ...settings, allowedDomains: allowedDomains.slice(1) }));
	});

	it('of another account are forbidden, unknown ones not found', async () => {
		const store = unwrap(await zone.stores.create(owner, settings));
		for (const [id, expected] of [
			[store.id, 'forbidden'],
			['f'.repeat(32), 'not_found'],
		] as const) {
			assert.equal(refusal(await zone.stores.find(stranger, id)), expected);
			assert.equal(refusal(await zone.stores.update(stranger, id, { name: 'Mine' })), expected);
			assert.equal(refusal(await zone.stores.remove(stranger, id)), expected);
		}
		assert.deepEqual(unwrap(await zone.stores.find(owner, store.id)), store);
		assert(!(await zone.stores.list(stranger)).some(({ id }) => id === store.id));
	});
});

describe('widgets', () => {
	it('live in a store of the account and go with it', async () => {
		const store = unwrap(await zone.stores.create(owner, settings));
		const widget = unwrap(await zone.widgets.create(owner, { name: 'Bought together', storeId: store.id }));
		assert.match(widget.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		assert.deepEqual(unwrap(await zone.widgets.find(owner, widget.id.toUpperCase())), widget);
		assert.equal(unwrap(await zone.widgets.update(owner, widget.id, { name: 'Similar' })).name, 'Similar');
		assert.deepEqual(unwrap(await zone.widgets.update(owner, widget.id, { storeId: store.id })).name, 'Similar');
		unwrap(await zone.stores.remove(owner, store.id));
		assert.equal(refusal(await zone.widgets.find(owner, widget.id)), 'not_found');
	});

	it('are not made in, nor moved to, the store of another account', async () => {
		const store = unwrap(await zone.stores.create(owner, settings));
		const theirs = unwrap(await zone.stores.create(stranger, settings));
		const widget = unwrap(await zone.widgets.create(owner, { name: 'W', storeId: store.id }));
		for (const storeId of [theirs.id, 'f'.repeat(32)]) {
			assert.equal(refusal(await zone.widgets.create(owner, { name: 'W', storeId })), 'invalid store_id');
			assert.equal(refusal(await zone.widgets.update(owner, widget.id, { storeId })), 'invalid store_id');
		}
	});

	it('of another account are forbidden, unknown ones not found', async () => {
		const store = unwrap(await zone.stores.create(owner, settings));
		const widget = unwrap(await zone.widgets.create(owner, { name: 'W', storeId: store.id }));
		for (const [id, expected] of [
			[widget.id, 'forbidden'],
			['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'not_found'],
		] as const) {
			assert.equal(refusal(await zone.widgets.find(stranger, id)), expected);
			assert.equal(refusal(await zone.widgets.update(stranger, id, { name: 'Mine' })), expected);
			assert.equal(refusal(await zone.widgets.remove(stranger, id)), expected);
		}
		unwrap(await zone.widgets.remove(owner, widget.id));
		assert.equal(refusal(await zone.widgets.remove(owner, widget.id)), 'not_found');
	});
});

describe('admitShopper', () => {
	let widgetId: string;
	before(async () => {
		const store = unwrap(await zone.stores.create(owner, settings));
		widgetId = unwrap(await zone.widgets.create(owner, { name: 'W', storeId: store.id })).id;
	});

	const goodPage = { origin: 'https://www.shoes.example', referer: undefined };
	const badPage = { origin: 'https://evil.example', referer: undefined };
	const [goodIp, badIp] = ['198.51.100.1', '::ffff:203.0.113.7'];

	const admit = (id: string, page: typeof goodPage | typeof badPage, clientIp: string) =>
		admitShopper(zone.database.stores, { widgetId: id, ...page, clientIp });

	it('lets a page of the store in, however the id is written', async () => {
		assert.equal(unwrap(await admit(widgetId, goodPage, goodIp)).widget.id, widgetId);
		assert.equal(unwrap(await admit(widgetId.toUpperCase(), goodPage, goodIp)).widget.id, widgetId);
	});

	it('checks the form of the id, then the widget, the address, the page', async () => {
		const unknownId = '3F2504E0-4f89-41d3-9a0c-0305e82c3301';
		assert.equal(refusal(await admit('nonsense', badPage, badIp)), 'invalid widget_id');
		const missing = await admit(unknownId, badPage, badIp);
		assert(!missing.ok);
		assert.deepEqual(
			[missing.failure.code, missing.failure.resource],
			['not_found', { type: 'Widget', id: unknownId }],
		);
		const blocked = await admit(widgetId, badPage, badIp);
		assert(!blocked.ok);
		assert.deepEqual([blocked.failure.code, blocked.failure.message], ['forbidden', 'Forbidden ip']);
		const foreign = await admit(widgetId, badPage, goodIp);
		assert(!foreign.ok);
		assert.deepEqual([foreign.failure.code, foreign.failure.message], ['forbidden', 'Forbidden origin']);
	});
});
