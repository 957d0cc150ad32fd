import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createClickLog } from './click-log.ts';
import { createCoViews } from './co-views.ts';

const options = { clicksPerItemMax: 300, ageClicks: 200_000 };
const itemsMax = 8;

function build(sessions: readonly (readonly number[])[]) {
	const log = createClickLog({ clicksMax: 1000, itemsMax });
	for (const session of sessions) {
		let handle: number | undefined;
		for (const item of session) handle = log.append(item, handle);
	}
	return createCoViews(log, options);
}

/** The formula of the module, computed over lists: the match is the newest click on the item in its session. */
function scan(sessions: readonly (readonly number[])[], item: number): Map<number, number> {
	const all = sessions.flatMap((session, number) => session.map((clicked) => ({ clicked, number })));
	const together = new Map<number, number>();
	for (const [number, session] of sessions.entries()) {
		const match = session.lastIndexOf(item);
		if (match < 0) continue;
		const slot = sessions.slice(0, number).flat().length + match;
		const scale = 1 / Math.sqrt(1 + (all.length - 1 - slot) / options.ageClicks);
		const around = [
			...session.slice(match + 1, match + 11),
			...session.slice(Math.max(0, match - 10), match).reverse(),
		];
		for (const other of new Set(around)) {
			const after = session.slice(match + 1, match + 11).indexOf(other);
			const before = session
				.slice(Math.max(0, match - 10), match)
				.reverse()
				.indexOf(other);
			const d = after >= 0 ? after : before;
			together.set(other, (together.get(other) ?? 0) + 0.8 ** d * scale);
		}
	}
	together.delete(item);
	const support = (other: number) => all.filter(({ clicked }) => clicked === other).length;
	return new Map([...together].map(([other, sum]) => [other, sum / Math.sqrt(10 + support(other))]));
}

describe('co-views', () => {
	it('prefer what is viewed together with a product to what is viewed with everything', () => {
		// 0 is in every session; 1 and 2 go together.
		const hundredTimes = Array.from({ length: 100 }, () => [0, 5]);
		const coViews = build([...hundredTimes, [1, 2, 0], [2, 1, 0], [1, 2]]);
		const related = coViews.related({ items: [1], count: 5 });
		assert.deepEqual(
			related.map(({ item }) => item),
			[2, 0],
		);
	});

	it('distinguish what was viewed before and after', () => {
		const [best] = build([
			[2, 1],
			[2, 1],
		]).related({ items: [1], count: 1 });
		assert.deepEqual(best?.shares, { viewed_before: 1, viewed_after: 0 });
	});

	it('find nothing for a product without views, and leave out the product itself', () => {
		const coViews = build([[1, 1, 1]]);
		assert.deepEqual(coViews.related({ items: [1], count: 5 }), []);
		assert.deepEqual(coViews.related({ items: [7], count: 5 }), []);
		assert.deepEqual(coViews.related({ items: [], count: 5 }), []);
	});

	it('add up over several products, with more weight for later ones', () => {
		const related = build([
			[1, 3],
			[2, 4],
		]).related({ items: [1, 2], count: 5 });
		assert.deepEqual(
			related.map(({ item }) => item),
			[4, 3],
		);
	});

	it('have the scores of a scan over all sessions', () => {
		fc.assert(
			fc.property(
				fc.array(fc.array(fc.nat(itemsMax - 1), { minLength: 1, maxLength: 20 }), { maxLength: 12 }),
				fc.nat(itemsMax - 1),
				(sessions, item) => {
					const expected = scan(sessions, item);
					const related = build(sessions).related({ items: [item], count: itemsMax });
					assert.deepEqual(new Set(related.map((entry) => entry.item)), new Set(expected.keys()));
					for (const { item: other, score } of related) {
						assert.ok(Math.abs(score - (expected.get(other) ?? 0)) < 1e-9);
					}
				},
			),
		);
	});
});
