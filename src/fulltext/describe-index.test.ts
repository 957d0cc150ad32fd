import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSmallIndex } from '../../test/support/small-index.ts';
import { notesMax } from '../domain/query/index-description.ts';
import { createAnalyzer } from './analysis/analyzer.ts';
import { describeIndex } from './describe-index.ts';
import { createIndexWriter } from './index/index-writer.ts';
import { mergeSegments } from './index/merge/merge-segments.ts';
import { openSegment } from './index/segment/segment.ts';

type Items = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The description of the items in one segment, in several, and after these were merged. */
function describeInThreeWays(items: Items) {
	const whole = createSmallIndex(items).view;
	const parted = createSmallIndex(items, { itemsPerSegment: 1 }).view;
	const segment = openSegment(mergeSegments(parted.segments).bytes);
	const liveCount = segment.documentCount;
	const merged = { segments: [{ segment, live: undefined, liveCount }] };
	return [whole, parted, merged].map((view) => describeIndex(view));
}

test('describes what the values of each field are used as', () => {
	const items = {
		a: { title: 'Shoe', brand: 'Nike', price: 9.5, on: '2024-05-01', at: { lat: 1, lon: 2 }, new: true },
		b: { title: 'Boot', description: 'Warm', image_link: 'https://x.example/a.png', dim: { w: 3 } },
	};
	for (const { itemCount, fields, notes } of describeInThreeWays(items)) {
		assert.equal(itemCount, 2);
		assert.deepEqual(Object.fromEntries(fields.map(({ name, uses }) => [name, uses])), {
			at: ['point'],
			brand: ['text', 'keyword'],
			description: ['text'],
			'dim.w': ['number'],
			image_link: ['keyword'],
			new: ['keyword'],
			on: ['text', 'keyword', 'date'],
			price: ['number'],
			title: ['text'],
		});
		assert.ok(fields.every(({ isMixed }) => !isMixed));
		assert.deepEqual(notes, []);
	}
});

test('names the fields whose type changes, in whichever segments the values are', () => {
	const items = {
		a: { size: 42, title: 7, ok: true, price: '8' },
		b: { size: 'large', title: 'Seven', ok: 'yes', price: '9' },
	};
	for (const { fields } of describeInThreeWays(items)) {
		assert.deepEqual(
			fields.filter(({ isMixed }) => isMixed).map(({ name }) => name),
			['ok', 'size', 'title'],
		);
	}
});

test('counts deleted documents, but no longer those that merges have dropped', () => {
	const writer = createIndexWriter(createAnalyzer('en'));
	for (const id of ['a', 'b', 'c']) writer.put({ id, fields: { id } });
	writer.refresh();
	writer.remove('b');
	writer.refresh();
	const description = describeIndex(writer);
	assert.deepEqual([description.itemCount, description.deletedCount, description.segmentCount], [2, 1, 1]);
	assert.equal(description.byteCount, writer.segments[0]?.segment.bytes.byteLength);
});

test('says which limit cut what, in one segment and after a merge', () => {
	const nested = JSON.parse(`${'{"a":'.repeat(10)}"deep"${'}'.repeat(10)}`);
	const items = {
		a: { title: 'many words', notes: 'w '.repeat(5_000), tags: Array.from({ length: 300 }, (_, at) => `t${at}`) },
		b: { [`f${'x'.repeat(300)}`]: 1, deep: nested, manual: `m${'y'.repeat(500)}` },
		d: { title: `long ${'x, '.repeat(11_000)}` },
		c: { values: Array.from({ length: 20_001 }, () => 'v') },
	};
	const expected = [
		/^A text has more than 4096 words; the first ones are searched\.$/,
		/^A title has more than 32768 characters; the first ones are searched\.$/,
		/^tags has more than 256 values in an item; the first ones count\.$/,
		/^A field has a name of more than 256 characters; it is left out\.$/,
		/^Something is nested more than 8 deep/,
		/^manual has values of more than 200 characters; these cannot be filtered by\.$/,
		/^An item has more than 20000 values/,
	];
	for (const { notes } of describeInThreeWays(items)) {
		for (const sentence of expected)
			assert.ok(
				notes.some((note) => sentence.test(note)),
				`${sentence} ${notes.join('\n')}`,
			);
	}
});

test('keeps a limited number of fields, in one segment and after a merge, and says so', () => {
	const toFields = (from: number, count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${from + at}`, from + at]));
	for (const { fields, notes } of describeInThreeWays({ a: toFields(0, 5_100), b: toFields(5_100, 5_100) }).filter(
		({ segmentCount }) => segmentCount === 1,
	)) {
		// At most two of them are pseudo-fields.
		assert.ok(fields.length <= 10_000 && fields.length >= 9_998, `${fields.length}`);
		assert.ok(notes.some((note) => /^There are more than 10000 fields/.test(note)));
	}
});

test('limits the number of notes', () => {
	const items = Array.from({ length: notesMax + 50 }, (_, at) => [`i${at}`, { [`f${at}`]: 'x'.repeat(300) }]);
	for (const { notes } of describeInThreeWays(Object.fromEntries(items))) assert.equal(notes.length, notesMax);
});
