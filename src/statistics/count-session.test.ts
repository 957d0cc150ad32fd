import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FactTableName } from '../domain/statistics/fact-table.ts';
import { countSession } from './count-session.ts';
import type { FactSink } from './fact-sink.ts';
import type { SessionEvent } from './session-event.ts';

const session = 77;
const startMs = Date.UTC(2026, 2, 1, 10);
const daySeconds = 24 * 3600;
const nothing: SessionEvent = {
	...{ kind: 'other', atMs: startMs, user: 0, queryId: 0, device: 0, location: 0, text: null, query: 0, item: 0 },
	...{ itemHash: 0, reference: 0, rank: 0, source: 0, attempt: 0, hits: 0, indices: 0, shown: [], facets: [] },
	...{ units: 1, revenue: 0 },
};

/** Queries are numbered by their lengths, so that rows can be read. */
function search(seconds: number, text: string, change: Partial<SessionEvent> = {}): SessionEvent {
	const asked = { text, query: 100 + text.length, rank: 1, hits: 5 };
	return { ...nothing, kind: 'search', atMs: startMs + 1000 * seconds, ...asked, ...change };
}

const on = (
	kind: 'click' | 'widget_click' | 'cart' | 'cart_addition' | 'purchase',
	seconds: number,
	item: number,
	change: Partial<SessionEvent> = {},
): SessionEvent => ({ ...nothing, kind, atMs: startMs + 1000 * seconds, item, itemHash: item * 10, ...change });

type Row = Readonly<Record<string, number | bigint | undefined>>;

/** Rows of a table, with the members that are asked for. */
function count(
	table: FactTableName,
	members: readonly string[],
	events: readonly SessionEvent[],
	{ id = session, touchMs = 24 * 3600_000 }: { readonly id?: number; readonly touchMs?: number } = {},
) {
	const rows: (number | bigint)[][] = [];
	const sink: FactSink = {
		add(name, _day, row) {
			if (name === table) rows.push(members.map((member) => (row as Row)[member] ?? 0));
		},
	};
	countSession(id, events, { sink, touchMs });
	return rows;
}

const searches = (events: readonly SessionEvent[]) =>
	count('searches', ['query', 'searches', 'keystrokes', 'clicked'], events);

test('of what is typed within half a minute the last counts', () => {
	assert.deepEqual(searches([search(0, 's'), search(1, 'sh'), search(2, 'shoe')]), [
		[101, 0, 1, 0],
		[102, 0, 1, 0],
		[104, 1, 0, 0],
	]);
	assert.deepEqual(searches([search(0, 'shoes'), search(2, 'sho')]), [
		[105, 0, 1, 0],
		[103, 1, 0, 0],
	]);
});

test('what is typed later, something else or the same again is another search', () => {
	for (const next of [search(31, 'shoe'), search(1, 'bo'), search(1, 'sh')]) {
		assert.equal(searches([search(0, 'sh'), next])[0]?.[1], 1, `${next.text} after ${next.atMs - startMs} ms`);
	}
	assert.equal(searches([search(0, 'sh'), search(30, 'shoe')])[0]?.[1], 0);
});

test('after a click or a cart, what was typed before it was a search', () => {
	for (const kind of ['click', 'cart_addition', 'widget_click'] as const) {
		assert.equal(searches([search(0, 'sh'), on(kind, 1, 9), search(2, 'shoe')])[0]?.[1], 1, kind);
	}
});

test('a page beyond the first is no search, and clicks on it belong to the search', () => {
	const events = [
		search(0, 'shoes', { shown: [1] }),
		search(50, 'shoes', { shown: [2], rank: 21 }),
		on('click', 60, 2),
	];
	assert.deepEqual(searches(events), [[105, 1, 0, 1]]);
	assert.deepEqual(count('clicks', ['query', 'rank', 'searches'], events), [[105, 21, 1]]);
});

test('items are shown by searches that count and by further pages, but not while a query is typed', () => {
	const typed = [search(0, 'sho', { shown: [9] }), search(1, 'shoes', { shown: [1, 2], device: 2 })];
	const page = search(50, 'shoes', { shown: [2], rank: 21 });
	assert.deepEqual(count('impressions', ['item', 'device', 'impressions'], [...typed, page]), [
		[1, 2, 1],
		[2, 2, 1],
		[2, 0, 1],
	]);
});

