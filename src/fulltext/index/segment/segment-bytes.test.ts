import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../../test/support/chosen-seed.ts';
import { chooseLength } from '../../../../test/support/test-length.ts';
import { createAnalyzer } from '../../analysis/analyzer.ts';
import { createSegmentBuilder } from '../builder/segment-builder.ts';
import { openSegment } from './segment.ts';
import { DamagedSegmentError } from './segment-bytes.ts';

function buildBytes(): Uint8Array {
	const builder = createSegmentBuilder(createAnalyzer('en'));
	for (let number = 0; number < 40; number++) {
		const fields = {
			title: `lamp ${number}`,
			price: number,
			tags: ['a', `t${number % 3}`],
			at: { lat: 1, lon: number },
		};
		builder.add({ id: `item ${number}`, fields });
	}
	return new Uint8Array(builder.finish());
}

function toShared(bytes: Uint8Array): SharedArrayBuffer {
	const shared = new SharedArrayBuffer(bytes.length);
	new Uint8Array(shared).set(bytes);
	return shared;
}

const whole = buildBytes();

it('rejects a segment with any one byte changed', (context) => {
	const damage = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }));
	fc.assert(
		fc.property(damage, ([at, difference]) => {
			const bytes = whole.slice();
			bytes[at] = (bytes[at] as number) ^ difference;
			assert.throws(() => openSegment(toShared(bytes)), DamagedSegmentError);
		}),
		{ numRuns: chooseLength(300, 1_000), seed: chooseSeed(context) },
	);
});

it('rejects a segment with any byte of the header or the table changed', () => {
	for (let at = 0; at < 512; at++) {
		const bytes = whole.slice();
		bytes[at] = (bytes[at] as number) ^ 1;
		assert.throws(() => openSegment(toShared(bytes)), DamagedSegmentError, `byte ${at}`);
	}
});

it('rejects a segment that is truncated, has extra bytes, or has pages exchanged', () => {
	for (let length = 0; length < whole.length; length += 61) {
		assert.throws(() => openSegment(toShared(whole.subarray(0, length))), DamagedSegmentError, `length ${length}`);
	}
	const longer = new Uint8Array(whole.length + 8);
	longer.set(whole);
	assert.throws(() => openSegment(toShared(longer)), DamagedSegmentError);
	const exchanged = whole.slice();
	exchanged.copyWithin(1024, 2048, 3072);
	assert.throws(() => openSegment(toShared(exchanged)), DamagedSegmentError);
});

it('rejects bytes of any other kind', (context) => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
			assert.throws(() => openSegment(toShared(bytes)), DamagedSegmentError);
		}),
		{ numRuns: chooseLength(100, 300), seed: chooseSeed(context) },
	);
});

it('opens an undamaged segment', () => {
	assert.equal(openSegment(toShared(whole)).documentCount, 40);
});
