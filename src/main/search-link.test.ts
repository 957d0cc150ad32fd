import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { toPosition } from '../domain/log/position.ts';
import { emptyQuery } from '../domain/query/index-query.ts';
import type { IndexerMessage } from '../followers/search-index/index-messages.ts';
import { FailureError } from '../lib/failure.ts';
import type { GenerationState } from '../ports/generation-repository.ts';
import { createSearchLink } from './start-indexer.ts';

const scope = { hashid: 'engine', indexNames: ['product'] };

/** A search link whose store says that `generationId()` is live. */
function createLink(generationId: () => number) {
	let version = 0;
	const toState = (): GenerationState => ({
		generationId: generationId(),
		hashid: 'engine',
		indexName: 'product',
		kind: 'live',
		locale: 'en',
		currency: 'EUR',
		schema: '',
		end: toPosition(1),
		followed: toPosition(1),
		incarnation: '',
	});
	const database = {
		generations: { listOfSearchEngine: async () => [toState()] } as never,
		items: {} as never,
		invalidation: { readSettingsVersion: () => version, readItemsVersion: () => version, stalenessMsMax: 1000 },
	};
	const link = createSearchLink(database, { follower: 'fulltext', keptBytesMax: 0, waitMs: 0 });
	return { ...link, change: () => (version += 1) };
}

function toPublished(generationId: number): IndexerMessage {
	return {
		kind: 'published',
		index: {
			generationId,
			position: toPosition(1),
			language: 'en',
			prices: '.,2',
			schema: '',
			added: [],
			segments: [],
		},
	};
}

const started = {
	isStarted: true,
	...{ buildingCount: 0, failingCount: 0, writesIndexed: 0, writesWanted: 0, builds: [], replacements: [] },
};

describe('the searches of a thread', () => {
	it('see what was published before a switch, although no message was handled yet', async () => {
		let live = 1;
		const { searchIndex, attach, change, close } = createLink(() => live);
		const { port1, port2 } = new MessageChannel();
		attach(port1);
		for (const generationId of [1, 2, 3]) {
			port2.postMessage(toPublished(generationId));
			live = generationId;
			change();
			await searchIndex.search(scope, emptyQuery);
			assert.equal(receiveMessageOnPort(port2), undefined, 'nothing was asked of the indexer');
		}
		close();
	});

	it('are not started while the indexer is silent, which is not a failure', async () => {
		const { attach, readProgress, close } = createLink(() => 1);
		const { port1, port2 } = new MessageChannel();
		attach(port1);
		assert.equal((await readProgress()).isStarted, false);
		port2.postMessage({ kind: 'progress', progress: started } satisfies IndexerMessage);
		await once(port1, 'message');
		assert.deepEqual(await readProgress(), started);
		close();
	});

	it('fail at once while there is no indexer, and continue with the next one', async () => {
		const { searchIndex, attach, readProgress, close } = createLink(() => 1);
		await assert.rejects(readProgress(), /there is no indexer/);
		const unavailable = (error: unknown) => error instanceof FailureError && error.failure.code === 'unavailable';
		await assert.rejects(searchIndex.search(scope, emptyQuery), unavailable);
		const { port1, port2 } = new MessageChannel();
		attach(port1);
		const waiting = searchIndex.search(scope, emptyQuery);
		await once(port2, 'message');
		port2.close();
		await assert.rejects(waiting, unavailable);
		await assert.rejects(readProgress(), /there is no indexer/);
		await assert.rejects(searchIndex.search(scope, emptyQuery), unavailable);
		const next = new MessageChannel();
		attach(next.port1);
		next.port2.postMessage({ kind: 'progress', progress: started } satisfies IndexerMessage);
		await once(next.port1, 'message');
		assert.deepEqual(await readProgress(), started);
		next.port2.postMessage(toPublished(1));
		next.port2.once('message', ({ requestId }) =>
			next.port2.postMessage({ kind: 'answered', requestId, outcome: 'ready' } satisfies IndexerMessage),
		);
		assert.equal((await searchIndex.search(scope, emptyQuery)).count, 0);
		close();
	});
});