test('hits of which an earlier version stored 30 bits are clicked at their ranks, and not shown again', () => {
	const events = [search(0, 'shoes', { shown: [-11, -21] }), on('click', 1, 2)];
	assert.deepEqual(count('clicks', ['item', 'query', 'rank'], events), [[2, 105, 2]]);
	assert.deepEqual(count('impressions', ['item'], events), []);
});

test('a click belongs to the search that it names, else to the last with its text, else to the last that showed the item', () => {
	const made = [
		search(0, 'shoes', { queryId: 5, shown: [2] }),
		search(100, 'red', { queryId: 6, shown: [3] }),
		search(200, 'bags', { queryId: 7 }),
	];
	const queryOf = (click: SessionEvent) => count('clicks', ['query'], [...made, click])[0]?.[0];
	assert.equal(queryOf(on('click', 300, 2, { queryId: 6 })), 103);
	assert.equal(queryOf(on('click', 300, 2, { queryId: 99 })), 105, 'an unknown search is as none');
	assert.equal(queryOf(on('click', 300, 4, { text: 'red', query: 103 })), 103);
	assert.equal(queryOf(on('click', 300, 2)), 105);
	assert.equal(queryOf(on('click', 300, 4)), 0);
	assert.equal(queryOf(on('click', 300, 4, { text: 'never searched', query: 8 })), 8);
	assert.equal(queryOf(on('click', 50, 3)), 0, 'the search comes after the click');
});

test('several clicks of a search are one clicked search, and each item is one of its', () => {
	const events = [search(0, 'shoes', { shown: [1, 2] }), on('click', 1, 1), on('click', 2, 1), on('click', 3, 2)];
	assert.deepEqual(count('searches', ['clicked', 'clicks'], events), [[1, 3]]);
	assert.deepEqual(count('clicks', ['item', 'rank', 'searches'], events), [
		[1, 1, 1],
		[1, 1, 0],
		[2, 2, 1],
	]);
});

test('a search that is logged after its click is counted like one before it', () => {
	const events = [search(0, 'shoes', { shown: [1] }), on('click', 1, 1)];
	assert.deepEqual(searches([...events].reverse()), searches(events));
});

test('carts and purchases come from the last click on the item within 24 hours', () => {
	const made = [search(0, 'shoes', { shown: [1] }), on('click', 1, 1)];
	const originsOf = (events: readonly SessionEvent[]) => count('conversions', ['origin', 'query', 'reference'], events);
	assert.deepEqual(originsOf([...made, on('purchase', 3600, 1, { revenue: 25_000 })]), [[1, 105, 0]]);
	assert.deepEqual(originsOf([...made, on('widget_click', 5, 1, { reference: 4 }), on('purchase', 9, 1)]), [[4, 0, 4]]);
	assert.deepEqual(originsOf([...made, on('purchase', 9, 2)]), [[0, 0, 0]], 'another item');
	const late = 24 * 3600 + 2;
	const alive = on('cart_addition', 12 * 3600, 3);
	assert.deepEqual(originsOf([...made, alive, on('purchase', late, 1)])[1], [0, 0, 0]);
	assert.deepEqual(originsOf([...made, alive, on('purchase', late - 1, 1)])[1], [1, 105, 0]);
});

test('a cart of a widget is the widget’s, and what is bought of it too', () => {
	const events = [on('cart', 0, 1, { reference: 4 }), on('purchase', 1, 1, { revenue: 100, units: 2 })];
	assert.deepEqual(count('conversions', ['origin', 'reference', 'carts', 'purchases', 'units', 'revenue'], events), [
		[4, 4, 1, 0, 0, 0],
		[4, 4, 0, 1, 2, 100n],
	]);
});

test('a cart that names a search belongs to it, with its purchase and its revenue', () => {
	const events = [
		search(0, 'shoes', { queryId: 5 }),
		on('cart_addition', 1, 1, { queryId: 5 }),
		on('purchase', 2, 1, { revenue: 700 }),
	];
	assert.deepEqual(count('searches', ['clicked', 'carted', 'bought', 'revenue'], events), [[0, 1, 1, 700n]]);
});

