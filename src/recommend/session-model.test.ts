import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Click, scoreByReference } from '../../test/support/session-reference.ts';
import { chooseLength } from '../../test/support/test-length.ts';
import { createClickLog, type SessionHandle } from './click-log.ts';
import { restoreClickLog, toClickLogBytes } from './click-log-snapshot.ts';
import { defaultSessionOptions, type SessionModelOptions, toSignalWeights } from './session-defaults.ts';
import { createSessionModel } from './session-model.ts';
import { sessionSignals } from './session-signals.ts';

const limits = { clicksMax: 40, itemsMax: 9 };
/**
 * Limits that small examples reach. All candidates are bridges, because rounding decides which of two equals comes
 * first.
 */
const smallOptions: SessionModelOptions = {
	...defaultSessionOptions,
	clicksPerItemMax: 4,
	itemsPerSessionMax: 3,
	ageClicks: 10,
	bridgesMax: 9,
	clicksPerBridgeMax: 3,
};

/** Few items and sessions, so that the log fills and sessions become longer than any signal reaches. */
const click = fc.tuple(fc.nat(5), fc.nat(limits.itemsMax - 1));
const clicks = fc.oneof(fc.array(click, { maxLength: 20 }), fc.array(click, { minLength: 30, maxLength: 80 }));
const asked = fc.array(fc.nat(limits.itemsMax - 1), { maxLength: 40 });

function build(stream: readonly Click[], options = smallOptions) {
	const log = createClickLog(limits);
	const handles = new Map<number, SessionHandle>();
	for (const [session, item] of stream) handles.set(session, log.append(item, handles.get(session)));
	return { log, handles, model: createSessionModel(log, options) };
}

function isClose(a: number, b: number): boolean {
	return Math.abs(a - b) <= 1e-9 * (1 + Math.abs(a));
}

/** Sessions as lists of items, one after another. */
function toStream(...sessions: readonly (readonly number[])[]): Click[] {
	return sessions.flatMap((items, session) => items.map((item): Click => [session, item]));
}

/** Compares every score, every signal's part in it, and the order of the best with the slow model. */
function compareWithReference(stream: readonly Click[], items: readonly number[], excluded: number): void {
	const { model, handles } = build(stream);
	const context = { items, session: handles.get(excluded) ?? -1 };
	const reference = scoreByReference({
		clicks: stream.slice(-limits.clicksMax),
		items,
		options: smallOptions,
		excluded,
	});
	for (let item = 0; item < limits.itemsMax; item += 1) {
		const [ours, theirs] = [model.explain({ ...context, item }), reference.get(item)];
		assert.ok(isClose(ours?.score ?? 0, theirs?.score ?? 0), `item ${item}`);
		for (const name of sessionSignals) {
			const part = (ours?.shares[name] ?? 0) * (ours?.score ?? 0);
			assert.ok(isClose(part, theirs?.parts[name] ?? 0), `${name} of item ${item}`);
		}
	}
	const sorted = [...reference.values()].map(({ score }) => score).sort((a, b) => b - a);
	const predicted = model.predict({ ...context, count: 4 });
	assert.equal(predicted.length, Math.min(4, sorted.length));
	for (const [rank, { score }] of predicted.entries()) assert.ok(isClose(score, sorted[rank] ?? -1));
}

