import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatProgress } from './progress.ts';

function format(readBytes: number, totalBytes: number | undefined, rejectedCount = 0): string {
	const state = {
		tally: { entryCount: 0, itemCount: 12_300 },
		source: { readBytes: () => readBytes, totalBytes },
		rejections: { count: rejectedCount },
	};
	return formatProgress(state, 10, true);
}

test('progress has a bar, the items, their rate, the rejections and the time left, by bytes of the file', () => {
	assert.equal(format(250, 1000), '[######------------------]  25 %  12,300 items  1,230/s  30 s left');
	assert.match(format(50, 1000, 7), / {2}7 rejected {2}3 min 10 s left$/);
});

test('there is no bar and no remaining time if the size is unknown, and no remaining time at the end', () => {
	assert.equal(format(250, undefined), '12,300 items  1,230/s');
	assert.equal(format(1000, 1000), '[########################]  100 %  12,300 items  1,230/s');
	assert.equal(format(0, 0), '12,300 items  1,230/s');
});
