/**
 * Values that wait under ascending numbers and are taken by number, mostly in their order: what a `Map` would do too. But
 * a map that is as old as the process makes a new table every few dozen entries, each in the space of old objects, where
 * it holds on to what was in it until all of that space is collected: thousands of calls a second fill it with garbage.
 * With 10,000 waiting, a put and a take cost 0.20 µs for 1.26 of a map, and the heap has 20 MB for 61
 * (`npm run bench -- workarounds --only queue`).
 *
 *     numbers   7    8    9   10   11          in a ring of slots, as long as the way from `start` to `end`
 *               │    –    v    –    v          at most; it is doubled when that is longer
 *             start                  end
 */
export interface NumberedQueue<T extends object> {
	/** @returns the number of the value: one more than that of the value before, from 1 on. O(1), amortised. */
	put(value: T): number;
	/** Takes the value of a number out; undefined when it is not there any more, or never was. O(1), amortised. */
	take(number: number): T | undefined;
	/** The value that waits longest, and its number. */
	first(): { readonly number: number; readonly value: T } | undefined;
	count(): number;
}

const initialLength = 64;

export function createNumberedQueue<T extends object>(): NumberedQueue<T> {
	let slots: (T | undefined)[] = makeSlots(initialLength);
	/** Of the first value, when there is one. */
	let start = 1;
	let end = 1;
	let count = 0;

	/** Lengths are powers of two. */
	function at(number: number, length = slots.length): number {
		return number & (length - 1);
	}

	function grow(): void {
		const doubled: (T | undefined)[] = makeSlots(2 * slots.length);
		for (let number = start; number < end; number += 1) doubled[at(number, doubled.length)] = slots[at(number)];
		slots = doubled;
	}

	return {
		put(value) {
			if (end - start === slots.length) grow();
			slots[at(end)] = value;
			count += 1;
			end += 1;
			return end - 1;
		},
		take(number) {
			if (number < start || number >= end) return undefined;
			const value = slots[at(number)];
			if (value === undefined) return undefined;
			slots[at(number)] = undefined;
			count -= 1;
			while (start < end && slots[at(start)] === undefined) start += 1;
			return value;
		},
		first() {
			const value = start < end ? slots[at(start)] : undefined;
			return value === undefined ? undefined : { number: start, value };
		},
		count: () => count,
	};
}

function makeSlots<T>(length: number): (T | undefined)[] {
	return Array.from({ length }, () => undefined);
}
