import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findIdentifier, hashIdentifier, type IdentifierTable, toIdentifierTable } from './key-table.ts';

/** A table of identifiers by document. The stray hashes belong to no identifier and make the distribution uneven. */
function createTable(identifiers: readonly string[], strayHighs: readonly number[] = []): IdentifierTable {
	const pairs = [...strayHighs.map((high) => [high, 1]), ...identifiers.map(hashIdentifier)];
	const documents = [...strayHighs.map(() => identifiers.length), ...identifiers.keys()];
	return toIdentifierTable({ hashes: Uint32Array.from(pairs.flat()), documents: Uint32Array.from(documents) });
}

for (const count of [0, 1, 2, 3, 10, 2_000]) {
	it(`finds each of ${count} identifiers and nothing else`, () => {
		const identifiers = Array.from({ length: count }, (_, at) => `sku${at * 7}`);
		const table = createTable(identifiers);
		for (const [at, identifier] of identifiers.entries())
			assert.deepEqual(findIdentifier(table, identifier, 9), [at], identifier);
		for (let at = 0; at < 500; at++) assert.deepEqual(findIdentifier(table, `no${at}`, 9), []);
	});
}

it('finds identifiers however unevenly the hashes are distributed', () => {
	const identifiers = Array.from({ length: 50 }, (_, at) => `sku${at}`);
	const low = Array.from({ length: 300 }, (_, at) => at >> 2);
	const high = Array.from({ length: 300 }, (_, at) => 0xffffffff - (at >> 2));
	for (const strays of [low, high, [...low, ...high]]) {
		const table = createTable(identifiers, strays);
		for (const [at, identifier] of identifiers.entries()) assert.deepEqual(findIdentifier(table, identifier, 9), [at]);
		assert.deepEqual(findIdentifier(table, 'none', 9), []);
	}
});

it('finds all documents that share an identifier, up to the number asked for', () => {
	const table = createTable(['a', 'b', 'a', 'c', 'a', 'b']);
	assert.deepEqual(findIdentifier(table, 'a', 9), [0, 2, 4]);
	assert.deepEqual(findIdentifier(table, 'a', 2), [0, 2]);
	assert.deepEqual(findIdentifier(table, 'b', 9), [1, 5]);
});
