import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createIndices } from './indices.ts';

const engine = { hashid: 'e'.repeat(32) } as SearchEngine;

function replace(outcome: Awaited<ReturnType<SearchEngineRepository['replaceByTemporary']>>) {
	const searchEngines = {
		findReindex: async () => undefined,
		replaceByTemporary: async () => outcome,
	} as unknown as SearchEngineRepository;
	const indices = createIndices({
		searchEngines,
		clock: { nowMs: () => 0 },
		prepareReplacement: async () => undefined,
	});
	return indices.replaceByTemporary(engine, 'product');
}

test('a temporary index that a failed copy has left incomplete is refused in words that nobody takes for a wait', async () => {
	const refused = await replace('incomplete');
	assert(!refused.ok);
	assert.equal(refused.failure.code, 'locked');
	assert.match(refused.failure.message, /copy .* has failed.*start the copy again, or delete the temporary index/);
	assert.doesNotMatch(refused.failure.message, /progress|throttled/);
	const running = await replace('processing');
	assert.match(running.ok ? '' : running.failure.message, /in progress/);
	assert.deepEqual(await replace('replaced'), { ok: true, value: null });
});
