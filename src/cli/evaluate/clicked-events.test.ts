import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import { createClickCounter } from './clicked-events.ts';

const toDfid = (id: string) => formatDfid({ hashid: 'a'.repeat(32), indexName: 'product', itemKey: toItemKey(id) });
const search = (text: string, session: string, more: object = {}) => ({
	kind: 'search',
	text,
	session_id: session,
	query_id: null,
	occurred_at: '2026-11-23T08:00:00.000Z',
	shown: ['1', '2'].map(toDfid),
	...more,
});
const click = (id: string, session: string, more: object = {}) => ({
	kind: 'click',
	dfid: toDfid(id),
	session_id: session,
	query_id: null,
	occurred_at: '2026-11-23T08:00:01.000Z',
	...more,
});

function count(events: readonly object[], countMax = 10) {
	const counter = createClickCounter();
	for (const event of events) counter.add(event as Readonly<Record<string, unknown>>);
	const names = new Map(['1', '2', '3'].map((id) => [toItemKey(id), id]));
	return counter.finish(countMax).queries.map(({ text, evidence }) => {
		return [text, Object.fromEntries(Array.from(evidence, ([key, clicks]) => [names.get(key), clicks]))];
	});
}

describe('clicks in the log', () => {
	it('belong to the search that they name', () => {
		const events = [
			search('boot', 's', { query_id: 'q1' }),
			search('shoe', 's', { query_id: 'q2' }),
			click('1', 's', { query_id: 'q1' }),
		];
		assert.deepEqual(count(events), [['boot', { 1: 1 }]]);
	});

	it('belong otherwise to the last search of their session, if that showed the item', () => {
		const events = [search('boot', 's'), click('2', 's'), click('3', 's'), click('1', 'other')];
		assert.deepEqual(count(events), [['boot', { 2: 1 }]]);
	});

	it('wait for their search if that is logged after them, but not for one that came later', () => {
		const late = { occurred_at: '2026-11-23T08:00:02.000Z' };
		const events = [
			click('1', 's'),
			click('1', 't', { query_id: 'q1' }),
			click('2', 'u'),
			search('boot', 's'),
			search('shoe', 't', { query_id: 'q1' }),
			search('hat', 'u', late),
		];
		assert.deepEqual(count(events), [
			['boot', { 1: 1 }],
			['shoe', { 1: 1 }],
		]);
	});

	it('count once in a session, and not for bots', () => {
		const events = [
			search('Red  Boot', 's'),
			click('1', 's'),
			click('1', 's'),
			search('red boot', 't'),
			click('1', 't'),
			click('2', 't', { is_bot: true }),
		];
		assert.deepEqual(count(events), [['red boot', { 1: 2 }]]);
	});

	it('make the queries with most of them come first, and no others than those asked for', () => {
		const events = [
			search('boot', 's'),
			click('1', 's'),
			search('shoe', 't'),
			click('1', 't'),
			click('2', 't'),
			search('nothing clicked', 'u'),
		];
		assert.deepEqual(count(events), [
			['shoe', { 1: 1, 2: 1 }],
			['boot', { 1: 1 }],
		]);
		assert.deepEqual(count(events, 1), [['shoe', { 1: 1, 2: 1 }]]);
	});
});
