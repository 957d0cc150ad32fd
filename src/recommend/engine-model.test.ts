import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankEvent } from '../../test/support/blank-event.ts';
import { chooseLength } from '../../test/support/test-length.ts';
import type { LoggedEvent } from '../domain/event/logged-event.ts';
import type { EventItem } from '../domain/event/shopper-event.ts';
import { toItemKey } from '../domain/item/dfid.ts';
import { toPosition } from '../domain/log/position.ts';
import type { EngineRequest } from './engine-candidates.ts';
import { createEngineModel, type EngineModel, restoreEngineModel } from './engine-model.ts';
import { defaultEngineLimits, type EngineLimits } from './engine-parts.ts';
import { eventFilterDefaults } from './event-filter.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 5);
const nowMs = startMs + 24 * hourMs;
const small: EngineLimits = {
	clicksMax: 12,
	itemsMax: 16,
	shoppersMax: 6,
	entriesMax: 160,
	partnersMax: 4,
	filter: eventFilterDefaults,
};

function toItem(name: string): EventItem {
	return { indexName: 'product', itemKey: toItemKey(name) };
}

const names = new Map(['a', 'b', 'c', 'd', 'e', 'f', 'x', 'y'].map((name) => [toItem(name).itemKey, name]));

type Interaction = Partial<Omit<LoggedEvent, 'item'>> & { readonly item?: string | null };

function toEvent({ item = null, ...interaction }: Interaction, at: number): LoggedEvent {
	return {
		...blankEvent,
		position: toPosition(at + 1),
		kind: 'view',
		hashid: '0'.repeat(32),
		item: item === null ? null : toItem(item),
		// A minute between events, so that none counts as a duplicate.
		occurredAtMs: startMs + at * 60_000,
		...interaction,
	};
}

function feed(model: EngineModel, interactions: readonly Interaction[], from = 0): EngineModel {
	for (const [at, interaction] of interactions.entries()) model.apply(toEvent(interaction, from + at));
	return model;
}

function build(interactions: readonly Interaction[], limits = defaultEngineLimits): EngineModel {
	return feed(createEngineModel(limits), interactions);
}

function views(sessionId: string, items: string): Interaction[] {
	return [...items].map((item) => ({ sessionId, item }));
}

function carts(sessionId: string, items: string): Interaction[] {
	return [...items].map((item) => ({ kind: 'cart', sessionId, item }));
}

/** As the store writes it: purchases, then the checkout, all at the same time. */
function checkout(sessionId: string, items: string, atMs: number, userId: string | null = null): Interaction[] {
	const shared = { sessionId, userId, occurredAtMs: atMs } as const;
	const purchases = [...items].map((item): Interaction => ({ ...shared, kind: 'purchase', item }));
	return [...purchases, { ...shared, kind: 'checkout' }];
}

function toRequest(request: Partial<Omit<EngineRequest, 'context'>> & { readonly context?: string }): EngineRequest {
	return {
		source: 'session',
		sessionId: null,
		userId: null,
		countMax: 10,
		isExplained: false,
		...request,
		context: [...(request.context ?? '')].map(toItem),
	};
}

function toNames(model: EngineModel, numbers: readonly number[]): string {
	const { keys } = model.describeItems(numbers);
	return numbers.map((_, at) => names.get(keys.slice(32 * at, 32 * at + 32)) ?? '?').join('');
}

function ask(model: EngineModel, request: Parameters<typeof toRequest>[0]): string {
	const { candidates } = model.find(toRequest(request), nowMs);
	return toNames(
		model,
		candidates.map(({ item }) => item),
	);
}

function readShopper(model: EngineModel, request: Parameters<typeof toRequest>[0]) {
	const { viewed, cart, bought } = model.find(toRequest(request), nowMs);
	return [viewed, cart, bought].map((numbers) => toNames(model, numbers));
}

