import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareMemory } from './memory-shares.ts';

describe('the shares of the memory', () => {
	it('have their full size when there is enough memory', () => {
		const { searchMemoryMb, recommendMemoryMb } = shareMemory(65_536, 1);
		assert.deepEqual([searchMemoryMb, recommendMemoryMb], [2048, 512]);
	});

	it('fit into what there is, with the program beside them', () => {
		for (let limitMb = 600; limitMb < 10_000; limitMb += 50) {
			const { searchMemoryMb, recommendMemoryMb, mergeMemoryMb } = shareMemory(limitMb, 1);
			assert.ok(searchMemoryMb + recommendMemoryMb + 2 * mergeMemoryMb <= limitMb - 450, `${limitMb} MB`);
			assert.ok(Math.min(searchMemoryMb, recommendMemoryMb, mergeMemoryMb) >= 16);
		}
	});

	it('are those of one of several zones, which have it together', () => {
		assert.equal(shareMemory(1250, 2).searchMemoryMb, shareMemory(850, 1).searchMemoryMb);
	});

	it('are never zero, and keep limits that were set', () => {
		assert.deepEqual(shareMemory(100, 1), { searchMemoryMb: 32, recommendMemoryMb: 16, mergeMemoryMb: 32 });
		assert.deepEqual(shareMemory(1200, 1, { searchMemoryMb: 500 }), {
			searchMemoryMb: 500,
			recommendMemoryMb: 93,
			mergeMemoryMb: 78,
		});
	});
});
