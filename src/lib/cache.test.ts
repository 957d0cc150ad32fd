import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCache, memoize } from './cache.ts';

describe('a cache', () => {
	it('evicts the least recently used entry', () => {
		const cache = createCache<string, number>({ entriesMax: 2 });
		cache.set('old', 1);
		cache.set('other', 2);
		assert.equal(cache.get('old'), 1);
		cache.set('new', 3);
		assert.deepEqual(
			['old', 'other', 'new'].map((key) => cache.get(key)),
			[1, undefined, 3],
		);
	});

	it('is limited by the weight of its entries, and keeps neither an entry that is too heavy nor the one it replaced', () => {
		const cache = createCache<string, string>({
			weightMax: 10,
			weigh: (text) => text.length,
			entryWeightMax: 6,
		});
		cache.set('a', 'aaaaa');
		cache.set('b', 'bbbbb');
		assert.equal(cache.get('a'), 'aaaaa');
		cache.set('c', 'c');
		assert.equal(cache.get('b'), undefined, 'used longest ago');
		cache.set('c', 'ccccccc');
		assert.equal(cache.get('c'), undefined);
		assert.equal(cache.get('a'), 'aaaaa', 'was not evicted for what is not kept');
	});

	it('weighs a value again when it is set again', () => {
		const cache = createCache<string, string[]>({ weightMax: 4, weigh: (list) => list.length });
		const growing = ['1'];
		cache.set('growing', growing);
		cache.set('other', ['1', '2']);
		growing.push('2', '3');
		cache.set('growing', growing);
		assert.equal(cache.get('growing'), growing);
		assert.equal(cache.get('other'), undefined);
	});

	it('expires by the given clock, starting at its time 0, however often a value is read', () => {
		let nowMs = 0;
		const cache = createCache<string, number>({ entriesMax: 2, ageMsMax: 100, monotonicMs: () => nowMs });
		cache.set('a', 1);
		nowMs = 100;
		assert.equal(cache.get('a'), 1);
		nowMs = 100.5;
		assert.equal(cache.get('a'), undefined);
		cache.set('a', 2);
		nowMs = 200;
		assert.equal(cache.get('a'), 2, 'put in again, its age is 0');
	});

	it('is empty after clear', () => {
		const cache = createCache<string, number | null>({ entriesMax: 2 });
		cache.set('a', null);
		assert.equal(cache.get('a'), null);
		cache.delete('a');
		assert.equal(cache.get('a'), undefined);
		cache.set('b', 1);
		cache.clear();
		assert.equal(cache.get('b'), undefined);
	});

	it('agrees with a map whose entries are in order of use', () => {
		const step = fc.record({ key: fc.integer({ min: 0, max: 8 }), isRead: fc.boolean() });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (steps, entriesMax) => {
				const cache = createCache<number, number>({ entriesMax });
				const model = createModel(entriesMax);
				for (const [at, { key, isRead }] of steps.entries()) {
					if (isRead) assert.equal(cache.get(key), model.get(key));
					else {
						cache.set(key, at);
						model.set(key, at);
					}
				}
			}),
		);
	});
});

/** The most recently used entry is last. */
function createModel(entriesMax: number) {
	const entries = new Map<number, number>();
	const set = (key: number, value: number): void => {
		entries.delete(key);
		entries.set(key, value);
		const [oldest] = entries.keys();
		if (oldest !== undefined && entries.size > entriesMax) entries.delete(oldest);
	};
	const get = (key: number): number | undefined => {
		const value = entries.get(key);
		if (value !== undefined) set(key, value);
		return value;
	};
	return { get, set };
}

describe('a memoized function', () => {
	it('is computed once for a text, even when its result is null, and every time for a long one', () => {
		const asked: string[] = [];
		const toVowel = memoize(
			(text) => {
				asked.push(text);
				return /[aeiou]/.exec(text)?.[0] ?? null;
			},
			{ entriesMax: 10, textLengthMax: 3 },
		);
		assert.deepEqual(['tea', 'tea', 'my', 'my', 'long', 'long'].map(toVowel), ['e', 'e', null, null, 'o', 'o']);
		assert.deepEqual(asked, ['tea', 'my', 'long', 'long']);
	});
});
