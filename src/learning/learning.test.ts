import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packHits } from '../domain/event/packed-hits.ts';
import type { EventItem } from '../domain/event/shopper-event.ts';
import { toItemKey } from '../domain/item/dfid.ts';
import { createSeededRandom } from '../lib/seeded-random.ts';
import { type ClickLearner, openClickLearner } from './click-learner.ts';
import { openExamination } from './examination.ts';
import { splitItemName, toItemName } from './item-name.ts';
import type { LearnedEvent } from './learned-event.ts';
import { createLearnedRanking, type LearnedRanking } from './learned-ranking.ts';

const options = {
	toQuery: (text: string) => (text.includes('@') ? undefined : { text, key: text }),
	searchesMax: () => 1_000,
};
const items = Array.from({ length: 10 }, (_, at) => ({ indexName: 'product', itemKey: toItemKey(`p${at}`) }));
const nameOf = (at: number) => toItemName(items[at] as EventItem);
/** The stems of these tests: words without a final s. */
const toWords = (text: string) => text.split(' ').map((word) => word.replace(/s$/, ''));

const plain: LearnedEvent = {
	kind: 'search',
	item: null,
	sessionId: null,
	text: null,
	hitCount: null,
	hits: [],
	firstRank: 1,
	queryId: null,
	clientKey: null,
	isBot: false,
	occurredAtMs: 1_000,
};

interface Visit {
	readonly text?: string;
	/** Offsets of the items that are clicked. */
	readonly clicks: readonly number[];
	readonly shopper: string;
	readonly more?: Partial<LearnedEvent>;
}

/** A search that shows all items, and clicks after it. */
function toEvents({ text = 'shoe', clicks, shopper, more = {} }: Visit): LearnedEvent[] {
	const from = { sessionId: shopper, clientKey: `network of ${shopper}`, ...more };
	const search = { ...plain, ...from, text, hitCount: 10, hits: packHits(items), queryId: `${text} ${shopper}` };
	return [
		search,
		...clicks.map((at): LearnedEvent => ({ ...plain, ...from, kind: 'click', item: items[at] as EventItem })),
	];
}

function learn(visits: readonly Visit[], learner = openClickLearner(options)): ClickLearner {
	for (const event of visits.flatMap(toEvents)) learner.apply(event);
	return learner;
}

const rankBy = (learner: ClickLearner): LearnedRanking => createLearnedRanking(learner.toLessons(), toWords);

/** Items that have nothing in common. */
const noTraits = () => [];

function factorsOf(learner: ClickLearner, text = 'shoe', strength = 0.5): Map<string, number> {
	const { factors } = rankBy(learner).rank({ words: toWords(text), strength, toTraits: noTraits });
	return new Map(factors.map(({ itemName, factor }) => [itemName, factor]));
}

/** Shoppers who click by rank and by how much they want an item. */
function visit(count: number, wanted: (at: number) => number, { seed = 1, text = 'shoe' } = {}): Visit[] {
	const random = createSeededRandom(seed);
	return Array.from({ length: count }, (_, number) => {
		const clicks = items.keys().filter((at) => random.chance(wanted(at) / (at + 1)));
		return { text, clicks: [...clicks], shopper: `${seed} ${number}` };
	});
}

const queries = ['shoe', 'sock', 'hat', 'coat', 'bag', 'belt', 'scarf', 'glove', 'shirt', 'skirt'];

/** A shop where every query has an item of its own that shoppers want: the first query wants item 6, the next 7. */
function visitAll(count: number): Visit[] {
	const visits = queries.map((text, query) =>
		visit(count, (at) => (at === (query + 6) % 10 ? 1 : 0.2), { seed: query + 1, text }),
	);
	return Array.from({ length: count }, (_, number) => visits.map((ofQuery) => ofQuery[number] as Visit)).flat();
}

