/**
 * How fresh is what one thread keeps for others, by number? A table in shared memory, which one thread writes and others read
 * without a message:
 *
 *     checked at    when the writer last looked at all of them
 *     by number     true at: a moment, or "whenever it was checked", or never; and a version, which every change increments
 *
 * A number has one of a few slots, or none if all of them are taken: then nothing is known of it.
 */

export interface FreshnessWriter {
	/** Forgets everything, as at the start of a writer. */
	clear(): void;
	/** What is kept of the number was true at this moment; Infinity: whenever it is checked; -Infinity: never. */
	setTrueAt(id: number, ms: number): void;
	/** To be called after a change of what is kept of the number. */
	noteChange(id: number): void;
	remove(id: number): void;
	/** Everything that is true whenever it is checked was true at this moment. */
	setCheckedAt(ms: number): void;
	/** What was given last. */
	readCheckedAt(): number;
}

export interface FreshnessReader {
	/** When what is kept of the number was last known to be true, on the monotonic clock; -Infinity: never. Cost: below a microsecond. */
	readTrueAtMs(id: number): number;
	/** Differs after every change. To be read before what is kept. */
	readVersion(id: number): number;
}

const slotCount = 2 ** 16;
/** Of each number. */
const choicesMax = 8;
const perMs = 1000;
const whenChecked = 2n ** 62n;
const never = 0n;

export function createFreshnessMemory(): SharedArrayBuffer {
	return new SharedArrayBuffer((2 * slotCount + 1) * BigInt64Array.BYTES_PER_ELEMENT + slotCount * 4);
}

function openCells(memory: SharedArrayBuffer) {
	const size = slotCount * BigInt64Array.BYTES_PER_ELEMENT;
	return {
		ids: new BigInt64Array(memory, 0, slotCount),
		times: new BigInt64Array(memory, size, slotCount),
		checked: new BigInt64Array(memory, 2 * size, 1),
		versions: new Int32Array(memory, 2 * size + BigInt64Array.BYTES_PER_ELEMENT, slotCount),
	};
}

/** @param wanted 0: a free slot. @returns -1: none. */
function findSlot(ids: BigInt64Array, id: number, wanted: bigint): number {
	for (let choice = 0; choice < choicesMax; choice += 1) {
		const slot = (id + choice) % slotCount;
		if (Atomics.load(ids, slot) === wanted) return slot;
	}
	return -1;
}

function fromMs(ms: number): bigint {
	if (ms === Number.POSITIVE_INFINITY) return whenChecked;
	return ms === Number.NEGATIVE_INFINITY ? never : BigInt(Math.floor(ms * perMs));
}

function toMs(cell: bigint): number {
	if (cell === whenChecked) return Number.POSITIVE_INFINITY;
	return cell === never ? Number.NEGATIVE_INFINITY : Number(cell) / perMs;
}

export function openFreshnessWriter(memory: SharedArrayBuffer): FreshnessWriter {
	const { ids, times, checked, versions } = openCells(memory);

	function take(id: number): number {
		const slot = findSlot(ids, id, BigInt(id));
		if (slot >= 0) return slot;
		const free = findSlot(ids, id, 0n);
		if (free < 0) return free;
		Atomics.store(times, free, never);
		Atomics.store(ids, free, BigInt(id));
		return free;
	}

	return {
		clear() {
			for (let slot = 0; slot < slotCount; slot += 1) Atomics.store(times, slot, never);
			for (let slot = 0; slot < slotCount; slot += 1) Atomics.store(ids, slot, 0n);
		},
		setTrueAt(id, ms) {
			const slot = take(id);
			if (slot >= 0) Atomics.store(times, slot, fromMs(ms));
		},
		noteChange(id) {
			const slot = take(id);
			if (slot >= 0) Atomics.add(versions, slot, 1);
		},
		remove(id) {
			const slot = findSlot(ids, id, BigInt(id));
			if (slot < 0) return;
			Atomics.store(times, slot, never);
			Atomics.store(ids, slot, 0n);
		},
		setCheckedAt: (ms) => void Atomics.store(checked, 0, fromMs(ms)),
		readCheckedAt: () => toMs(Atomics.load(checked, 0)),
	};
}

export function openFreshnessReader(memory: SharedArrayBuffer): FreshnessReader {
	const { ids, times, checked, versions } = openCells(memory);
	return {
		readTrueAtMs(id) {
			// Before the time of the number, which may have become a moment since.
			const checkedAtMs = toMs(Atomics.load(checked, 0));
			const slot = findSlot(ids, id, BigInt(id));
			return slot < 0 ? Number.NEGATIVE_INFINITY : Math.min(checkedAtMs, toMs(Atomics.load(times, slot)));
		},
		readVersion(id) {
			const slot = findSlot(ids, id, BigInt(id));
			return slot < 0 ? -1 : Atomics.load(versions, slot);
		},
	};
}
