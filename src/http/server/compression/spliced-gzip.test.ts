import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { deflateRest, joinGzip } from './spliced-gzip.ts';

async function join(first: Buffer, rest: Buffer): Promise<Buffer> {
	return joinGzip(first, { rest, deflated: await deflateRest(rest) });
}

test('a joined body is one member of gzip with both parts', async () => {
	const bytes = fc.uint8Array({ maxLength: 3_000 }).map((array) => Buffer.from(array));
	await fc.assert(
		fc.asyncProperty(bytes, bytes, async (first, rest) => {
			assert.deepEqual(gunzipSync(await join(first, rest)), Buffer.concat([first, rest]));
		}),
	);
});

test('first bytes of any length are stored, in several blocks where one does not suffice', async () => {
	const rest = Buffer.from('{"title":"Shoe"},'.repeat(2_000));
	for (const length of [0, 1, 65_535, 65_536, 200_000]) {
		const first = Buffer.alloc(length, 'q');
		const joined = await join(first, rest);
		assert.deepEqual(gunzipSync(joined), Buffer.concat([first, rest]));
		assert(joined.length < length + rest.length / 20);
	}
});
