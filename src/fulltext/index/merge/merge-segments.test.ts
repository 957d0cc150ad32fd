import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownPagesBytesMin } from '../../../lib/shared-bytes.ts';
import { createAnalyzer } from '../../analysis/analyzer.ts';
import { createLiveBits, type LiveSegment } from '../../query/index-view.ts';
import { createSegmentBuilder } from '../builder/segment-builder.ts';
import { noField, sectionKinds } from '../segment/layout.ts';
import { openSegment, type Segment } from '../segment/segment.ts';
import { readSectionTable, toSectionKey, toView } from '../segment/segment-bytes.ts';
import { mergeSegments } from './merge-segments.ts';

const analyzer = createAnalyzer('de');

function toItem(number: number) {
	return {
		id: `item-${number}`,
		createdSeq: number,
		fields: {
			title: `Wanderschuh ${number % 37} für Kinder, Modell ${number}`,
			link: `https://shop.example/p/${number}`,
			brand: `Marke ${number % 11}`,
			tags: [`t${number % 5}`, `t${number % 3}`],
			price: number / 4,
			ean: `40${number}`,
			...(number % 9 === 1 ? { location: { lat: 1, lon: number % 90 }, rare: `value ${number}` } : {}),
			...(number % 50 === 0 ? { df_manual_boost: 2 } : {}),
		},
	};
}

function build(numbers: readonly number[]): Segment {
	const builder = createSegmentBuilder(analyzer);
	for (const number of numbers) builder.add(toItem(number));
	return openSegment(builder.finish());
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, at) => from + at);
}

function toLive(segment: Segment, isDeleted: (document: number) => boolean): LiveSegment {
	const live = createLiveBits(segment.documentCount);
	let liveCount = 0;
	for (let document = 0; document < segment.documentCount; document++) {
		if (isDeleted(document)) live[document >>> 5] = (live[document >>> 5] as number) & ~(1 << (document & 31));
		else liveCount += 1;
	}
	return { segment, live: liveCount === segment.documentCount ? undefined : live, liveCount };
}

/** All sections but the manifest, by kind and field name, because fields come in the order they were first met. */
function toSections(bytes: SharedArrayBuffer) {
	const { fields } = openSegment(bytes).manifest;
	const fieldKeys = fields.map(({ name }, index) => [name, toSectionKey(0, index)] as const);
	const sections: Record<string, unknown> = {};
	for (const [key, row] of readSectionTable(bytes)) {
		const [name, base] = fieldKeys.find(([, first]) => key > first && key < first + 64) ?? [
			'whole segment',
			toSectionKey(0, noField),
		];
		// The number of words in deleted documents is not stored, so the sum in the manifest is approximate.
		if (key !== toSectionKey(sectionKinds.manifest, noField)) sections[`${name} ${key - base}`] = toView(bytes, row);
	}
	return sections;
}

for (const [size, count] of [
	['small', 30],
	['large', 2_000],
] as const) {
	for (const deletedEvery of [0, 3]) {
		it(`of ${size} segments${deletedEvery === 0 ? '' : ' with deletions'} has every byte of one that was built at once`, () => {
			const isDeleted = (number: number) => deletedEvery > 0 && number % deletedEvery === 0;
			const parts = [range(0, count), range(count, 2 * count), range(2 * count, 2 * count + 7)];
			const sources = parts.map((numbers) =>
				toLive(build(numbers), (document) => isDeleted(numbers[document] as number)),
			);
			const merged = mergeSegments(sources).bytes;
			const expected = build(parts.flat().filter((number) => !isDeleted(number))).bytes;
			assert.equal(merged.byteLength >= ownPagesBytesMin, size === 'large');
			assert.deepEqual(toSections(merged), toSections(expected));
		});
	}
}
