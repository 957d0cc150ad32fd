/** The index of carts is filled many events at a time: a cart may be on both sides of its end. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { openInlineDatabase } from './inline-database.ts';
import { fillDatabase, live, sampleCart, sampleEvent } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const eventsPerIndexing = 4000;

test('a cart is all there, whatever of it is in the index', async (t) => {
	const directory = makeTemporaryDirectory();
	const file = join(directory.path, 'vitrine.db');
	const database = openInlineDatabase(file);
	const raw = new DatabaseSync(file, { readOnly: true });
	t.after(async () => {
		raw.close();
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	const { events } = database;
	const others = Array.from({ length: eventsPerIndexing - 1 }, (_, number) => sampleCart(number + 2, 'other'));
	await events.recordMany([sampleCart(1, 'early'), ...others]);
	await events.recordMany([sampleCart(1, 'late')]);

	assert.equal(raw.prepare('select count(*) as total from cart_event').get()?.total, eventsPerIndexing);
	await events.recordMany([sampleEvent(1, { kind: 'checkout', sources: [] })]);
	const purchases = await events.listOfEngine(live.hashid, 'purchase', 10);
	assert.deepEqual(
		purchases.map(({ action }) => action.kind === 'purchase' && action.itemKey),
		['early', 'late'].map(toItemKey),
	);
});
