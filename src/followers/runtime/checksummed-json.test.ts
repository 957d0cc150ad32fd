import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatJson, formatLongJson, parseJson } from './checksummed-json.ts';

const format = { name: 'vitrine-test', version: 1 };

test('bytes that are made in parts are the same, and can be read', async () => {
	const list = fc.array(fc.jsonValue(), { maxLength: 35 });
	const content = fc.record({ position: fc.string(), rows: fc.record({ a: list, b: list, 'é"': fc.jsonValue() }) });
	await fc.assert(
		fc.asyncProperty(content, async (value) => {
			let restCount = 0;
			const bytes = await formatLongJson(format, { ...value, left: undefined }, async () => {
				restCount += 1;
			});
			assert.deepEqual(Buffer.from(bytes), Buffer.from(formatJson(format, value)));
			assert(restCount > (value.rows.a.length + value.rows.b.length) / 10);
			const shared = new SharedArrayBuffer(bytes.length);
			new Uint8Array(shared).set(bytes);
			assert.deepEqual(parseJson(format, shared), JSON.parse(JSON.stringify(value)));
		}),
	);
});
