import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { createSumsCache } from './kept-sums.ts';
import { createNamesCache, findNames } from './known-names.ts';

const period = { startMs: 0, endMs: 1, dayStartsMs: [0] };

/** @param textLength of all names but that of 0, which there is not. */
function openNames(textLength: number) {
	const asked: number[] = [];
	const source = {
		statistics: {
			listParts: async () => assert.fail(),
			listPartNumbers: async () => assert.fail(),
			async findNames(buildId: number, ids: readonly number[]) {
				asked.push(...ids);
				const named = ids.filter((id) => id > 0);
				return new Map(named.map((id) => [id, `${buildId} ${id}`.padEnd(textLength)]));
			},
		},
		...{ keptSums: createSumsCache(), knownNames: createNamesCache(), monotonicMs: () => 0 },
		runSliced: <T>(work: { begin(pace: typeof unhurried): Generator<void, T, void> }) =>
			runSteps(work.begin(unhurried)),
	};
	const context = { source, period, caller: 'test', deadlineMs: 1 };
	return { asked, find: (buildId: number, ids: readonly number[]) => findNames(context as never, buildId, ids) };
}

test('a text is read once for a build, and one that is missing each time', async () => {
	const { asked, find } = openNames(1);
	await find(1, [3, 4, 0]);
	assert.deepEqual([asked.splice(0), (await find(1, [4, 5, 0])).get(4)], [[3, 4, 0], '1 4']);
	assert.deepEqual(asked.splice(0), [5, 0]);
	assert.equal((await find(2, [4])).get(4), '2 4');
	assert.deepEqual(asked, [4]);
});

test('texts that take too much memory are answered, and read again', async () => {
	const { asked, find } = openNames(1024 * 1024);
	const ids = [1, 2, 3, 4, 5];
	assert.deepEqual([...(await find(1, ids)).keys()], ids);
	assert.deepEqual([...(await find(1, ids)).keys()], ids);
	assert.deepEqual(asked, [...ids, ...ids]);
});