describe('engine model', () => {
	it('session: recommends what similar sessions viewed next', () => {
		const model = build([...views('1', 'ab'), ...views('2', 'ab'), ...views('3', 'cd'), ...views('me', 'a')]);
		// Returning to what was just viewed is the most likely of all.
		assert.equal(ask(model, { sessionId: 'me' }), 'ab');
		assert.ok(ask(model, { sessionId: 'me', context: 'c' }).includes('d'));
		assert.ok(!ask(model, { sessionId: 'me', context: 'c' }).includes('c'));
	});

	it('session: has nothing for an unknown session, but uses the product it views', () => {
		const model = build([...views('1', 'ab'), ...views('2', 'cd')]);
		assert.equal(ask(model, { sessionId: 'stranger' }), '');
		assert.equal(ask(model, { sessionId: 'stranger', context: 'a' })[0], 'b');
	});

	it('co_view: recommends what is viewed together with the product, in either order', () => {
		const model = build([...views('1', 'ab'), ...views('2', 'ba'), ...views('3', 'cd')]);
		assert.equal(ask(model, { source: 'co_view', context: 'a' }), 'b');
		assert.equal(ask(model, { source: 'co_view', context: 'x' }), '');
	});

	it('bought_together: recommends what is put into the same carts, for the product or for the own cart', () => {
		const interactions = [
			...carts('1', 'ab'),
			...carts('2', 'ab'),
			...carts('3', 'c'),
			...carts('4', 'd'),
			...carts('me', 'a'),
		];
		const model = build(interactions);
		assert.equal(ask(model, { source: 'bought_together', context: 'a' }), 'b');
		assert.equal(ask(model, { source: 'bought_together', sessionId: 'me' }), 'b');
		assert.equal(ask(model, { source: 'bought_together', sessionId: 'stranger' }), '');
	});

	it('bought_together: purchases of one checkout are a basket, those of two are not', () => {
		const together = [1, 2].flatMap((n) => checkout(`s${n}`, 'ab', startMs + n));
		const apart = [3, 4].flatMap((n) => [
			...checkout(`s${n}`, 'c', startMs + n),
			...checkout(`s${n}`, 'd', startMs + 10 * n),
		]);
		const model = build([...together, ...apart]);
		assert.equal(ask(model, { source: 'bought_together', context: 'a' }), 'b');
		assert.equal(ask(model, { source: 'bought_together', context: 'c' }), '');
	});

	it('user: uses what the user viewed in any session', () => {
		const mine = views('old', 'a').map((interaction) => ({ ...interaction, userId: 'u' }));
		const model = build([...mine, ...views('1', 'ab'), ...views('2', 'cd')]);
		assert.equal(ask(model, { source: 'user', sessionId: 'new', userId: 'u' }), 'ab');
		assert.equal(ask(model, { source: 'user', userId: 'v' }), '');
		assert.equal(ask(model, { source: 'user', sessionId: 'new' }), '');
	});

	it('trending: what is viewed now comes before what was viewed more, long ago', () => {
		const longAgo = Array.from({ length: 5 }, (_, n) => ({ item: 'a', sessionId: `o${n}`, occurredAtMs: startMs + n }));
		const now = ['p', 'q'].map((sessionId, n) => ({ item: 'b', sessionId, occurredAtMs: nowMs + 48 * hourMs + n }));
		assert.equal(ask(build([...longAgo, ...now]), { source: 'trending' }), 'ba');
	});

	it('a cart that is replaced is what is new in it, put into the cart', () => {
		const lines = [...'ab'].map((name) => ({ ...toItem(name), amount: 2, price: '5', isNew: true as const }));
		const old = [...'ab'].map((name) => ({ ...toItem(name), amount: 2, price: '5' }));
		const stated: Interaction[] = [
			{ kind: 'cart_replacement', sessionId: '1', lines },
			{ kind: 'cart_replacement', sessionId: '1', lines: old },
		];
		const additions = [...'ab'].map((item): Interaction => {
			return { kind: 'cart_addition', sessionId: '1', item, amount: 2, occurredAtMs: startMs };
		});
		const bytesOf = (model: EngineModel) => Buffer.concat([...model.listPartBytes()]);
		assert.deepEqual(bytesOf(build(stated)), bytesOf(build(additions)));
	});

	it('a cart that is replaced has nothing that is not stated, and of the rest as many as are stated', () => {
		const state = (amounts: Readonly<Record<string, number>>, added = ''): Interaction => {
			const lines = Object.entries(amounts).map(([name, amount]) => {
				return { ...toItem(name), amount, price: '5', ...(added.includes(name) && { isNew: true as const }) };
			});
			return { kind: 'cart_replacement', sessionId: '1', lines };
		};
		const cartOf = (model: EngineModel) => readShopper(model, { sessionId: '1' })[1];
		const model = build([state({ a: 1, b: 5 }, 'ab')]);
		assert.equal(cartOf(model), 'ba');
		assert.equal(cartOf(feed(model, [state({ b: 1, c: 2 }, 'c')], 10)), 'cb');
		const removal = { kind: 'cart_removal', sessionId: '1', item: 'b' } as const;
		assert.equal(cartOf(feed(model, [removal], 20)), 'c', 'there was one of it');
		assert.equal(cartOf(feed(model, [state({})], 30)), '');
		const others = build([...carts('2', 'ad'), ...carts('3', 'ad'), ...carts('4', 'be'), ...carts('5', 'be')]);
		const swapped = feed(others, [state({ a: 1 }, 'a'), state({ b: 1 }, 'b')], 40);
		assert.equal(ask(swapped, { source: 'bought_together', sessionId: '1' }), 'e', 'of what is in the cart');
	});

	it('bestseller: what was bought comes before what was viewed, and a purchase before many carts', () => {
		const model = build([...views('1', 'ccc'), ...carts('2', 'a'), ...carts('3', 'a'), ...checkout('4', 'b', startMs)]);
		assert.equal(ask(model, { source: 'bestseller' }), 'ba');
		assert.equal(ask(model, { source: 'bestseller', context: 'b' }), 'a');
	});

	it('recently_viewed: what the session viewed, newest first, or else what the user did', () => {
		const interactions = [
			...views('1', 'aba'),
			...views('2', 'c').map((interaction) => ({ ...interaction, userId: 'u' })),
		];
		const model = build(interactions);
		const source = 'recently_viewed';
		assert.equal(ask(model, { source, sessionId: '1' }), 'ab');
		assert.equal(ask(model, { source, sessionId: '1', context: 'a' }), 'b');
		assert.equal(ask(model, { source, sessionId: 'new', userId: 'u' }), 'c');
		assert.equal(ask(model, { source, sessionId: 'new' }), '');
	});

	it('returns what the session viewed, has in its cart and bought', () => {
		const interactions = [
			...views('1', 'ab'),
			...carts('1', 'abc'),
			{ kind: 'cart_removal', sessionId: '1', item: 'b' } as const,
			...checkout('1', 'a', startMs, 'u'),
		];
		const model = build(interactions);
		// The checkout empties the cart, whatever part of it was bought.
		assert.deepEqual(readShopper(model, { sessionId: '1' }), ['ba', '', 'a']);
		assert.deepEqual(readShopper(feed(model, carts('1', 'd'), 90), { sessionId: '1' }), ['ba', 'd', 'a']);
		assert.deepEqual(readShopper(model, { userId: 'u' }), ['', '', 'a']);
		const emptied = feed(model, [{ kind: 'cart_clearing', sessionId: '1' }], 100);
		assert.deepEqual(readShopper(emptied, { sessionId: '1' })[1], '');
	});

	it('explains every candidate by shares that add up to one', () => {
		const model = build([...views('1', 'abc'), ...views('2', 'abd'), ...views('me', 'a')]);
		for (const source of ['session', 'co_view'] as const) {
			const request = toRequest({
				source,
				sessionId: 'me',
				context: source === 'co_view' ? 'a' : '',
				isExplained: true,
			});
			const { candidates } = model.find(request, nowMs);
			assert.ok(candidates.length > 0);
			for (const { shares = {} } of candidates) {
				const sum = Object.values(shares).reduce((all, share) => all + share, 0);
				assert.ok(Math.abs(sum - 1) < 1e-9);
			}
		}
	});

	it('ignores searches, impressions and clicks in widgets', () => {
		const kinds = ['init', 'search', 'impression', 'widget_click', 'redirect', 'image', 'erasure'] as const;
		const model = build(kinds.map((kind) => ({ kind, sessionId: '1', item: 'a' })));
		assert.deepEqual(toBytes(model), toBytes(createEngineModel(defaultEngineLimits)));
	});

	it('is not influenced by very many sessions of one client', () => {
		const interactions = [...views('1', 'ab'), ...views('2', 'ab'), ...carts('3', 'ab'), ...carts('4', 'ab')];
		const model = build([...interactions, ...views('me', 'a'), ...carts('me', 'a')]);
		const requests = [
			{ source: 'trending' },
			{ source: 'bestseller' },
			{ source: 'session', sessionId: 'me' },
			{ source: 'co_view', context: 'a' },
			{ source: 'bought_together', context: 'a' },
			{ source: 'recently_viewed', sessionId: 'me' },
		] as const;
		const before = requests.map((request) => ask(model, request));
		const clientKey = '0123456789abcdef';
		for (let n = 0; n < chooseLength(25_000, 100_000); n += 1) {
			const item = n % 2 === 0 ? 'x' : 'y';
			model.apply(toEvent({ sessionId: `bot ${n >> 1}`, item, clientKey, occurredAtMs: startMs + n }, 100 + n));
		}
		// The few events that count are there, with little weight.
		const after = requests.map((request) => ask(model, request).replaceAll(/[xy]/g, ''));
		assert.deepEqual(after, before);
		const { candidates } = model.find(toRequest({ source: 'trending' }), nowMs);
		assert.ok(candidates.every(({ score }) => score < 101));
		assert.ok(model.byteCount() < 8_000_000);
	});

	it('counts duplicates within a moment once, and puts them into the cart twice', () => {
		const twice = ['1', '1', '2', '2'].map((sessionId) => ({
			kind: 'cart',
			sessionId,
			item: 'a',
			occurredAtMs: startMs,
		}));
		const model = build(twice as Interaction[]);
		const [best] = model.find(toRequest({ source: 'trending' }), startMs).candidates;
		assert.equal(best?.score, 8);
		const left = feed(model, [{ kind: 'cart_removal', sessionId: '1', item: 'a' }], 10);
		assert.deepEqual(readShopper(left, { sessionId: '1' })[1], 'a');
	});

	it('keeps no trace of declared bots', () => {
		const model = build(
			[...views('1', 'ab'), ...carts('1', 'ab')].map((interaction) => ({ ...interaction, isBot: true })),
		);
		assert.equal(ask(model, { source: 'trending' }), '');
		assert.deepEqual(readShopper(model, { sessionId: '1' }), ['', '', '']);
	});
});

