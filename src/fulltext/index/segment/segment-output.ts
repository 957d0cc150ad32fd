/**
 * How do sections become the bytes of a segment without being in memory twice? Each section is appended in memory that
 * grows in place, and its source can be freed before the next is made.
 *
 *     │ header │ room for the table │ section │ section │ … ─ grows ─►
 *
 * A small segment is copied out at the end, so that it takes no more memory than it needs. The larger memory is reused
 * for the next segment. A segment in linear memory ends with the page.
 */
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { ownPagesBytesMin, toAllBytes } from '../../../lib/shared-bytes.ts';
import { createGrowingMemory } from './growing-memory.ts';
import {
	elementTypes,
	headerBytes,
	type Manifest,
	magicBytes,
	noField,
	type Section,
	type SectionArray,
	type SectionKind,
	sectionKinds,
	segmentVersion,
	tableRowWords,
	unitBytes,
} from './layout.ts';

export interface SegmentOutput {
	/** Appends copies of sections, in this order. Cost: O(their bytes). */
	add(sections: readonly Section[]): void;
	/** Appends sections of zeros, to be filled in place before the next call. */
	reserve<T extends readonly SectionRoom[]>(rooms: T): { [at in keyof T]: InstanceType<T[at]['type']> };
	/**
	 * Completes the segment; the output cannot be used afterwards.
	 * @returns memory whose length is a multiple of 8 bytes. Cost: one checksum of all bytes.
	 */
	finish(manifest: Manifest): SharedArrayBuffer;
}

/** A section by its kind, its field (or `noField`), and the type and number of its elements. */
export interface SectionRoom {
	readonly kind: SectionKind;
	readonly field: number;
	readonly type: (typeof elementTypes)[number];
	readonly length: number;
}

export interface SegmentOutputOptions {
	/** The most sections there may be, not counting the manifest. */
	readonly sectionsMax: number;
	/**
	 * The most bytes expected: this many addresses are reserved, not memory. When the segment is larger, it is copied on
	 * the way.
	 */
	readonly bytesExpected: number;
}

const rowBytes = tableRowWords * 4;

interface Row {
	readonly kind: SectionKind;
	readonly field: number;
	readonly elementType: number;
	readonly start: number;
	readonly byteLength: number;
}

/** An output for one segment. */
export function createSegmentOutput(options: SegmentOutputOptions): SegmentOutput {
	const rowsMax = options.sectionsMax + 1;
	const tableEnd = headerBytes + rowsMax * rowBytes;
	const rows: Row[] = [];
	const memory = createGrowingMemory(options.bytesExpected);
	const { usedBefore } = memory;
	let end = 0;
	clearUpTo(tableEnd);

	/** Makes the bytes from `end` to `newEnd` available, all 0. */
	function clearUpTo(newEnd: number): void {
		memory.growTo(newEnd);
		if (end < usedBefore) new Uint8Array(memory.buffer, end, Math.min(newEnd, usedBefore) - end).fill(0);
		end = newEnd;
	}

	function addRow({ kind, field, type, length }: SectionRoom): Row {
		clearUpTo(toUnits(end) * unitBytes);
		const row = {
			kind,
			field,
			elementType: elementTypes.indexOf(type),
			start: end,
			byteLength: length * type.BYTES_PER_ELEMENT,
		};
		rows.push(row);
		assert(rows.length <= rowsMax, 'there are more sections than `sectionsMax`');
		clearUpTo(end + row.byteLength);
		return row;
	}

	function toArray({ elementType, start }: Row, length: number): SectionArray {
		// The constructors accept shared memory, although the type of their union does not say so.
		return Reflect.construct(elementTypes[elementType] as NewableFunction, [
			memory.buffer,
			start,
			length,
		]) as SectionArray;
	}

	function add({ kind, field, data }: Section): void {
		const type = elementTypes.find((candidate) => data instanceof candidate);
		assert(type);
		const row = addRow({ kind, field, type, length: data.length });
		new Uint8Array(memory.buffer, row.start, row.byteLength).set(
			new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
		);
	}

	return {
		add: (sections) => sections.forEach(add),
		reserve(rooms) {
			const reserved = rooms.map(addRow);
			return reserved.map((row, index) => toArray(row, (rooms[index] as SectionRoom).length)) as never;
		},
		finish(manifest) {
			add({ kind: sectionKinds.manifest, field: noField, data: new TextEncoder().encode(JSON.stringify(manifest)) });
			clearUpTo(toUnits(end) * unitBytes);
			if (memory.isLinear || end >= ownPagesBytesMin) {
				writeHead(memory.buffer, rows, 0);
				return memory.buffer;
			}
			const offset = headerBytes + rows.length * rowBytes - tableEnd;
			const bytes = new SharedArrayBuffer(end + offset);
			new Uint8Array(bytes).set(new Uint8Array(memory.buffer, tableEnd, end - tableEnd), tableEnd + offset);
			writeHead(bytes, rows, offset);
			memory.reuse();
			return bytes;
		},
	};
}

function toUnits(byteLength: number): number {
	return Math.ceil(byteLength / unitBytes);
}

/** Writes the table and the header. `offset` is the distance of the sections from where their rows say they start. */
function writeHead(memory: SharedArrayBuffer, rows: readonly Row[], offset: number): void {
	const table = new Uint32Array(memory, headerBytes, rows.length * tableRowWords);
	for (const [index, { kind, field, elementType, start, byteLength }] of rows.entries()) {
		const unit = (start + offset) / unitBytes;
		table.set([kind, field, elementType, unit, byteLength >>> 0, byteLength / 2 ** 32], index * tableRowWords);
	}
	const bytes = toAllBytes(memory);
	bytes.set(magicBytes);
	const words = new Uint32Array(memory, 0, headerBytes / 4);
	words[2] = segmentVersion;
	words[4] = rows.length;
	words[5] = memory.byteLength / unitBytes;
	words[6] = crc32(bytes.subarray(headerBytes));
	words[3] = crc32(bytes.subarray(16, headerBytes));
}
