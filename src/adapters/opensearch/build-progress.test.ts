import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FailureError, fail } from '../../lib/failure.ts';
import { createProgressStore, isComing } from './build-progress.ts';
import { createIndexNames } from './index-names.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

const names = createIndexNames('vitrine', 'eu1');

/** @param document what OpenSearch answers for each */
function answering(document: object): Pick<OpenSearchConnection, 'send' | 'address'> {
	return {
		address: {} as OpenSearchConnection['address'],
		send: async <Body>() => ({ status: 200, body: { docs: [document] } as Body }),
	};
}

it('what cannot be read, as while OpenSearch recovers its shards, does not count as missing', async () => {
	// As OpenSearch 2 answers, with status 200.
	const unwritten = { _id: 'build', error: { type: 'index_not_found_exception', reason: 'no such index [...]' } };
	for (const document of [{ _id: 'build', found: false }, unwritten]) {
		const store = createProgressStore(answering(document), names);
		assert.deepEqual(await store.read(['build']), [undefined]);
		assert.deepEqual([...(await store.readSince([1]))], [[1, '']]);
	}
	const error = { type: 'no_shard_available_action_exception', reason: 'No shard available for [...]' };
	const recovering = createProgressStore(answering({ _id: 'build', error }), names);
	const isUnavailable = (thrown: unknown) => thrown instanceof FailureError && thrown.failure.code === 'unavailable';
	await assert.rejects(recovering.read(['build']), isUnavailable);
	await assert.rejects(recovering.readSince([1]), isUnavailable);
	await assert.rejects(recovering.read(['build']), isComing);
	assert(!isComing(new FailureError(fail('unavailable').failure, { cause: new Error('read ECONNRESET') })));
});
