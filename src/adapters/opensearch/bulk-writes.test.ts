import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writeInBulk } from './bulk-writes.ts';
import { IndexRefusal, type OpenSearchRequest } from './opensearch-connection.ts';

type Outcome = Readonly<
	Record<string, { readonly status: number; readonly error?: { readonly type?: string; readonly reason: string } }>
>;

/** @param outcomes of each call, in order */
function answering(outcomes: readonly (readonly Outcome[])[]) {
	const calls: number[] = [];
	const connection = {
		async send<Body>({ lines = [] }: OpenSearchRequest) {
			const items = outcomes[calls.length] ?? [];
			calls.push(lines.length);
			return { status: 200, body: { errors: true, items } as Body };
		},
	};
	return { connection, calls };
}

const drafts = ['a', 'b', 'c', 'd'].map((itemKey) => ({ itemKey, document: undefined, serial: 1 }));

it('only what OpenSearch cannot index is refused: what it has no room for now is sent again', async () => {
	const { connection, calls } = answering([
		[
			{ delete: { status: 404 } },
			{ delete: { status: 429, error: { reason: 'rejected execution' } } },
			{ delete: { status: 400, error: { reason: 'bad' } } },
			{ delete: { status: 429, error: { reason: 'rejected execution' } } },
		],
		[{ delete: { status: 200 } }, { delete: { status: 409, error: { reason: 'version conflict' } } }],
	]);
	assert.deepEqual(await writeInBulk(connection, 'index', drafts), [{ itemKey: 'c', reason: 'bad' }]);
	assert.deepEqual(calls, [4, 2]);
});

it('an index that takes no writes is a failure, and no fault of the items', async () => {
	const reasons = [
		{ status: 403, error: { reason: 'index [vitrine] blocked by: [FORBIDDEN/8/index write (api)];' } },
		{ status: 429, error: { type: 'cluster_block_exception', reason: 'disk usage exceeded flood-stage watermark' } },
		{ status: 404, error: { reason: 'no such index' } },
		{ status: 503, error: { reason: 'primary shard is not active' } },
		{ status: 400, error: { type: 'index_closed_exception', reason: 'closed' } },
		{ status: 400, error: { type: 'validation_exception', reason: 'maximum shards open' } },
	];
	for (const outcome of reasons) {
		const { connection, calls } = answering([[{ delete: { status: 200 } }, { delete: outcome }]]);
		const isUnavailable = (error: unknown) =>
			error instanceof IndexRefusal &&
			error.failure.code === 'unavailable' &&
			(error.cause as Error).message === outcome.error.reason;
		await assert.rejects(writeInBulk(connection, 'index', drafts.slice(0, 2)), isUnavailable);
		assert.equal(calls.length, 1);
	}
});
