/** Typed arrays that double when they are full, so that a builder keeps no object per entry. */

type Growable = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

export interface GrowingArray<T extends Growable> {
	/** Entries 0 … length-1 are in use. The array is replaced when it grows: read it again after every push. */
	data: T;
	length: number;
}

const initialCapacity = 16;

export function createGrowingUint8(): GrowingArray<Uint8Array<ArrayBuffer>> {
	return { data: new Uint8Array(initialCapacity), length: 0 };
}

export function createGrowingUint32(): GrowingArray<Uint32Array<ArrayBuffer>> {
	return { data: new Uint32Array(initialCapacity), length: 0 };
}

export function createGrowingFloat64(): GrowingArray<Float64Array<ArrayBuffer>> {
	return { data: new Float64Array(initialCapacity), length: 0 };
}

/** Appends a value. Amortised O(1). */
export function push<T extends Growable>(array: GrowingArray<T>, value: number): void {
	if (array.length === array.data.length) grow(array);
	array.data[array.length] = value;
	array.length += 1;
}

/** The entries in use, as a view. */
export function toFilled<T extends Growable>({ data, length }: GrowingArray<T>): T {
	return data.subarray(0, length) as T;
}

function grow<T extends Growable>(array: GrowingArray<T>): void {
	const larger = new (array.data.constructor as new (length: number) => T)(array.data.length * 2);
	larger.set(array.data);
	array.data = larger;
}
