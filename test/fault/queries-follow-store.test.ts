/** Popular queries are suggested to other shoppers, from the events in the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ShopperEvent, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { live } from '../contract/sample-data.ts';
import { openFollowedZone } from '../support/followed-zone.ts';
import { waitFor } from '../support/wait-for.ts';

const { hashid } = live;

function toSearch(number: number, text: string, userId: string | null = null): ShopperEvent {
	return {
		id: number.toString(16).padStart(32, '0'),
		storeId: null,
		hashid,
		sessionId: `session ${number}`,
		userId,
		...unknownClient,
		occurredAtMs: number,
		action: {
			kind: 'search',
			text,
			queryName: 'match_and',
			indexNames: [],
			page: 1,
			hitCount: 1,
			firstRank: 1,
			hits: [],
			filters: [],
		},
	};
}

test('a popular query is suggested as long as it finds something, even after a restart', async (t) => {
	const followed = await openFollowedZone(t);
	const put = (id: string, title: string) =>
		({ kind: 'put', id, text: JSON.stringify({ id, title }), groupId: null }) as const;
	await followed.zone.database.items.write(live, [put('1', 'Red running shoe'), put('2', 'Reddish lamp')]);
	await followed.zone.settle();
	const suggest = () => followed.zone.searchIndex.suggest({ hashid, indexNames: ['product'] }, 'red', 10);
	const texts = [
		'running shoe red',
		'running shoe red',
		'Rùnning shoe red',
		'red rocket',
		'red rocket',
		'red rocket',
		'red run',
	];
	await followed.zone.database.events.recordMany(texts.map((text, number) => toSearch(number, text)));
	await waitFor('what shoppers ask, first', suggest, ([first]) => first === 'running shoe red');
	assert(!(await suggest()).some((text) => text === 'red rocket' || text === 'red run'));
	await followed.reopen();
	await waitFor('what shoppers ask, first', suggest, ([first]) => first === 'running shoe red');
	await followed.reopen('queries');
	await waitFor('what shoppers ask, first', suggest, ([first]) => first === 'running shoe red');
	await followed.zone.database.items.write(live, [{ kind: 'delete', id: '1' }]);
	await followed.zone.settle();
	assert(!(await suggest()).includes('running shoe red'));
});

test('what an erased user or session asked is suggested no more once others did not ask it often enough', async (t) => {
	const followed = await openFollowedZone(t);
	const { database, searchIndex, settle } = followed.zone;
	const put = {
		kind: 'put',
		id: '1',
		text: '{"id":"1","title":"Red shoe, red sock, red hat"}',
		groupId: null,
	} as const;
	await database.items.write(live, [put]);
	await settle();
	const texts = ['hat red', 'sock red', 'shoe red'];
	const askedAs = ['jane', null, null, 'joe'];
	const events = askedAs.flatMap((userId, client) =>
		texts.slice(0, client === 3 ? 1 : 3).map((text, number) => toSearch(10 * client + number, text, userId)),
	);
	await database.events.recordMany(events.map((event, number) => ({ ...event, sessionId: `s${number % 10}` })));
	const suggest = () => searchIndex.suggest({ hashid, indexNames: ['product'] }, 'red', 10);
	const shown = async () => (await suggest()).filter((text) => texts.includes(text)).sort();
	await waitFor('three queries', shown, ({ length }) => length === 3);
	assert((await followed.erase({ userId: 'jane' })) === 3);
	await waitFor('hat and red', shown, (texts) => String(texts) === 'hat red');
	assert((await followed.erase({ sessionId: 's9' })) === 1);
	await waitFor('no query', shown, ({ length }) => length === 0);
});
