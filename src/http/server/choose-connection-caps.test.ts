import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConnectionLimits, chooseConnectionCaps } from './choose-connection-caps.ts';

function choose(openFilesMax: number, more: Partial<ConnectionLimits> = {}) {
	const unset = { connectionsMax: undefined, connectionsPerClientMax: undefined };
	return chooseConnectionCaps({ ...unset, httpThreads: 1, openFilesMax, ownFileCount: 57, ...more });
}

test('connections leave a quarter of the files to everything else, and one client takes a quarter of them', () => {
	assert.deepEqual(choose(1_024), { countMax: 768, perClientCountMax: 192 });
	assert.deepEqual(choose(20_000), { countMax: 10_000, perClientCountMax: 2_500 });
	assert.deepEqual(choose(Number.POSITIVE_INFINITY), { countMax: 10_000, perClientCountMax: 2_500 });
	assert.deepEqual(choose(160), { countMax: 103, perClientCountMax: 25 });
	assert.deepEqual(choose(64), { countMax: 7, perClientCountMax: 7 });
});

test('what the settings say is shared by the threads, and one client has no more than there are', () => {
	const limits = { connectionsMax: 100, httpThreads: 4 };
	assert.deepEqual(choose(1_024, limits), { countMax: 25, perClientCountMax: 7 });
	const capped = choose(1_024, { ...limits, connectionsPerClientMax: 1000 });
	assert.deepEqual(capped, { countMax: 25, perClientCountMax: 25 });
});
