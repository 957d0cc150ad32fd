import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writeInBulk } from './bulk-writes.ts';
import type { OpenSearchRequest } from './opensearch-connection.ts';

type Outcome = Readonly<Record<string, { readonly status: number; readonly error?: { readonly reason: string } }>>;

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

it('only what OpenSearch cannot index is refused: what is blocked for a while is sent again', async () => {
	const blocked = { status: 403, error: { reason: 'index [vitrine] blocked by: [FORBIDDEN/8/index write (api)];' } };
	const removed = { status: 404, error: { reason: 'no such index' } };
	const { connection, calls } = answering([
		[
			{ delete: { status: 404 } },
			{ delete: blocked },
			{ delete: { status: 400, error: { reason: 'bad' } } },
			{ delete: removed },
		],
		[{ delete: { status: 200 } }, { delete: { status: 409, error: { reason: 'version conflict' } } }],
	]);
	assert.deepEqual(await writeInBulk(connection, 'index', drafts), [{ itemKey: 'c', reason: 'bad' }]);
	assert.deepEqual(calls, [4, 2]);
});
