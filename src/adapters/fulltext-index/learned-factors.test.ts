import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { packHits } from '../../domain/event/packed-hits.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import { createAnalyzers } from '../../fulltext/analysis/analyzers.ts';
import { createSegmentBuilder } from '../../fulltext/index/builder/segment-builder.ts';
import { openSegment } from '../../fulltext/index/segment/segment.ts';
import { type Lessons, openClickLearner } from '../../learning/click-learner.ts';
import type { LearnedEvent } from '../../learning/learned-event.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { createLearnedFactors, type LearnedScope } from './learned-factors.ts';

const ids = Array.from({ length: 10 }, (_, at) => `${at}`);
const items = ids.map((id) => ({ indexName: 'product', itemKey: toItemKey(id) }));
const texts = ['the shoe', 'the sock', 'the hat', 'the coat'];
const toAnalyzer = createAnalyzers();

/** An index whose documents are numbered as its items are. */
function openIndex(indexed: readonly string[] = ids): LearnedScope['searched'] {
	const builder = createSegmentBuilder(createAnalyzer('en'));
	for (const id of indexed) builder.add({ id, fields: { title: `Item ${id}` } });
	const segment = openSegment(builder.finish());
	const segments = [{ segment, live: undefined, liveCount: segment.documentCount }];
	return [{ indexName: 'product', index: { segments } as never }];
}

/** A shop where each query has an item that all shoppers choose: the first item 4, the next 5. */
function teach(first = 4): Lessons {
	const learner = openClickLearner({ toQuery: (text) => ({ text, key: text }), searchesMax: () => 1_000 });
	for (let number = 0; number < 60; number++) {
		for (const [at, text] of texts.entries()) {
			const queryId = `${number} ${text}`;
			const from = { text, queryId, sessionId: queryId, clientKey: queryId, isBot: false, occurredAtMs: 1_000 };
			const event: LearnedEvent = {
				...from,
				kind: 'search',
				item: null,
				hitCount: 10,
				hits: packHits(items),
				firstRank: 1,
			};
			learner.apply(event);
			learner.apply({ ...event, kind: 'click', item: items[at + first] ?? null, hits: [] });
		}
	}
	return learner.toLessons();
}

const plainScope = { hashid: 'a', lessons: teach(), analyzer: toAnalyzer('en'), searched: openIndex() };

function open() {
	const learning = createLearnedFactors((_, begin) => runSteps(begin(unhurried)));
	/** The factors of the documents, once what was learned is prepared. */
	return async (more: Partial<LearnedScope> = {}, { text = 'the shoe', strength = 0.5 } = {}) => {
		const ask = () => learning.find({ ...plainScope, ...more }, { text, learned: { strength } });
		ask();
		await setImmediate();
		return ask()?.factors?.[0] ?? new Map<number, number>();
	};
}

test('an item that shoppers choose has a factor, with stop words in the query or without', async () => {
	const factorsOf = open();
	for (const text of ['the shoe', 'shoe']) {
		const factors = await factorsOf({}, { text });
		assert((factors.get(4) ?? 1) > 1.2, `${text}: ${factors.get(4)}`);
	}
});

test('factors are those of the strength, the lessons and the documents that a search has', async () => {
	const factorsOf = open();
	for (let round = 0; round < 2; round++) {
		for (const strength of [0.5, 0.1, 0.2, 0.3, 0.4]) {
			const factors = await factorsOf({}, { strength });
			const greatest = Math.max(...factors.values());
			assert(greatest > 1 && greatest <= 1 + strength + 1e-9, `${greatest} for ${strength}`);
		}
	}
	const written = openIndex(['x', ...ids]);
	assert.equal((await factorsOf({ searched: written })).get(5), (await factorsOf()).get(4));
	const relearned = await factorsOf({ lessons: teach(6) });
	assert((relearned.get(6) ?? 1) > 1.2 && (relearned.get(4) ?? 1) < 1);
	assert.equal((await factorsOf({ lessons: undefined })).size, 0);
});

test('a factor has the reasons that it was made of, and an item of which nothing was learned has none', async () => {
	const learning = createLearnedFactors((_, begin) => runSteps(begin(unhurried)));
	const query = { text: 'the shoe', learned: { strength: 0.5 } };
	const explain = (asked: typeof query | { readonly text: string }) =>
		learning.explain(plainScope, asked, learning.find(plainScope, asked));
	const itemOf = (id: string) => ({ indexName: 'product', itemKey: toItemKey(id) });
	assert.equal(explain(query)(itemOf(ids[4] as string)), undefined);
	await setImmediate();
	const reasonOf = explain(query);
	const reasons = reasonOf(itemOf(ids[4] as string));
	assert((reasons?.clicks ?? 0) > (reasons?.expectedClicks ?? 0), JSON.stringify(reasons));
	assert.equal(reasonOf(itemOf('other')), undefined);
	assert.equal(explain({ text: 'the shoe' })(itemOf(ids[4] as string)), undefined);
});

test('the first search waits for what was learned, but not for long, and not again for new lessons', async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	let runCount = 0;
	const learning = createLearnedFactors(async (_, begin) => {
		runCount += 1;
		if (runCount > 1) await promise;
		return runSteps(begin(unhurried));
	}, 50);
	const query = { text: 'the shoe', learned: { strength: 0.5 } };
	await learning.prepare(plainScope, { text: 'the shoe' });
	assert.equal(runCount, 0, 'nothing is asked of it');
	await learning.prepare(plainScope, query);
	assert((learning.find(plainScope, query)?.factors?.[0]?.get(4) ?? 1) > 1.2);
	await learning.prepare({ ...plainScope, lessons: teach(6) }, query);
	assert((learning.find(plainScope, query)?.factors?.[0]?.get(4) ?? 1) > 1.2, 'of the lessons before');
	const slow = { ...plainScope, hashid: 'slow' };
	await learning.prepare(slow, query);
	assert.equal(learning.find(slow, query), undefined);
	resolve();
});
