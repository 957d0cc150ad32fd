import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createChunkTable } from './chunk-table.ts';
import type { ScannedChunk } from './scan-text.ts';

const sameUnits = Uint16Array.from({ length: 65_536 }, (_, unit) => unit);

/** A poor hash, so that keys collide. */
function hashOf(text: string): number {
	return (text.length % 3) + 1;
}

function toChunk(text: string, hash: number): ScannedChunk {
	return { text, start: 0, end: text.length, hash };
}

describe('a chunk table', () => {
	it('finds what a Map finds', () => {
		const keys = fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(fc.array(keys, { maxLength: 300 }), (texts) => {
				const table = createChunkTable(100_000, sameUnits);
				const expected = new Map<string, number>();
				for (const [index, text] of texts.entries()) {
					const found = table.find({ text: `<${text}>`, start: 1, end: text.length + 1, hash: hashOf(text) });
					assert.equal(found < 0 ? undefined : table.records[found], expected.get(text));
					if (found >= 0) continue;
					expected.set(text, index);
					table.add(toChunk(text, hashOf(text)), [index, index]);
				}
			}),
		);
	});

	it('grows beyond its first size and keeps everything', () => {
		const table = createChunkTable(100_000, sameUnits);
		const texts = Array.from({ length: 5000 }, (_, index) => `key${index}`);
		for (const [index, text] of texts.entries()) table.add(toChunk(text, index + 1), [index]);
		for (const [index, text] of texts.entries())
			assert.equal(table.records[table.find(toChunk(text, index + 1))], index);
	});

	it('removes everything when it is full, and continues', () => {
		const table = createChunkTable(2, sameUnits);
		for (const text of ['a', 'b', 'c']) table.add(toChunk(text, 7), [text.charCodeAt(0)]);
		assert.equal(table.find(toChunk('a', 7)), -1);
		assert.equal(table.records[table.find(toChunk('c', 7))], 'c'.charCodeAt(0));
	});
});