test('after more than a day without an event it is another session', () => {
	const members = ['sessions', 'hasSearch', 'purchases', 'revenue'];
	const events = [search(0, 'shoes'), on('purchase', daySeconds, 1, { revenue: 5 })];
	assert.deepEqual(count('sessions', members, events), [[1, 1, 1, 5n]]);
	const later = events.map((event, index) => ({ ...event, atMs: event.atMs + index }));
	assert.deepEqual(count('sessions', members, later), [
		[1, 1, 0, 0n],
		[1, 0, 1, 5n],
	]);
});

test('who follows a redirection did not click a result', () => {
	const redirect: SessionEvent = { ...nothing, kind: 'redirect', atMs: startMs, reference: 3 };
	const events = [redirect, { ...redirect, kind: 'image' as const }];
	assert.equal(count('clicks', ['clicks'], events).length, 2);
	assert.equal(count('clickers', ['clicks'], events).length, 1);
});

test('a session is of its first user, on its first known device; without a user it is its own', () => {
	const members = ['device', 'user', 'session'];
	const events = [search(0, 'a'), search(60, 'b', { device: 2, user: 5 }), search(60, 'c', { device: 1 })];
	assert.deepEqual(count('sessions', members, events), [[2, 5, session]]);
	assert.deepEqual(count('sessions', members, [search(0, 'a')]), [[0, session, session]]);
});

test('what has no session counts, but not as a session', () => {
	assert.deepEqual(count('sessions', ['sessions'], [search(0, 'a')], { id: 0 }), []);
	assert.deepEqual(count('sessions', ['inits', 'sessions'], [{ ...nothing, kind: 'init' }], { id: 0 }), [[1, 0]]);
	assert.deepEqual(count('searches', ['searches'], [search(0, 'a')], { id: 0 }), [[1]]);
});

test('filters count by field and by value, and those that found nothing apart', () => {
	const facets = [7, 0, 7, 8];
	assert.deepEqual(count('facets', ['field', 'value', 'uses', 'empty'], [search(0, 'a', { facets, hits: 0 })]), [
		[7, 0, 1, 1],
		[7, 8, 1, 1],
	]);
});

test('inits and searches count where they came from', () => {
	const events = [{ ...nothing, kind: 'init' as const, location: 3 }, search(1, 'a', { location: 3 })];
	assert.deepEqual(count('locations', ['query', 'location', 'inits', 'searches'], events), [
		[101, 3, 0, 1],
		[0, 3, 1, 0],
	]);
});

test('rows are in the quarter of an hour of what they count', () => {
	const events = [search(0, 'shoes', { shown: [1] }), on('click', 16 * 60, 1)];
	assert.deepEqual(count('searches', ['quarter', 'clicked'], events), [[40, 1]]);
	assert.deepEqual(count('clicks', ['quarter'], events), [[41]]);
});

test('a store may say how long a click counts for purchases, also for those of later sessions', () => {
	const hourMs = 3600_000;
	const made = [search(0, 'shoes', { shown: [1] }), on('click', 1, 1)];
	const events = [...made, on('purchase', 50 * 3600 + 1, 1, { revenue: 700 })];
	const originsIn = (hours: number) => count('conversions', ['origin', 'query'], events, { touchMs: hours * hourMs });
	assert.deepEqual(originsIn(50), [[1, 105]]);
	assert.deepEqual(originsIn(49), [[0, 0]]);
	assert.deepEqual(count('searches', ['bought', 'revenue'], events, { touchMs: 50 * hourMs }), [[1, 700n]]);
	assert.deepEqual(count('searches', ['bought', 'revenue'], events), [[0, 0n]]);
	assert.deepEqual(count('conversions', ['origin'], [...made, on('purchase', 3602, 1)], { touchMs: hourMs }), [[0]]);
});

test('what is clicked in a list without a query was found on a page of a category', () => {
	const made = [search(0, '', { shown: [1] }), on('click', 1, 1)];
	assert.deepEqual(count('clicks', ['origin', 'query', 'searches'], made), [[6, 100, 1]]);
	assert.deepEqual(count('conversions', ['origin'], [...made, on('purchase', 2, 1)]), [[6]]);
	const named = [search(0, '', { queryId: 5 }), on('cart_addition', 1, 1, { queryId: 5 })];
	assert.deepEqual(count('conversions', ['origin'], named), [[6]]);
	assert.deepEqual(count('searches', ['searches', 'clicked'], made), [[1, 1]]);
});