const feeds = fc.array(
	fc.record({
		kind: fc.constantFrom(
			...(['view', 'view', 'click', 'cart', 'cart_addition', 'cart_removal', 'cart_replacement'] as const),
			...(['purchase', 'checkout'] as const),
		),
		lines: fc.array(
			fc.record({
				itemKey: fc.nat(40).map((n) => toItemKey(`item ${n}`)),
				...{ indexName: fc.constant('product'), amount: fc.integer({ min: 1, max: 3 }), price: fc.constant('5') },
				isNew: fc.constantFrom(true as const, undefined),
			}),
			{ maxLength: 4 },
		),
		item: fc.constantFrom(...Array.from({ length: 40 }, (_, n) => `item ${n}`)),
		sessionId: fc.constantFrom('1', '2', '3', '4', '5', null),
		userId: fc.constantFrom('u', 'v', null),
		amount: fc.integer({ min: 1, max: 3 }),
		isBot: fc.constantFrom(false, false, false, true),
	}),
	{ maxLength: 150 },
) as fc.Arbitrary<Interaction[]>;

function toBytes(model: EngineModel): readonly Uint8Array[] {
	return [...model.listPartBytes()];
}

describe('engine models of the same events', () => {
	it('have the same bytes, with or without snapshots in between; questions change nothing', () => {
		fc.assert(
			fc.property(feeds, fc.nat(150), (all, cut) => {
				const whole = build(all, small);
				const first = build(all.slice(0, cut), small);
				for (const source of ['session', 'trending', 'co_view'] as const) {
					first.find(toRequest({ source, sessionId: '1', userId: 'u' }), nowMs);
				}
				const restored = restoreEngineModel(small, toBytes(first));
				assert.deepEqual(toBytes(feed(restored, all.slice(cut), cut)), toBytes(whole));
				assert.deepEqual(toBytes(feed(first, all.slice(cut), cut)), toBytes(whole));
			}),
		);
	});

	it('answer only with known items, however many come and go', () => {
		fc.assert(
			fc.property(feeds, fc.constantFrom('1', '2'), (all, sessionId) => {
				const model = build(all, small);
				const named = all.flatMap(({ item, lines = [] }) => [toItem(item ?? ''), ...lines]);
				const seen = new Set(named.map(({ itemKey }) => itemKey));
				for (const source of ['session', 'user', 'trending', 'bestseller', 'recently_viewed'] as const) {
					const { candidates, ...lists } = model.find(toRequest({ source, sessionId, userId: 'u' }), nowMs);
					const numbers = candidates.map(({ item }) => item);
					assert.equal(new Set(numbers).size, numbers.length);
					for (const list of [numbers, ...Object.values(lists)]) {
						const { keys } = model.describeItems(list);
						for (let at = 0; at < list.length; at += 1) assert.ok(seen.has(keys.slice(32 * at, 32 * at + 32)));
					}
				}
			}),
		);
	});

	it('stay within their memory while many items and sessions come and go', () => {
		const filter = { ...eventFilterDefaults, sessionsMax: 100, clientsMax: 100, recentEventsMax: 100 };
		const limits = { clicksMax: 500, itemsMax: 1000, shoppersMax: 300, entriesMax: 2000, partnersMax: 4, filter };
		const model = createEngineModel(limits);
		let bytes = 0;
		for (let n = 0; n < chooseLength(40_000, 100_000); n += 1) {
			const kind = n % 3 === 0 ? 'cart' : 'view';
			model.apply(toEvent({ kind, item: `item ${n >> 1}`, sessionId: `s${n >> 2}` }, n));
			if (n === 20_000) bytes = model.byteCount();
		}
		assert.equal(model.byteCount(), bytes);
	});

	it('reject damaged bytes wherever the damage is', () => {
		const parts = toBytes(build([...views('1', 'ab'), ...carts('1', 'ab')], small));
		for (const [at, part] of parts.entries()) {
			const damaged = Uint8Array.from(part);
			damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
			assert.throws(() => restoreEngineModel(small, parts.with(at, damaged)), SnapshotError);
		}
		assert.throws(() => restoreEngineModel(small, parts.slice(1)), SnapshotError);
		assert.throws(() => restoreEngineModel({ ...small, partnersMax: 5 }, parts), SnapshotError);
	});
});
