import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openScratchZone, type ScratchZone, scratchStartMs } from '../../../test/support/scratch-zone.ts';
import { unknownClient } from '../../domain/event/shopper-event.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { createCartRecorder } from './record-cart.ts';

const hashid = '0123456789abcdef0123456789abcdef';
const addition = {
	sessionId: 'session-1',
	dfid: { hashid, indexName: 'product', itemKey: toItemKey('7') },
	title: 'Red shoe',
	amount: 2,
	price: 49.5,
};

const client = { ...unknownClient, clientKey: '0123456789abcdef' };

let zone: ScratchZone & AsyncDisposable;
let widget: Widget;

before(async () => {
	zone = await openScratchZone();
	const { owner } = await zone.openAccount();
	const lists = { allowedDomains: [], blockedIps: [] };
	const store = unwrap(await zone.stores.create(owner, { name: 'Shoes', isCorsEnforced: false, ...lists }));
	widget = unwrap(await zone.widgets.create(owner, { name: 'W', storeId: store.id }));
	const { searchEngines, items } = zone.database;
	await searchEngines.create({
		hashid,
		accountId: owner.accountId,
		storeId: store.id,
		name: 'Shoes',
		currency: 'EUR',
		locale: 'en',
		siteUrl: null,
		hasStopwords: false,
		isDefault: true,
		hasGrouping: false,
		platform: 'api',
		sector: null,
		createdAtMs: scratchStartMs,
	});
	await searchEngines.createIndex(hashid, { name: 'product', preset: 'product', options: {}, datasources: [] });
	const target = { hashid, indexName: 'product', generation: 'live' } as const;
	await items.write(target, [{ kind: 'put', id: '7', text: '{"id":"7"}', groupId: null }]);
});
after(() => zone[Symbol.asyncDispose]());

function createRecorder(events: EventRepository, onFailure: (error: unknown) => void) {
	return createCartRecorder({ events, randomness: zone.randomness, clock: zone.clock, onFailure });
}

it('is OK when the event is stored with all its fields', async () => {
	const failures: unknown[] = [];
	const recorder = createRecorder(zone.database.events, (error) => failures.push(error));
	assert.equal(await recorder.record(widget, client, addition), 'OK');
	const [event] = await zone.database.events.listOfEngine(hashid, 'cart', 10);
	const { dfid, sessionId, ...rest } = addition;
	assert.match(event?.id ?? '', /^[0-9a-f]{32}$/);
	const { indexName, itemKey } = dfid;
	assert.deepEqual(event, {
		id: event?.id,
		storeId: widget.storeId,
		hashid,
		sessionId,
		userId: null,
		occurredAtMs: scratchStartMs,
		...client,
		action: { kind: 'cart', widgetId: widget.id, indexName, itemKey, ...rest },
	});
	assert.deepEqual(failures, []);
});

it('is ERROR, and no failure of ours, when the item is not in the store', async () => {
	const failures: unknown[] = [];
	const recorder = createRecorder(zone.database.events, (error) => failures.push(error));
	const unknown = { ...addition, dfid: { ...addition.dfid, itemKey: toItemKey('8') } };
	assert.equal(await recorder.record(widget, client, unknown), 'ERROR');
	assert.equal(await recorder.record({ ...widget, storeId: 'f'.repeat(32) }, client, addition), 'ERROR');
	assert.deepEqual(failures, []);
});

it('is ERROR, and reported, when the event store fails', async () => {
	const failures: unknown[] = [];
	const lost = new FailureError(fail('unavailable').failure);
	const broken: EventRepository = { ...zone.database.events, recordOfItem: () => Promise.reject(lost) };
	const recorder = createRecorder(broken, (error) => failures.push(error));
	assert.equal(await recorder.record(widget, client, addition), 'ERROR');
	assert.deepEqual(failures, [lost]);
});