describe('session model', () => {
	it('recommends what followed the last item most often', () => {
		const { model } = build(toStream([1, 2], [1, 2], [1, 3], [4, 5]));
		const ranked = model.predict({ items: [1], count: 2, isAllowed: (item) => item !== 1 });
		assert.deepEqual(
			ranked.map(({ item }) => item),
			[2, 3],
		);
	});

	it('recommends what the session itself keeps coming back to', () => {
		const { model } = build(toStream([1, 2], [3, 4]));
		assert.equal(model.predict({ items: [3, 1, 3, 1, 3], count: 1 })[0]?.item, 3);
	});

	it('prefers an item that never shared a session with the last one to one that did', () => {
		const { model } = build(toStream([1, 2], [2, 3]));
		const explanation = model.explain({ items: [1], item: 3 });
		assert.equal(explanation?.shares.related, 1);
		assert.equal(model.explain({ items: [1], item: 7 }), undefined);
	});

	it('falls back to the newest known item, and to the session itself when there is none', () => {
		const { model } = build(toStream([1, 2]));
		assert.deepEqual(
			model
				.predict({ items: [1, 8], count: 9 })
				.map(({ item }) => item)
				.sort(),
			[1, 2, 8],
		);
		assert.deepEqual(
			model.predict({ items: [8], count: 9 }).map(({ item }) => item),
			[8],
		);
		assert.deepEqual(model.predict({ items: [], count: 9 }), []);
	});

	it('applies the rule during the search, so refused items do not reduce the results', () => {
		const { model } = build(toStream([1, 2], [1, 2], [1, 3], [1, 4]));
		const isAllowed = (item: number) => item === 3 || item === 4;
		assert.equal(model.predict({ items: [1], count: 2, isAllowed }).length, 2);
	});

	it('never uses a session as its own neighbour', () => {
		const { model, handles } = build(toStream([1, 2, 1]));
		const session = handles.get(0) ?? -1;
		assert.ok(model.explain({ items: [1, 2, 1], item: 2 })?.shares.next);
		assert.equal(model.explain({ items: [1, 2, 1], item: 2, session })?.shares.repeat, 1);
	});

	it('learns from one click: the next answer has it', () => {
		const { log, model } = build(toStream([1, 2], [1, 2]));
		assert.equal(model.explain({ items: [1], item: 5 }), undefined);
		log.append(5, log.append(1));
		assert.ok(model.explain({ items: [1], item: 5 })?.shares.next);
	});

	it('scores every item like the formulas computed over plain lists', () => {
		// Sessions 6 to 8 have no clicks, so none is excluded.
		fc.assert(fc.property(clicks, asked, fc.nat(8), compareWithReference), { numRuns: chooseLength(100, 400) });
	});

	it('answers after every event exactly like a model built from the last clicks', () => {
		fc.assert(
			fc.property(clicks, asked, (stream, items) => {
				const followed = build(stream);
				// Also predicts on the way: a prediction must leave no state behind.
				followed.model.predict({ items, count: 3 });
				const rebuilt = build(stream.slice(-limits.clicksMax));
				const request = { items, count: limits.itemsMax };
				assert.deepEqual(followed.model.predict(request), rebuilt.model.predict(request));
				const restored = createSessionModel(restoreClickLog(limits, toClickLogBytes(followed.log)), smallOptions);
				assert.deepEqual(restored.predict(request), followed.model.predict(request));
			}),
			{ numRuns: chooseLength(100, 300) },
		);
	});

	it('respects its candidate limit and continues to work', () => {
		const { model } = build(toStream([1, 2, 3, 4], [1, 5, 6, 7]), { ...smallOptions, candidatesMax: 2 });
		assert.equal(model.predict({ items: [1], count: 9 }).length, 2);
		assert.equal(model.predict({ items: [1], count: 9 }).length, 2);
	});

	it('stays fast and small when one session clicks endlessly', () => {
		const log = createClickLog({ clicksMax: 50_000, itemsMax: 100 });
		const model = createSessionModel(log);
		let bot: SessionHandle | undefined;
		for (let n = 0; n < 200_000; n += 1) bot = log.append((n * n) % 100, bot);
		assert.ok(model.predict({ items: [1, 4, 9], count: 20 }).length > 0);
		assert.ok(model.byteCount() < 50_000 * 100);
	});
});

describe('signal weights', () => {
	const knots = [
		{ support: 0, weights: [1, 0, 0, 0, 0, 0] },
		{ support: 3, weights: [0, 1, 0, 0, 0, 0] },
	];

	it('are linear in the logarithm of the support between knots, and constant outside', () => {
		assert.deepEqual(toSignalWeights(knots, 1).slice(0, 2), [0.5, 0.5]);
		assert.deepEqual(toSignalWeights(knots, 0).slice(0, 2), [1, 0]);
		assert.deepEqual(toSignalWeights(knots, 1000).slice(0, 2), [0, 1]);
		assert.deepEqual(toSignalWeights(knots.slice(1), 0).slice(0, 2), [0, 1]);
	});
});
