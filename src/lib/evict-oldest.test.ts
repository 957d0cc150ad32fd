import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createEviction } from './evict-oldest.ts';

test('the oldest entries go, as from a list, whatever is set again or deleted, and however the limit changes', () => {
	const step = fc.record({
		key: fc.integer({ min: 0, max: 40 }),
		kind: fc.constantFrom('set', 'set', 'set again', 'delete'),
		countMax: fc.integer({ min: 0, max: 12 }),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
			const map = new Map<number, number>();
			const evicted: (readonly [number, number])[] = [];
			const evict = createEviction(map, (key, value) => void evicted.push([key, value]));
			let list: (readonly [number, number])[] = [];
			const expected: (readonly [number, number])[] = [];
			for (const [number, { key, kind, countMax }] of steps.entries()) {
				const at = list.findIndex(([known]) => known === key);
				if (kind === 'set') list = at === -1 ? [...list, [key, number]] : list.with(at, [key, number]);
				else {
					map.delete(key);
					list = list.filter(([known]) => known !== key);
					if (kind === 'set again') list.push([key, number]);
				}
				if (kind !== 'delete') map.set(key, number);
				evict(countMax);
				expected.push(...list.splice(0, Math.max(0, list.length - countMax)));
				assert.deepEqual([...map], list);
			}
			assert.deepEqual(evicted, expected);
		}),
	);
});
