import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../../test/support/chosen-seed.ts';
import { chooseLength } from '../../../../test/support/test-length.ts';
import { chooseLinearMemory, findLinearMemory, pageBytes } from '../../../lib/linear-memory.ts';
import { elementTypes, type Section, sectionKinds } from './layout.ts';
import { readSectionTable, toSectionKey, toView } from './segment-bytes.ts';
import { createSegmentOutput, type SectionRoom } from './segment-output.ts';

const manifest = { documentCount: 3, wordCounts: [1, 2, 3] as const, fields: [], notes: ['a note'] };

/** Sections of two fields, each kind once, with these lengths and types. */
function toSections(shapes: readonly (readonly [length: number, type: number])[]): Section[] {
	return shapes.map(([length, type], index) => {
		const data = new (elementTypes[type] as (typeof elementTypes)[number])(length);
		for (let at = 0; at < length; at++) data[at] = (at * 7 + index) % 251;
		return { kind: (index >> 1) + 2, field: index & 1, data } as Section;
	});
}

function assertHolds(bytes: SharedArrayBuffer, sections: readonly Section[]): void {
	const table = readSectionTable(bytes);
	assert.equal(table.size, sections.length + 1);
	for (const { kind, field, data } of sections) {
		const row = table.get(toSectionKey(kind, field));
		assert(row);
		const view = toView(bytes, row);
		assert.equal(view.constructor, data.constructor);
		assert(Buffer.from(view.buffer, view.byteOffset, view.byteLength).equals(toBuffer(data)));
	}
	const row = table.get(toSectionKey(sectionKinds.manifest, 0xffffffff));
	assert(row);
	assert.deepEqual(JSON.parse(Buffer.from(toView(bytes, row) as Uint8Array).toString()), manifest);
}

function toBuffer(data: Section['data']): Buffer {
	return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

const shapes = (lengthMax: number) =>
	fc.array(fc.tuple(fc.nat(lengthMax), fc.nat(elementTypes.length - 1)), { maxLength: 12 });

it('holds what was written, whatever an earlier output left in the memory', (context) => {
	fc.assert(
		fc.property(fc.oneof(shapes(40), shapes(40_000)), fc.boolean(), (lengths, isReserved) => {
			const sections = toSections(lengths);
			const output = createSegmentOutput({ sectionsMax: 20, bytesExpected: 0 });
			if (isReserved) {
				const rooms = sections.map(({ kind, field, data }): SectionRoom => {
					return { kind, field, type: data.constructor as SectionRoom['type'], length: data.length };
				});
				for (const [index, view] of output.reserve(rooms).entries()) {
					assert(view.every((entry: number) => entry === 0));
					view.set((sections[index] as Section).data);
				}
			} else output.add(sections);
			assertHolds(output.finish(manifest), sections);
		}),
		{ numRuns: chooseLength(40, 150), seed: chooseSeed(context) },
	);
});

it('writes the same bytes each time', () => {
	const write = (count: number) => {
		const output = createSegmentOutput({ sectionsMax: 9, bytesExpected: 0 });
		output.add(toSections([...Array(count).keys()].map((at) => [1_000 * at + 1, at])));
		return Buffer.from(output.finish(manifest)).toString('hex');
	};
	const first = write(3);
	write(5);
	assert.equal(write(3), first);
});

it('takes more than was expected, and no more than it needs', () => {
	const sections = toSections([
		[3, 0],
		[600_000, 2],
		[300_001, 4],
		[5, 1],
	]);
	const output = createSegmentOutput({ sectionsMax: 5, bytesExpected: 0 });
	output.add(sections);
	const bytes = output.finish(manifest);
	assertHolds(bytes, sections);
	assert(bytes.byteLength < 600_000 * 4 + 300_001 * 8 + 1_000 + pageBytes);
	assert.ok(findLinearMemory(bytes), 'linear memory of its own');
});

it('moves to larger memory as often as it has to, whichever kind it is', () => {
	const sections = toSections([
		[3, 0],
		[20_000, 2],
		[900_001, 4],
		[700_000, 2],
		[400_000, 4],
	]);
	for (const choice of ['large', 'all', 'none'] as const) {
		chooseLinearMemory(choice);
		try {
			const output = createSegmentOutput({ sectionsMax: 6, bytesExpected: 0 });
			for (const section of sections) output.add([section]);
			const bytes = output.finish(manifest);
			assertHolds(bytes, sections);
			assert.equal(findLinearMemory(bytes) !== undefined, choice !== 'none');
		} finally {
			chooseLinearMemory('large');
		}
	}
});

it('has pages of its own where it is not small', () => {
	const output = createSegmentOutput({ sectionsMax: 2, bytesExpected: 0 });
	const sections = toSections([[100_000, 4]]);
	output.add(sections);
	const bytes = output.finish(manifest);
	assertHolds(bytes, sections);
	assert.equal(bytes.growable, true);
});

it('rejects more sections than it was created for', () => {
	const output = createSegmentOutput({ sectionsMax: 1, bytesExpected: 0 });
	output.add(toSections([[1, 0]]));
	assert.throws(() => {
		output.add(toSections([[1, 0]]));
		output.finish(manifest);
	});
});
