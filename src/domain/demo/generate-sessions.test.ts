import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCatalogue } from './generate-catalogue.ts';
import { generateSessions } from './generate-sessions.ts';

const catalogue = generateCatalogue({ seed: 1 });
const nowMs = Date.UTC(2026, 5, 1);
const dayMs = 24 * 60 * 60_000;
const interactions = generateSessions({ seed: 1, catalogue, nowMs });

describe('demo sessions', () => {
	it('are the same for a seed and different for another', () => {
		assert.deepEqual(generateSessions({ seed: 1, catalogue, nowMs }), interactions);
		assert.notDeepEqual(generateSessions({ seed: 2, catalogue, nowMs }), interactions);
	});

	it('are in the last two weeks, in order of time', () => {
		const times = interactions.map(({ occurredAtMs }) => occurredAtMs);
		assert.deepEqual(
			times,
			times.toSorted((a, b) => a - b),
		);
		assert.ok(times.every(Number.isInteger));
		assert.ok(Math.min(...times) > nowMs - 15.1 * dayMs);
		assert.ok(Math.max(...times) < nowMs);
		assert.ok(Math.max(...times) > nowMs - dayMs);
	});

	it('view items in stock, and add viewed items to the cart', () => {
		const seen = new Set<string>();
		for (const { kind, item, sessionId } of interactions) {
			if (item === undefined) continue;
			assert.equal(item.availability, 'in stock');
			if (kind === 'view') seen.add(`${sessionId} ${item.id}`);
			else assert.ok(seen.has(`${sessionId} ${item.id}`));
		}
	});

	it('have something for every kind of widget: views, carts of several products, checkouts, returning users', () => {
		const countOf = (kind: string) => interactions.filter((interaction) => interaction.kind === kind).length;
		assert.ok(countOf('view') > 2000 && countOf('cart') > 200 && countOf('checkout') > 80);
		const sessionsOfUser = new Map<string, Set<string>>();
		for (const { userId, sessionId } of interactions) {
			if (userId !== null) sessionsOfUser.set(userId, (sessionsOfUser.get(userId) ?? new Set()).add(sessionId));
		}
		assert.ok([...sessionsOfUser.values()].some(({ size }) => size > 1));
	});

	it('stay with a kind of product more often than chance', () => {
		let sameCount = 0;
		let pairCount = 0;
		const last = new Map<string, string>();
		for (const { kind, item, sessionId } of interactions) {
			const category = item?.categories[0];
			if (kind !== 'view' || category === undefined) continue;
			const before = last.get(sessionId);
			if (before !== undefined) pairCount += 1;
			if (before === category) sameCount += 1;
			last.set(sessionId, category);
		}
		assert.ok(sameCount / pairCount > 0.35);
	});

	it('are empty without a catalogue', () => {
		assert.deepEqual(generateSessions({ seed: 1, catalogue: [], nowMs }), []);
	});
});
