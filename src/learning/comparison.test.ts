import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedAction } from '../domain/evaluation/team-comparison.ts';
import { packHits } from '../domain/event/packed-hits.ts';
import { toItemKey } from '../domain/item/dfid.ts';
import { type ClickLearner, type LearnerRows, openClickLearner } from './click-learner.ts';
import type { LearnedEvent } from './learned-event.ts';

const items = Array.from({ length: 6 }, (_, at) => ({ indexName: 'product', itemKey: toItemKey(`${at}`) }));
const run = 1_000;
/** Item 0 is of no team, 1 and 3 are of the learned one, 2 and 4 of the plain one, and 5 of none. */
const draft = { run, teams: '-lplp-' };

function open(rows?: LearnerRows, searchesMax = 1_000): ClickLearner {
	const toQuery = (text: string) => ({ text, key: text.toLowerCase() });
	return openClickLearner({ toQuery, searchesMax: () => searchesMax }, rows);
}

let serial = 0;

function toEvent(sessionId: string, more: Partial<LearnedEvent>): LearnedEvent {
	serial += 1;
	return {
		...{ kind: 'search', item: null, text: null, hitCount: null, hits: [], firstRank: 1, queryId: null },
		...{ clientKey: `network of ${sessionId}`, isBot: false, occurredAtMs: serial, sessionId },
		...more,
	};
}

function search(learner: ClickLearner, sessionId: string, more: Partial<LearnedEvent> = {}): void {
	const shown = { text: 'lamp', hitCount: 6, hits: packHits(items), draft };
	learner.apply(toEvent(sessionId, { ...shown, queryId: `q${serial}`, ...more }));
}

function choose(learner: ClickLearner, sessionId: string, at: number, more: Partial<LearnedEvent> = {}): void {
	learner.apply(toEvent(sessionId, { kind: 'click', item: items[at] ?? null, ...more }));
}

function tallyOf(learner: ClickLearner, action: ComparedAction = 'clicks') {
	const { learnedWins, plainWins, ties } = learner.toComparison()?.tallies[action] ?? {};
	return [learnedWins, plainWins, ties];
}

test('a search is won by the ranking of which more was chosen', () => {
	const learner = open();
	assert.equal(learner.toComparison(), undefined);
	search(learner, 'a');
	assert.deepEqual(tallyOf(learner), [0, 0, 0]);
	choose(learner, 'a', 0);
	choose(learner, 'a', 5);
	assert.deepEqual(tallyOf(learner), [0, 0, 0], 'items of no team');
	choose(learner, 'a', 1);
	choose(learner, 'a', 1);
	assert.deepEqual(tallyOf(learner), [1, 0, 0]);
	choose(learner, 'a', 2);
	assert.deepEqual(tallyOf(learner), [0, 0, 1], 'an item counts once');
	choose(learner, 'a', 4);
	assert.deepEqual(tallyOf(learner), [0, 1, 0]);
	const { run: began, searchCount, shopperCount } = learner.toComparison() ?? {};
	assert.deepEqual([began, searchCount, shopperCount], [run, 1, 1]);
});

test('clicks, carts and purchases are compared separately', () => {
	const learner = open();
	search(learner, 'a');
	choose(learner, 'a', 1);
	choose(learner, 'a', 2, { kind: 'cart_addition' });
	choose(learner, 'a', 2, { kind: 'cart' });
	choose(learner, 'a', 3, { kind: 'purchase' });
	choose(learner, 'a', 4, { kind: 'view' });
	assert.deepEqual(tallyOf(learner), [1, 0, 0]);
	assert.deepEqual(tallyOf(learner, 'carts'), [0, 1, 0]);
	assert.deepEqual(tallyOf(learner, 'purchases'), [1, 0, 0]);
});

test('the pages and repetitions of a search are one search, and each of them credits what it showed', () => {
	const learner = open();
	search(learner, 'a', { queryId: 'first' });
	search(learner, 'a', {
		queryId: 'second',
		text: 'LAMP',
		firstRank: 7,
		hits: packHits(items.slice(2, 4)),
		draft: { run, teams: 'lp' },
	});
	assert.equal(learner.toComparison()?.searchCount, 1);
	choose(learner, 'a', 2, { queryId: 'second' });
	assert.deepEqual(tallyOf(learner), [1, 0, 0], 'of the second page');
	choose(learner, 'a', 4, { queryId: 'first' });
	assert.deepEqual(tallyOf(learner), [0, 0, 1], 'of the first page');
	search(learner, 'a', { text: 'chair' });
	choose(learner, 'a', 3, { text: 'chair' });
	assert.deepEqual(tallyOf(learner), [1, 0, 1], 'another search');
});

