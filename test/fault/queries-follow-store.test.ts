/** What shoppers ask is suggested to others, from the events in the store. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import { fillDatabase, live } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { openIndexedZone, waitUntil } from '../support/indexed-zone.ts';

const { hashid } = live;
const limits = { publishQueriesIntervalMs: 0 };

function toSearch(number: number, text: string): ShopperEvent {
	return {
		id: number.toString(16).padStart(32, '0'),
		storeId: null,
		hashid,
		sessionId: `session ${number}`,
		userId: null,
		clientKey: null,
		isBot: false,
		occurredAtMs: number,
		action: {
			kind: 'search',
			text,
			queryName: 'match_and',
			indexNames: [],
			page: 1,
			hitCount: 1,
			filters: [],
		},
	};
}

test('a query that several asked is suggested, as long as it finds something, and after a restart', async (t) => {
	const directory = makeTemporaryDirectory();
	let zone = await openIndexedZone(directory.path, limits);
	t.after(async () => {
		await zone.close();
		directory.remove();
	});
	await fillDatabase(zone.database);
	const put = (id: string, title: string) =>
		({ kind: 'put', id, text: JSON.stringify({ id, title }), groupId: null }) as const;
	await zone.database.items.write(live, [put('1', 'Red running shoe'), put('2', 'Reddish lamp')]);
	await zone.settle();
	const suggest = () => zone.searchIndex.suggest({ hashid, indexNames: ['product'] }, 'red', 10);
	const texts = [
		'running shoe red',
		'running shoe red',
		'Rùnning shoe red',
		'red rocket',
		'red rocket',
		'red rocket',
		'red run',
	];
	await zone.database.events.recordMany(texts.map((text, number) => toSearch(number, text)));
	await waitUntil(async () => (await suggest())[0] === 'running shoe red');
	assert(!(await suggest()).some((text) => text === 'red rocket' || text === 'red run'));
	await zone.close();
	zone = await openIndexedZone(directory.path, limits);
	await waitUntil(async () => (await suggest())[0] === 'running shoe red');
	await zone.close();
	const file = join(directory.path, 'search', 'queries');
	writeFileSync(file, readFileSync(file).subarray(9));
	zone = await openIndexedZone(directory.path, limits);
	await waitUntil(async () => (await suggest())[0] === 'running shoe red');
	await zone.database.items.write(live, [{ kind: 'delete', id: '1' }]);
	await zone.settle();
	assert(!(await suggest()).includes('running shoe red'));
});
