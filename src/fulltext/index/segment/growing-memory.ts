/**
 * Memory in which a segment is written, while its size is not known. It grows in place, and moves where it cannot:
 *
 *     plain, reused ──► linear, once it is large (see `linear-memory.ts`) ──► a larger one
 */
import { adoptMemory, isLinear, pageBytes, reserveLinearMemory } from '../../../lib/linear-memory.ts';
import { reserveSharedBytes, toAllBytes } from '../../../lib/shared-bytes.ts';

export interface GrowingMemory {
	/** All of it at its current size; another object after it has grown. */
	readonly buffer: SharedArrayBuffer;
	/** Whether it grows by pages. */
	readonly isLinear: boolean;
	/** Bytes below this may hold those of an earlier segment; all others are 0. */
	readonly usedBefore: number;
	/** Makes it at least this large. What was written stays. */
	growTo(byteCount: number): void;
	/** Keeps it for the next segment. Only for plain memory that nothing refers to. */
	reuse(): void;
}

const reservedBytesMin = 1024 * 1024;

/** Memory left over from a small segment. */
let spare: SharedArrayBuffer | undefined;

/** @param bytesExpected this many addresses are reserved, not memory */
export function createGrowingMemory(bytesExpected: number): GrowingMemory {
	let buffer = takeSpare(Math.max(bytesExpected, reservedBytesMin));
	let byteCountMax = buffer.maxByteLength;
	/** Whose buffer it is, once it is linear. */
	let linear: WebAssembly.Memory | undefined;
	let wantsLinear = true;
	const usedBefore = buffer.byteLength;

	function move(bytesMin: number): void {
		const written = toAllBytes(buffer);
		const byteCount = Math.max(bytesMin, written.length);
		byteCountMax = Math.max(bytesExpected, 2 * byteCount);
		linear = wantsLinear && isLinear(byteCount) ? reserveLinearMemory(byteCountMax) : undefined;
		// There are no addresses left, or the segment is larger than linear memory can be.
		if (isLinear(byteCount)) wantsLinear = linear !== undefined;
		buffer = linear === undefined ? reserveSharedBytes(byteCountMax) : adoptMemory(linear);
		grow(byteCount);
		toAllBytes(buffer).set(written);
	}

	function grow(byteCount: number): void {
		if (linear === undefined) buffer.grow(byteCount);
		else {
			linear.grow(Math.ceil((byteCount - buffer.byteLength) / pageBytes));
			buffer = adoptMemory(linear);
		}
	}

	return {
		get buffer() {
			return buffer;
		},
		get isLinear() {
			return linear !== undefined;
		},
		get usedBefore() {
			return usedBefore;
		},
		growTo(byteCount) {
			const becomesLinear = linear === undefined && wantsLinear && isLinear(byteCount);
			if (becomesLinear || byteCount > byteCountMax) move(byteCount);
			else if (byteCount > buffer.byteLength) grow(byteCount);
		},
		reuse() {
			spare = buffer;
		},
	};
}

function takeSpare(bytesMax: number): SharedArrayBuffer {
	const memory = spare;
	if (memory === undefined || memory.maxByteLength < bytesMax) return reserveSharedBytes(bytesMax);
	spare = undefined;
	return memory;
}