test('an item that is clicked more than its rank explains is raised, others are lowered, and none beyond the strength', () => {
	const learner = learn(visitAll(150));
	const factors = factorsOf(learner);
	assert((factors.get(nameOf(6)) ?? 1) > 1.3, `${factors.get(nameOf(6))}`);
	const others = [0, 1, 2, 3, 4, 5].map((at) => factors.get(nameOf(at)) ?? 1);
	assert(others.reduce((sum, factor) => sum + factor, 0) / others.length < 1, String(others));
	for (const strength of [0, 0.1, 0.5]) {
		for (const factor of factorsOf(learner, 'shoe', strength).values()) {
			assert(factor >= 1 / (1 + strength) - 1e-9 && factor <= 1 + strength + 1e-9, `${factor} for ${strength}`);
		}
	}
});

test('the worse the choices of a query were predicted, the less it moves', () => {
	const lessons = learn(visitAll(150)).toLessons();
	const toFactor = (foresight: number) => {
		const evidence = lessons.evidence.map(
			([key, text, atMs, clients, of]) => [key, text, atMs, clients, of, foresight] as const,
		);
		const { factors } = createLearnedRanking({ ...lessons, evidence }, toWords).rank({
			...{ words: ['shoe'], strength: 1, toTraits: noTraits },
		});
		return factors.find(({ itemName }) => itemName === nameOf(6))?.factor ?? 1;
	};
	const [badly, unknown, well] = [-4, 0, 4].map(toFactor) as [number, number, number];
	assert(1 < badly && badly < unknown && unknown < well, `${badly}, ${unknown}, ${well}`);
	assert((lessons.evidence.find(([key]) => key === 'shoe')?.[5] ?? 0) > 0);
});

test('a click says more on a low rank than on a high one', () => {
	const visits = Array.from({ length: 60 }, (_, number) => ({
		text: 'boot',
		clicks: [number % 2 === 0 ? 0 : 8],
		shopper: `${number}`,
	}));
	const factors = factorsOf(learn([...visitAll(100), ...visits]), 'boot');
	assert((factors.get(nameOf(8)) ?? 1) > (factors.get(nameOf(0)) ?? 1));
});

test('where clicks follow the ranks alone hardly anything moves, however many there are', () => {
	for (let seed = 1; seed <= 10; seed++) {
		const texts = ['shoe', 'sock', 'hat'];
		const learner = learn(texts.flatMap((text, at) => visit(400, () => 0.3, { seed: seed * 10 + at, text })));
		const factors = [...factorsOf(learner).values()];
		const moved = factors.reduce((sum, factor) => sum + Math.abs(factor - 1), 0) / factors.length;
		assert(moved < 0.06, `${moved} for seed ${seed}`);
	}
});

test('five clicks do not move anything', () => {
	const visits = Array.from({ length: 5 }, (_, number) => ({ clicks: [7], shopper: `${number}` }));
	for (const factor of factorsOf(learn(visits)).values()) assert.equal(factor, 1);
	const two = learn([...visitAll(50), ...visits.slice(0, 2).map((one) => ({ ...one, text: 'boot' }))]);
	assert.equal(factorsOf(two, 'boot').size, 0, 'two shoppers are not enough for a query');
});

test('the same shopper, the same network and declared bots count once, or not at all', () => {
	const once = learn(visit(200, (at) => (at === 6 ? 1 : 0.2)));
	const expected = once.toLessons().evidence;
	const zeal = Array.from({ length: 50 }, () => ({ clicks: [9], shopper: 'zealous' }));
	const sessions = Array.from({ length: 50 }, (_, number) => ({
		clicks: [9],
		shopper: `new ${number}`,
		more: { clientKey: 'network of zealous' },
	}));
	const bots = Array.from({ length: 50 }, (_, number) => ({
		clicks: [9],
		shopper: `b${number}`,
		more: { isBot: true },
	}));
	const clicksOf = (learner: ClickLearner) =>
		learner.toLessons().evidence[0]?.[4].find(([name]) => name === nameOf(9))?.[1] ?? 0;
	const before = clicksOf(once);
	learn([...zeal, ...sessions, ...bots], once);
	assert(Math.abs(clicksOf(once) - before - 1) < 1e-9, `${clicksOf(once)} after ${before}`);
	assert.equal(once.toLessons().evidence.length, expected.length);
});

