import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPosition } from '../../domain/log/position.ts';
import { mayImportPause, pausedMsMax, pausedWritesMax } from './import-pauses.ts';

const index = { isHidden: false, visible: toPosition(1_000) };
const end = toPosition(50_000);

test('an import pauses while others want the processors, unless its index is not whole, or has been behind for long', () => {
	assert.equal(mayImportPause(index, { end, ms: 0 }), true);
	assert.equal(mayImportPause(undefined, { end, ms: 0 }), false, 'not in memory');
	assert.equal(mayImportPause({ ...index, isHidden: true }, { end, ms: 0 }), false, 'not whole');
	assert.equal(mayImportPause(index, { end, ms: pausedMsMax }), false, 'old writes');
	assert.equal(mayImportPause(index, { end: toPosition(1_001 + pausedWritesMax), ms: 0 }), false, 'many writes');
});
