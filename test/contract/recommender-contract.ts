/** The contract of the port `Recommender`, for every implementation. */

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ShopperAction } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { comparePositions, startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import type { CandidateRequest, Recommender } from '../../src/ports/recommender.ts';
import { fillDatabase, sampleEngine, sampleEvent, sampleWidget } from './sample-data.ts';

export interface OpenedRecommender {
	/** The empty store that the recommender follows. */
	readonly database: Database;
	readonly recommender: Recommender;
	/** Resolves when it has seen every event that was acknowledged. */
	settle(): Promise<void>;
}

const { hashid } = sampleEngine();
const empty = { candidates: [], shopper: { viewed: [], cart: [], bought: [] } };

function toItem(id: string) {
	return { indexName: 'product', itemKey: toItemKey(id) };
}

const idOf = new Map(['a', 'b', 'c', 'd', 'e', 'f', 'x'].map((id) => [toItemKey(id), id]));

/** @param open an empty store and a recommender that follows it; both are closed and removed when the test ends. */
export function testRecommender(name: string, open: (t: TestContext) => Promise<OpenedRecommender>): void {
	async function openFilled(t: TestContext) {
		const opened = await open(t);
		await fillDatabase(opened.database);
		let number = 0;
		const { widgetId } = { widgetId: sampleWidget().id };
		async function record(
			sessionId: string,
			userId: string | null,
			...actions: readonly ShopperAction[]
		): Promise<void> {
			const events = actions.map((action) => {
				number += 1;
				return sampleEvent(number, action, { sessionId, userId, occurredAtMs: Date.now() + number });
			});
			await opened.database.events.recordMany(events);
		}
		const view = (...ids: readonly string[]) =>
			ids.map((id): ShopperAction => ({ kind: 'view', widgetId, ...toItem(id) }));
		const buy = (...ids: readonly string[]): ShopperAction[] => [
			...ids.map((id): ShopperAction => ({ kind: 'cart', widgetId, title: id, amount: 1, price: 1, ...toItem(id) })),
			{ kind: 'checkout', sources: [] },
		];
		await record('s1', null, ...view('a', 'b'));
		await record('s2', null, ...view('a', 'b', 'c'));
		await record('s3', null, ...view('a', 'b'));
		for (const session of ['b1', 'b2', 'b3', 'b4']) await record(session, null, ...view('d'), ...buy('d', 'e'));
		await record('b5', null, ...view('x'), ...buy('x'));
		await record('mine', 'me', ...view('c', 'a'), ...buy('f'), ...view('d'), { ...(buy('e')[0] as ShopperAction) });
		await opened.settle();
		async function ask(request: Partial<CandidateRequest>) {
			const answer = await opened.recommender.findCandidates({
				hashid,
				source: 'trending',
				sessionId: null,
				userId: null,
				context: [],
				countMax: 10,
				isExplained: false,
				...request,
			});
			for (const [at, { score }] of answer.candidates.entries()) {
				assert(score > 0 && score <= (answer.candidates[at - 1]?.score ?? score));
			}
			return { ...answer, ids: answer.candidates.map(({ itemKey }) => idOf.get(itemKey)) };
		}
		return { ...opened, ask, record, view };
	}

	describe(`${name}: the recommender contract`, () => {
		test('items viewed together with the context, without the context itself', async (t) => {
			const { ask } = await openFilled(t);
			const { ids } = await ask({ source: 'co_view', context: [toItem('a')] });
			assert.equal(ids[0], 'b');
			assert(ids.includes('c') && !ids.includes('a'));
			assert.deepEqual((await ask({ source: 'co_view', context: [toItem('a')], countMax: 1 })).ids, ['b']);
		});

		test('items bought together with the context, or else with the cart of the session', async (t) => {
			const { ask } = await openFilled(t);
			assert.equal((await ask({ source: 'bought_together', context: [toItem('d')] })).ids[0], 'e');
			assert.equal((await ask({ source: 'bought_together', sessionId: 'mine' })).ids[0], 'd');
		});

		test('a session and a user get what others with their items viewed', async (t) => {
			const { ask } = await openFilled(t);
			assert((await ask({ source: 'session', sessionId: 's1' })).ids.includes('c'));
			assert((await ask({ source: 'user', userId: 'me' })).ids.includes('b'));
		});

		test('trending, bestselling and recently viewed items', async (t) => {
			const { ask } = await openFilled(t);
			assert((await ask({ source: 'trending' })).ids.includes('d'));
			const best = (await ask({ source: 'bestseller' })).ids;
			assert.deepEqual([...best.slice(0, 2)].sort(), ['d', 'e']);
			assert.equal(best.includes('b'), false);
			assert.deepEqual((await ask({ source: 'recently_viewed', sessionId: 'mine' })).ids, ['d', 'a', 'c']);
			const others = await ask({ source: 'recently_viewed', sessionId: 'mine', context: [toItem('a')] });
			assert.deepEqual(others.ids, ['d', 'c']);
			assert.deepEqual((await ask({ source: 'recently_viewed', userId: 'me' })).ids, ['d', 'a', 'c']);
		});

		test('the shopper comes with every answer', async (t) => {
			const { ask } = await openFilled(t);
			const { shopper } = await ask({ source: 'trending', sessionId: 'mine', userId: 'me' });
			assert.deepEqual(shopper, {
				viewed: ['d', 'a', 'c'].map(toItem),
				cart: [toItem('e')],
				bought: [toItem('f')],
			});
		});

		test('a missing signal is an empty answer', async (t) => {
			const { recommender, ask } = await openFilled(t);
			const unknown = { sessionId: 'unknown', userId: 'unknown', context: [] };
			for (const source of ['session', 'user', 'co_view', 'bought_together', 'recently_viewed'] as const) {
				assert.deepEqual((await ask({ ...unknown, source })).candidates, [], source);
			}
			const ofNobody = { hashid: '9'.repeat(32), sessionId: 'mine', userId: 'me', context: [], countMax: 5 };
			const answer = await recommender.findCandidates({ ...ofNobody, source: 'trending', isExplained: false });
			assert.deepEqual(answer, empty);
		});

		test('an event counts from then on', async (t) => {
			const { ask, record, view, settle } = await openFilled(t);
			await record('s1', null, ...view('x'));
			await settle();
			assert.equal((await ask({ source: 'recently_viewed', sessionId: 's1' })).ids[0], 'x');
			assert((await ask({ source: 'co_view', context: [toItem('x')] })).ids.includes('b'));
		});

		test('what bots do moves nothing', async (t) => {
			const { ask, database, view, settle } = await openFilled(t);
			const before = await ask({ source: 'trending' });
			const visits = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'].flatMap((sessionId, number) =>
				view('x', 'f').map((action, at) =>
					sampleEvent(1_000 + 10 * number + at, action, {
						...{ sessionId, userId: null, isBot: true, occurredAtMs: Date.now() },
					}),
				),
			);
			await database.events.recordMany(visits);
			await settle();
			assert.deepEqual((await ask({ source: 'trending' })).ids, before.ids);
			assert.deepEqual((await ask({ source: 'recently_viewed', sessionId: 'v1' })).ids, []);
		});

		test('items that were removed from the cart are no longer in it', async (t) => {
			const { ask, record, settle } = await openFilled(t);
			const cart = async () => (await ask({ sessionId: 'mine' })).shopper.cart;
			await record('mine', 'me', { kind: 'cart_addition', title: 'a', amount: 1, price: 1, ...toItem('a') });
			await settle();
			assert.deepEqual(await cart(), ['a', 'e'].map(toItem));
			await record('mine', 'me', { kind: 'cart_removal', amount: 1, ...toItem('e') });
			await settle();
			assert.deepEqual(await cart(), [toItem('a')]);
			const lines = [...'bc'].map((name) => ({ ...toItem(name), amount: 1, price: '5' }));
			await record('mine', 'me', { kind: 'cart_replacement', lines });
			await settle();
			assert.deepEqual(await cart(), ['c', 'b'].map(toItem));
			await record('mine', 'me', { kind: 'cart_replacement', lines: lines.slice(0, 1) });
			await settle();
			assert.deepEqual(await cart(), [toItem('b')]);
			await record('mine', 'me', { kind: 'cart_clearing' });
			await settle();
			assert.deepEqual(await cart(), []);
		});

		test('after a rebuild from the log, it answers the same and is not behind', async (t) => {
			const { ask, recommender } = await openFilled(t);
			const questions = [
				{ source: 'co_view', context: [toItem('a')] },
				{ source: 'bought_together', context: [toItem('d')] },
				{ source: 'bestseller' },
				{ source: 'recently_viewed', sessionId: 'mine' },
			] as const;
			const before = await Promise.all(questions.map(ask));
			await recommender.rebuild();
			const after = await Promise.all(questions.map(ask));
			assert.deepEqual(
				after.map(({ ids, shopper }) => ({ ids, shopper })),
				before.map(({ ids, shopper }) => ({ ids, shopper })),
			);
			const { behindCount, position } = await recommender.readState();
			assert.equal(behindCount, 0);
			assert.ok(comparePositions(position, startPosition) > 0);
		});

		test('signals are given on request, as shares of the score', async (t) => {
			const { ask } = await openFilled(t);
			const { candidates } = await ask({ source: 'session', sessionId: 's1', isExplained: true });
			for (const { signals } of candidates) {
				assert(Math.abs(signals.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-6);
			}
			assert.deepEqual((await ask({ source: 'trending' })).candidates[0]?.signals, []);
		});
	});
}