test('one network counts for a few choices of a query, and for so many in all', () => {
	const learner = learn([{ clicks: [0, 1, 2, 3, 4, 5, 6, 7], shopper: 'a' }]);
	const sum = (of: ClickLearner) =>
		of
			.toLessons()
			.evidence.flatMap(([, , , , row]) => row)
			.reduce((total, [, clicks]) => total + clicks, 0);
	assert.equal(Math.round(sum(learner)), 4);
	for (let number = 0; number < 100; number++) {
		learn([{ text: `query ${number}`, clicks: [number % 10], shopper: 'a' }], learner);
	}
	assert.equal(Math.round(sum(learner)), 20);
});

test('an event counts for the search that it names, or else for the last of its session that showed the item', () => {
	const cases: readonly (readonly [Partial<LearnedEvent>, string | undefined])[] = [
		[{ queryId: 'shoe s' }, 'shoe'],
		[{ queryId: 'sock s' }, 'sock'],
		[{ queryId: null }, 'sock'],
		[{ queryId: null, text: 'shoe' }, 'shoe'],
		[{ queryId: 'made up' }, 'sock'],
		[{ queryId: 'shoe other' }, 'sock'],
		[{ queryId: 'shoe s', sessionId: 'nobody' }, undefined],
		[{ queryId: 'shoe s', sessionId: 'nobody', clientKey: null }, undefined],
		[{ queryId: 'shoe s', sessionId: 'nobody', clientKey: 'network of s' }, 'shoe'],
		[{ queryId: 'shoe unsigned', sessionId: 'nobody' }, 'shoe'],
		[{ queryId: 'shoe s', item: { indexName: 'product', itemKey: toItemKey('elsewhere') } }, undefined],
	];
	for (const [change, expected] of cases) {
		const learner = learn([
			{ clicks: [], shopper: 'other' },
			{ clicks: [], shopper: 'unsigned', more: { sessionId: null } },
			{ clicks: [], shopper: 's' },
			{ text: 'sock', clicks: [], shopper: 's' },
			{ text: 'jane@example.com', clicks: [], shopper: 's' },
		]);
		for (const kind of ['click', 'cart', 'cart_addition', 'purchase'] as const) {
			learner.apply({ ...plain, kind, sessionId: 's', clientKey: 'k', item: items[3] as EventItem, ...change });
		}
		const keys = learner.toLessons().evidence.map(([key]) => key);
		assert.deepEqual(keys, expected === undefined ? [] : [expected], JSON.stringify(change));
		const chosen = learner.toLessons().evidence[0]?.[4].find(([name]) => name === nameOf(3))?.[1] ?? 0;
		if (expected !== undefined) assert.equal(chosen, 8, 'a click 1, a cart 2 in either way, a purchase 3');
	}
});

test('a click that is logged before its search counts for it, and one without a search is interest soon after', () => {
	for (const { named, isSaved } of [true, false].flatMap((name) =>
		[true, false].map((saved) => ({ named: name, isSaved: saved })),
	)) {
		const [search, click] = toEvents({ clicks: [3], shopper: 's' }) as [LearnedEvent, LearnedEvent];
		let learner = openClickLearner(options);
		learner.apply({ ...click, queryId: named ? search.queryId : null });
		learner.apply({ ...click, sessionId: 'other', clientKey: 'other', item: items[4] as EventItem });
		assert.deepEqual(learner.toLessons().interest, [], 'it waits');
		if (isSaved) learner = openClickLearner(options, JSON.parse(JSON.stringify(learner.toRows())));
		learner.apply(search);
		const chosen = learner.toLessons().evidence[0]?.[4].find(([name]) => name === nameOf(3))?.[1];
		assert.equal(chosen, 1);
		learner.apply({ ...search, queryId: 'later', occurredAtMs: search.occurredAtMs + 6_000 });
		assert.deepEqual(
			learner.toLessons().interest.map(([name]) => name),
			[nameOf(4)],
		);
	}
	const many = openClickLearner(options);
	for (let number = 0; number < 300; number++) {
		many.apply({ ...plain, kind: 'click', sessionId: `${number}`, item: items[number % 10] as EventItem });
	}
	assert.equal(many.toRows().early.length, 200);
});

