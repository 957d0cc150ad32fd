import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChangeRules, type CountedEvents, countMore, countSession } from './count-session.ts';
import type { FactSink } from './fact-sink.ts';
import { type SessionEvent, sessionEventKinds } from './session-event.ts';

const touchMs = 3600_000;
const pauseMs = 25 * 3600_000;
const texts = ['', 's', 'sh', 'shoes', 'boots'];

/** Few values, so that events have much to do with each other. */
const event = fc.record(
	{
		kind: fc.constantFrom(...sessionEventKinds),
		/** Before it comes an event by so much; few are late, and few come days later. */
		sinceMs: fc.oneof(
			{ weight: 8, arbitrary: fc.constantFrom(0, 1_000, 40_000, touchMs) },
			{ weight: 1, arbitrary: fc.constantFrom(-90_000, pauseMs) },
		),
		user: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(5, 6) }),
		...{ queryId: fc.nat(3), device: fc.nat(2), location: fc.nat(2), item: fc.nat(3), reference: fc.nat(2) },
		...{ rank: fc.nat(2), hits: fc.nat(1), units: fc.nat(2), revenue: fc.nat(9) },
		text: fc.nat(texts.length - 1),
	},
	{ noNullPrototype: true },
);

type Step = Omit<
	SessionEvent,
	'atMs' | 'text' | 'query' | 'itemHash' | 'shown' | 'facets' | 'source' | 'attempt' | 'indices'
> & {
	readonly sinceMs: number;
	readonly text: number;
};

function toEvents(steps: readonly Step[]): SessionEvent[] {
	let atMs = Date.UTC(2026, 2, 1, 10);
	return steps.map(({ sinceMs, text, ...rest }) => {
		atMs += sinceMs;
		const shown = rest.kind === 'search' ? [1, 2] : [];
		const facets = rest.kind === 'search' && rest.hits === 1 ? [7, 0] : [];
		const names = { source: 0, attempt: 0, indices: 0, text: texts[text] ?? null, query: 100 + text };
		return { ...rest, ...names, atMs, itemHash: rest.item * 10, shown, facets };
	});
}

/** Sums by table, day and dimensions, without those that are 0; and how many rows made them. */
function createSums() {
	const sums = new Map<string, bigint>();
	const measures: ReadonlySet<string> = new Set([
		...['searches', 'keystrokes', 'clicked', 'carted', 'bought', 'clicks', 'revenue', 'carts', 'purchases', 'units'],
		...['checkouts', 'uses', 'empty', 'sessions', 'inits', 'visits', 'impressions'],
	]);
	let rowCount = 0;
	const toSink = (sign: bigint): FactSink => ({
		add(table, day, row) {
			rowCount += 1;
			const members = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
			const dimensions = members.filter(([name]) => !measures.has(name));
			for (const [name, value] of members) {
				if (!measures.has(name)) continue;
				const key = JSON.stringify([table, day, dimensions, name]);
				const sum = (sums.get(key) ?? 0n) + sign * BigInt(value);
				if (sum === 0n) sums.delete(key);
				else sums.set(key, sum);
			}
		},
	});
	const rules: ChangeRules = { adding: toSink(1n), subtracting: toSink(-1n), touchMs };
	return { sums, rules, countRows: () => rowCount };
}

test('events that are counted in any portions have the rows of all events', () => {
	fc.assert(
		fc.property(
			fc.array(event, { maxLength: 25 }),
			fc.array(fc.record({ size: fc.integer({ min: 1, max: 6 }), isForgotten: fc.boolean() }), { minLength: 1 }),
			fc.constantFrom(0, 77),
			(steps, portions, session) => {
				const events = toEvents(steps);
				const all = createSums();
				countSession(session, events, { sink: all.rules.adding, touchMs });
				const portioned = createSums();
				let counted: CountedEvents | undefined;
				for (let at = 0, count = 0; at < events.length; count += 1) {
					const { size, isForgotten } = portions[count % portions.length] ?? { size: 1, isForgotten: false };
					const before = events.slice(0, at);
					if (isForgotten) counted = undefined;
					const news = { counted, readCounted: () => before, more: events.slice(at, at + size) };
					counted = countMore(session, news, portioned.rules);
					at += size;
				}
				assert.deepEqual(new Map([...portioned.sums].sort()), new Map([...all.sums].sort()));
			},
		),
		{ numRuns: 500 },
	);
});

test('a search takes back what it makes a keystroke showed, and nothing of what others showed', () => {
	const step = {
		user: 0,
		queryId: 0,
		device: 1,
		location: 0,
		item: 0,
		reference: 0,
		rank: 1,
		hits: 1,
		units: 1,
		revenue: 0,
	};
	const toSearch = (text: number, sinceMs: number) => ({ ...step, kind: 'search' as const, text, sinceMs });
	const events = toEvents([toSearch(4, 40_000), toSearch(2, 40_000), toSearch(3, 1_000)]);
	const rows: string[] = [];
	const toSink = (sign: string): FactSink => ({
		add: (table, _day, row) => void (table === 'impressions' && rows.push(`${sign}${'item' in row ? row.item : 0}`)),
	});
	const before = events.slice(0, 2);
	const rules = { adding: toSink('+'), subtracting: toSink('-'), touchMs };
	countMore(77, { counted: undefined, readCounted: () => before, more: events.slice(2) }, rules);
	assert.deepEqual(rows, ['+1', '+2', '-1', '-2']);
});

test('a cart counts its own row, however long the session is', () => {
	const step = { sinceMs: 1_000, user: 0, queryId: 0, device: 1, location: 0, item: 1, reference: 2, rank: 0 };
	const cart = { ...step, kind: 'cart' as const, hits: 0, units: 1, revenue: 0, text: 0 };
	const events = toEvents(Array.from({ length: 50 }, () => cart));
	const { rules, countRows } = createSums();
	const counted = countSession(77, events.slice(0, 49), { sink: { add: () => undefined }, touchMs });
	countMore(77, { counted, readCounted: () => assert.fail('they are counted'), more: events.slice(49) }, rules);
	assert.equal(countRows(), 1);
});
