import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchEngine } from '../../domain/search-engine/search-engine.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createIndices } from './indices.ts';

const engine = { hashid: 'e'.repeat(32) } as SearchEngine;

type Outcome = Awaited<ReturnType<SearchEngineRepository['replaceByTemporary']>>;

/** @param copyingMs how long a copy is under way. */
async function replaceDuring(copyingMs: number, outcome: Outcome) {
	const waited = { ms: 0, isPrepared: false };
	const searchEngines = {
		findReindex: async () => (waited.ms < copyingMs ? { status: 'reindexing' } : undefined),
		replaceByTemporary: async () => outcome,
	} as unknown as SearchEngineRepository;
	const indices = createIndices({
		searchEngines,
		clock: { steadyMs: () => 0 },
		pause: async (delayMs) => {
			waited.ms += delayMs;
		},
		prepareReplacement: async () => {
			waited.isPrepared = true;
		},
	});
	return { result: await indices.replaceByTemporary(engine, 'product'), waited };
}

async function replace(outcome: Outcome) {
	return (await replaceDuring(0, outcome)).result;
}

test('a replacement waits for a copy that ends within a second, and no longer', async () => {
	const short = await replaceDuring(900, 'replaced');
	assert.deepEqual([short.result.ok, short.waited], [true, { ms: 900, isPrepared: true }]);
	const long = await replaceDuring(60_000, 'processing');
	assert.deepEqual([long.result.ok, long.waited], [false, { ms: 1000, isPrepared: false }]);
});

test('a temporary index that a failed copy left incomplete is refused with a message that does not suggest waiting', async () => {
	const refused = await replace('incomplete');
	assert(!refused.ok);
	assert.equal(refused.failure.code, 'locked');
	assert.match(refused.failure.message, /copy .* has failed.*start the copy again, or delete the temporary index/);
	assert.doesNotMatch(refused.failure.message, /progress|throttled/);
	const running = await replace('processing');
	assert.match(running.ok ? '' : running.failure.message, /in progress/);
	assert.deepEqual(await replace('replaced'), { ok: true, value: null });
});