test('an event that arrives days late does not end the waiting of a click for its search', () => {
	const [search, click] = toEvents({ clicks: [3], shopper: 's' }) as [LearnedEvent, LearnedEvent];
	const learner = openClickLearner(options);
	learner.apply({ ...search, queryId: 'before', sessionId: 'before' });
	learner.apply(click);
	learner.apply({ ...search, queryId: 'late', sessionId: 'late', occurredAtMs: search.occurredAtMs - 864_000_000 });
	assert.deepEqual(learner.toLessons().interest, [], 'it waits');
	learner.apply(search);
	assert.equal(learner.toLessons().evidence[0]?.[4].find(([name]) => name === nameOf(3))?.[1], 1);
});

test('what was saved does not change with what comes after it', () => {
	const visits = visitAll(20);
	const learner = learn(visits);
	const rows = learner.toRows();
	const before = JSON.stringify(rows);
	learn(
		visits.map((one) => ({ ...one, clicks: [1, 5], shopper: one.shopper })),
		learner,
	);
	for (const { text } of visits)
		learner.apply({ ...plain, kind: 'cart', text: text ?? null, sessionId: '1 3', item: items[6] as EventItem });
	assert.equal(JSON.stringify(rows), before);
});

test('as long as nothing differs, clicks and expected clicks of a query have the same sum', () => {
	const learner = learn(Array.from({ length: 10 }, (_, at) => ({ clicks: [at], shopper: `${at}` })));
	const [row] = learner.toLessons().evidence;
	const sum = (of: 1 | 2) => row?.[4].reduce((total, item) => total + item[of], 0) ?? 0;
	assert.equal(sum(1), 10);
	assert(Math.abs(sum(2) - 10) < 1, `${sum(2)}`);
});

test('inflections share what was learned, and so do queries whose shoppers choose the same', () => {
	const learner = learn(visitAll(100));
	assert.deepEqual(factorsOf(learner, 'shoes'), factorsOf(learner, 'shoe'));
	const few = visit(25, (at) => (at === 6 ? 1 : 0.2), { seed: 20, text: 'trainer' });
	const apart = learn([...visitAll(100).filter(({ text }) => text !== 'shoe'), ...few]);
	const toFactor = (of: ClickLearner) => factorsOf(of, 'trainer').get(nameOf(6)) ?? 1;
	assert(toFactor(learn(few, learner)) > toFactor(apart), 'the shoe lends to the trainer');
	assert.equal(factorsOf(learner, 'lamp').size, 0, 'nothing is known of others');
});

test('an item that shoppers choose after many queries, or want by itself, is raised a little for all', () => {
	const learner = learn(visitAll(100));
	const texts = ['a', 'b', 'c', 'd'];
	learn(
		texts.flatMap((text, at) => visit(100, (item) => (item === 6 ? 1 : 0.2), { seed: 30 + at, text })),
		learner,
	);
	for (let number = 0; number < 40; number++) {
		learner.apply({ ...plain, kind: 'view', sessionId: `v${number}`, item: items[2] as EventItem });
	}
	const popular = new Map(
		rankBy(learner)
			.listPopular(0.5)
			.map(({ itemName, factor }) => [itemName, factor]),
	);
	assert((popular.get(nameOf(6)) ?? 1) > 1.02);
	assert((popular.get(nameOf(2)) ?? 1) > (popular.get(nameOf(3)) ?? 1));
	for (const factor of popular.values()) assert(factor >= 0.8 && factor <= 1.3, `${factor}`);
});

test('a learner that is closed and opened again anywhere goes on as if it had not been', () => {
	const visits = [...visit(60, (at) => (at === 6 ? 1 : 0.3)), ...visit(40, () => 0.4, { seed: 3, text: 'sock' })];
	const events = visits.flatMap(toEvents);
	const whole = openClickLearner(options);
	for (const event of events) whole.apply(event);
	fc.assert(
		fc.property(fc.nat(events.length), (cut) => {
			const before = openClickLearner(options);
			for (const event of events.slice(0, cut)) before.apply(event);
			const rows = JSON.parse(JSON.stringify(before.toRows()));
			const after = openClickLearner(options, rows);
			for (const event of events.slice(cut)) after.apply(event);
			assert.deepEqual(after.toRows(), whole.toRows());
		}),
		{ numRuns: 20 },
	);
});