test('lists that are not interleaved, bots and searches that were never seen count for nothing', () => {
	const learner = open();
	search(learner, 'a', { draft: { run, teams: '------' } });
	assert.equal(learner.toComparison(), undefined);
	const { draft: _, ...plain } = toEvent('a', { text: 'lamp', hits: packHits(items), queryId: 'plain' });
	learner.apply(plain);
	choose(learner, 'a', 1);
	assert.equal(learner.toComparison(), undefined);
	search(learner, 'b', { isBot: true });
	choose(learner, 'b', 1, { isBot: true });
	assert.equal(learner.toComparison(), undefined);
	search(learner, 'c');
	choose(learner, 'c', 1, { isBot: true });
	choose(learner, 'd', 1, { queryId: 'gone' });
	assert.deepEqual(tallyOf(learner), [0, 0, 0]);
});

test('a network decides at most ten searches a day, and its balance is a single vote for the confidence', () => {
	const learner = open();
	for (let number = 0; number < 30; number++) {
		search(learner, `s${number}`);
		choose(learner, `s${number}`, 1, { clientKey: 'one network' });
	}
	assert.deepEqual(tallyOf(learner), [10, 0, 0]);
	assert.equal(learner.toComparison()?.shopperCount, 1);
	assert.equal(learner.toComparison()?.tallies.clicks.squares, 100);
	for (let number = 0; number < 5; number++) {
		search(learner, `t${number}`);
		choose(learner, `t${number}`, 2);
	}
	assert.equal(learner.toComparison()?.tallies.clicks.squares, 105);
	// A win that becomes a tie leaves the balance.
	choose(learner, 's0', 2, { clientKey: 'one network' });
	assert.deepEqual(tallyOf(learner), [9, 5, 1]);
	assert.equal(learner.toComparison()?.tallies.clicks.squares, 86);
});

test('switching it on again begins a new comparison, and clicks on older lists no longer count', () => {
	const learner = open();
	search(learner, 'a', { queryId: 'old' });
	choose(learner, 'a', 1);
	search(learner, 'b', { draft: { run: run + 1, teams: '-lplp-' } });
	const report = learner.toComparison();
	assert.deepEqual([report?.run, report?.searchCount, ...tallyOf(learner)], [run + 1, 1, 0, 0, 0]);
	choose(learner, 'a', 3, { queryId: 'old' });
	search(learner, 'c');
	choose(learner, 'c', 1);
	assert.deepEqual(tallyOf(learner), [0, 0, 0]);
	choose(learner, 'b', 2);
	assert.deepEqual(tallyOf(learner), [0, 1, 0]);
});

test('what was saved goes on as if nothing had happened', () => {
	const act = (learner: ClickLearner, from: number, to: number) => {
		for (let number = from; number < to; number++) {
			search(learner, `s${number % 7}`, { text: `query ${number % 3}` });
			choose(learner, `s${number % 7}`, 1 + (number % 4), { clientKey: `c${number % 5}` });
		}
	};
	const whole = open();
	serial = 0;
	act(whole, 0, 40);
	const first = open();
	serial = 0;
	act(first, 0, 23);
	const second = open(JSON.parse(JSON.stringify(first.toRows())));
	act(second, 23, 40);
	assert.deepEqual(second.toRows(), whole.toRows());
});

test('memory is bounded: the oldest search is decided, and a click on it counts for nothing', () => {
	const learner = open(undefined, 10);
	for (let number = 0; number < 40; number++) {
		search(learner, `s${number}`, { queryId: `query ${number}` });
		choose(learner, `s${number}`, 1);
	}
	assert.deepEqual(tallyOf(learner), [40, 0, 0]);
	choose(learner, 's0', 2, { queryId: 'query 0' });
	assert.deepEqual(tallyOf(learner), [40, 0, 0]);
	const { comparison, searches } = learner.toRows();
	assert.deepEqual([comparison?.units.length, searches.length], [10, 10]);
});
