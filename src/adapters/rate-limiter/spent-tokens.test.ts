import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { createSpentTokens, type Spent } from './spent-tokens.ts';

/** Keeps what is delivered; each delivery ends when `finish` is called. */
function open(keysMax = 100) {
	const delivered: Spent[] = [];
	let finish: () => void = () => undefined;
	const spentTokens = createSpentTokens({
		...{ pauseMs: 0, keysMax },
		deliver(spent) {
			delivered.push(spent);
			return new Promise((resolve) => {
				finish = resolve;
			});
		},
	});
	return { ...spentTokens, delivered, finish: () => finish() };
}

describe('tokens that were spent', () => {
	it('are told of together, by limiter and key', async () => {
		const { note, delivered } = open();
		note('pages', 'a', 1);
		note('pages', 'a', 2);
		note('keys', 'a', 1);
		await nextTick();
		assert.deepEqual(delivered, [
			new Map([
				['pages', new Map([['a', 3]])],
				['keys', new Map([['a', 1]])],
			]),
		]);
	});

	it('are kept until those before them were told of', async () => {
		const { note, delivered, finish } = open();
		note('pages', 'a', 1);
		await nextTick();
		for (let count = 0; count < 10; count += 1) {
			note('pages', 'b', 1);
			await nextTick();
		}
		assert.equal(delivered.length, 1);
		finish();
		while (delivered.length < 2) await nextTick();
		assert.deepEqual(delivered[1], new Map([['pages', new Map([['b', 10]])]]));
	});

	it('of too many keys are not kept, however long nobody hears of them', async () => {
		const { note, delivered, finish } = open(100);
		note('pages', 'first', 1);
		await nextTick();
		for (let index = 0; index < 10_000; index += 1) note(`limiter ${index % 7}`, `key ${index}`, 1);
		note('limiter 0', 'key 0', 1);
		finish();
		while (delivered.length < 2) await nextTick();
		const counts = [...(delivered[1]?.values() ?? [])].map((keys) => keys.size);
		assert.equal(
			counts.reduce((sum, count) => sum + count),
			100,
		);
		assert.equal(delivered[1]?.get('limiter 0')?.get('key 0'), 2);
	});

	it('are not told of after the end', async () => {
		const { note, stop, delivered } = open();
		note('pages', 'a', 1);
		stop();
		await nextTick();
		assert.deepEqual(delivered, []);
	});
});