test('old evidence fades', () => {
	const year = 365 * 24 * 3_600_000;
	const learner = learn(visitAll(100));
	const before = factorsOf(learner).get(nameOf(6)) ?? 1;
	learn(
		visit(100, () => 0.3, { seed: 99 }).map((one) => ({ ...one, more: { occurredAtMs: year } })),
		learner,
	);
	assert(before > 1.3, `${before}`);
	assert((factorsOf(learner).get(nameOf(6)) ?? 1) < 1.15);
});

/** Visits that are stamped one after another from a time on, in ms since 1970. */
function stamp(visits: readonly Visit[], fromMs: number): Visit[] {
	return visits.map((one, number) => ({ ...one, more: { occurredAtMs: fromMs + number * 1_000 } }));
}

for (const [which, wrongMs] of [
	['ten years ahead', Date.UTC(2036, 10, 23)],
	['at its factory setting', 0],
] as const) {
	test(`what is learned before, while and after a clock is ${which} counts as if it had always been right`, () => {
		const now = Date.UTC(2026, 10, 23);
		const visits = visitAll(150);
		const [before, during, after] = [visits.slice(0, 700), visits.slice(700, 800), visits.slice(800)];
		const right = learn(stamp(visits, now));
		const wrong = learn([...stamp(before, now), ...stamp(during, wrongMs), ...stamp(after, now + 800_000)]);
		for (const text of queries) {
			for (const [name, factor] of factorsOf(right, text)) {
				const is = factorsOf(wrong, text).get(name) ?? 1;
				assert(Math.abs(is - factor) < 1e-3, `${text}, ${name}: ${is} instead of ${factor}`);
			}
		}
	});
}

test('what was saved while a clock was years ahead does not outweigh what is learned afterwards', () => {
	const visits = visit(30, () => 0.3);
	const ahead = learn(stamp(visits, Date.UTC(2036, 10, 23)));
	const learner = openClickLearner(options, ahead.toRows());
	learn(stamp(visitAll(150), Date.UTC(2026, 10, 23)), learner);
	assert((factorsOf(learner).get(nameOf(6)) ?? 1) > 1.3);
});

test('the number of queries is bounded: those that several shoppers ask are kept', () => {
	const learner = learn(visit(50, () => 0.5));
	for (let number = 0; number < 200; number++) {
		learn([{ text: `nonsense ${number}`, clicks: [1], shopper: `n${number}` }], learner);
	}
	learner.prune(10);
	assert.equal(learner.queryCount, 10);
	assert(learner.toLessons().evidence.some(([key]) => key === 'shoe'));
});

test('the examination curve is found, whatever it is, as soon as items are seen at several ranks', () => {
	const random = createSeededRandom(5);
	const theta = (rank: number) => 1 / rank ** 0.5;
	const wanted = items.map((_, at) => (at % 2 === 0 ? 1 : 0.3));
	const examination = openExamination();
	for (let number = 0; number < 20_000; number++) {
		const order = random.shuffle([...items.keys()]);
		const weights = order.map((at, offset) => theta(offset + 1) * (wanted[at] as number));
		const offset = random.pickWeighted([...order.keys()], weights);
		const shown = order.map((at, rank) => ({ rank: rank + 1, attraction: wanted[at] as number }));
		examination.count({ rank: offset + 1, weight: 1, shown });
	}
	for (const rank of [2, 5, 10]) {
		const ratio = examination.at(rank) / examination.at(1);
		assert(Math.abs(ratio - theta(rank)) < 0.06, `rank ${rank}: ${ratio}`);
	}
	assert.deepEqual(openExamination(examination.toRows()).toRows(), examination.toRows());
});

test('the name of an item has its index and its key', () => {
	const [item] = items;
	const { indexName, key } = splitItemName(nameOf(0));
	assert.deepEqual([indexName, Buffer.from(key).toString('hex')], [item?.indexName, item?.itemKey]);
});
