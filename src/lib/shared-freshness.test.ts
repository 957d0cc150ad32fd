import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFreshnessMemory, openFreshnessReader, openFreshnessWriter } from './shared-freshness.ts';

function open() {
	const memory = createFreshnessMemory();
	return { writer: openFreshnessWriter(memory), reader: openFreshnessReader(memory) };
}

test('what is true whenever it is checked is as new as the last check, and a moment is never newer than that', () => {
	const { writer, reader } = open();
	assert.equal(reader.readTrueAtMs(7), Number.NEGATIVE_INFINITY);
	writer.setTrueAt(7, Number.POSITIVE_INFINITY);
	assert.equal(reader.readTrueAtMs(7), Number.NEGATIVE_INFINITY, 'nothing was checked yet');
	writer.setCheckedAt(1_000.5);
	assert.equal(reader.readTrueAtMs(7), 1_000.5);
	writer.setTrueAt(7, 999);
	writer.setCheckedAt(2_000);
	assert.equal(reader.readTrueAtMs(7), 999);
	assert.equal(writer.readCheckedAt(), 2_000);
});

test('a change is a new version, of its own number', () => {
	const { writer, reader } = open();
	writer.setTrueAt(7, 1);
	writer.setTrueAt(8, 1);
	const before = [reader.readVersion(7), reader.readVersion(8)];
	writer.noteChange(7);
	assert.notEqual(reader.readVersion(7), before[0]);
	assert.equal(reader.readVersion(8), before[1]);
});

test('numbers that have the same slots are kept apart, and what finds none is not known', () => {
	const { writer, reader } = open();
	writer.setCheckedAt(1_000);
	const ids = Array.from({ length: 10 }, (_, at) => 5 + at * 2 ** 16);
	for (const [at, id] of ids.entries()) writer.setTrueAt(id, at + 1);
	const known = ids.slice(0, 8);
	assert.deepEqual(ids.map(reader.readTrueAtMs), [
		...known.map((_, at) => at + 1),
		Number.NEGATIVE_INFINITY,
		Number.NEGATIVE_INFINITY,
	]);
	writer.remove(known[0] as number);
	writer.setTrueAt(ids[9] as number, 10);
	assert.deepEqual([reader.readTrueAtMs(known[0] as number), reader.readTrueAtMs(ids[9] as number)], [-Infinity, 10]);
	writer.clear();
	assert.equal(reader.readTrueAtMs(ids[9] as number), Number.NEGATIVE_INFINITY);
});
