import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LiveSegment } from '../../query/index-view.ts';
import { findMergeRun } from './merge-policy.ts';

/** Segments of these sizes; the number of deleted documents follows a slash: "100/40". */
function toSegments(sizes: string): LiveSegment[] {
	return sizes.split(' ').map((size) => {
		const [documentCount = 0, deletedCount = 0] = size.split('/').map(Number);
		return {
			segment: { documentCount, bytes: { byteLength: documentCount * 300 } },
			live: undefined,
			liveCount: documentCount - deletedCount,
		} as unknown as LiveSegment;
	});
}

it('merges the newest segments once there are several of similar size, and leaves the large ones alone', () => {
	assert.equal(findMergeRun(toSegments('400000 90000 1200 1100 300')), undefined);
	assert.deepEqual(findMergeRun(toSegments('400000 90000 1200 300 100 100 5 1')), { from: 2, to: 8 });
	assert.deepEqual(findMergeRun(toSegments('1 1 1 1 1 1')), { from: 0, to: 6 });
});

it('merges segments of similar size however large they are, and whatever small segment follows them', () => {
	assert.deepEqual(findMergeRun(toSegments('9000 9000 9000 9000 9000 9000')), { from: 0, to: 6 });
	assert.deepEqual(findMergeRun(toSegments('9000 9000 9000 9000 9000 9000 2000')), { from: 0, to: 6 });
	assert.equal(findMergeRun(toSegments('9000 9000 9000 9000 9000 2000')), undefined);
});

it('moves no more than a quarter of a large index while writes come in, and all of it when there is time', () => {
	const sizes = '200000 90000 90000 90000 90000 40000 20000 10000';
	assert.deepEqual(findMergeRun(toSegments(`${sizes} 5000 5000 5000`)), { from: 5, to: 11 });
	assert.equal(findMergeRun(toSegments(sizes)), undefined);
	assert.deepEqual(findMergeRun(toSegments(sizes), 'thorough'), { from: 0, to: 8 });
});

it('merges everything into few segments when there is time, but does not move a large one for a small one', () => {
	const thorough = (sizes: string) => findMergeRun(toSegments(sizes), 'thorough');
	assert.deepEqual(thorough('70000 9000 9000 5000'), { from: 0, to: 4 });
	assert.equal(thorough('90000 5000'), undefined);
	assert.deepEqual(thorough('900000 9000 9000 2000'), { from: 1, to: 4 });
});

it('merges the smallest at once, because each of them costs every search', () => {
	assert.deepEqual(findMergeRun(toSegments('400000 100 5')), { from: 1, to: 3 });
	assert.equal(findMergeRun(toSegments('400000 100')), undefined);
});

it('rewrites a segment when two thirds of it are deleted, or one third when there is time', () => {
	assert.equal(findMergeRun(toSegments('9000 3000/1900')), undefined);
	assert.deepEqual(findMergeRun(toSegments('9000 3000/2100')), { from: 1, to: 2 });
	assert.equal(findMergeRun(toSegments('3000/900'), 'thorough'), undefined);
	assert.deepEqual(findMergeRun(toSegments('3000/1100'), 'thorough'), { from: 0, to: 1 });
});

it('keeps segments few and moves items seldom, refresh after refresh', () => {
	let sizes: number[] = [];
	let moved = 0;
	const refreshes = 3_000;
	for (let refresh = 0; refresh < refreshes; refresh++) {
		sizes.push(100);
		const run = findMergeRun(toSegments(sizes.join(' ')));
		if (run === undefined) continue;
		const merged = sizes.slice(run.from, run.to).reduce((sum, size) => sum + size, 0);
		moved += merged;
		sizes = [...sizes.slice(0, run.from), merged, ...sizes.slice(run.to)];
		assert.ok(sizes.length < 20, `${sizes.length} segments`);
		assert.ok(sizes.filter((size) => size < 1_000).length < 2, `small ones among ${sizes}`);
	}
	assert.ok(moved / (refreshes * 100) < 18, `each item was moved ${moved / (refreshes * 100)} times`);
});

it('reads no more bytes than a merge may use, and leaves more segments where that is little', () => {
	const sizes = '200000 90000 90000 90000 90000 40000 20000 10000';
	assert.deepEqual(findMergeRun(toSegments(sizes), 'thorough', 300 * 200_000), { from: 4, to: 8 });
	assert.equal(findMergeRun(toSegments('90000 90000'), 'thorough', 300 * 100_000), undefined);
	assert.equal(findMergeRun(toSegments('90000/80000 10'), 'prompt', 300 * 50_000), undefined);
	assert.deepEqual(findMergeRun(toSegments('90000/80000 10')), { from: 0, to: 1 });
});
