/**
 * When did this process last write items of an engine? What it keeps beside the database must have that write, also if the
 * outcome is not known. Engines share slots by their hash, so another one's write may count.
 */
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import { createSharedTimes, openSharedTimes } from '../../lib/shared-time.ts';
import { hashTexts } from '../../lib/text-hash.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { isCertainlyUndone } from '../sql/sql-database.ts';

export interface OwnWrites {
	/** For `openOwnWrites` in another thread. */
	readonly memory: SharedArrayBuffer;
	note(hashid: string): void;
	/** On the monotonic clock; -Infinity: never. */
	readMs(hashid: string): number;
}

const slotCount = 4096;

export function createOwnWrites(): OwnWrites {
	return openOwnWrites(createSharedTimes(slotCount).memory);
}

export function openOwnWrites(memory: SharedArrayBuffer): OwnWrites {
	const times = openSharedTimes(memory);
	const toSlot = (hashid: string) => hashTexts([hashid]) % slotCount;
	return {
		memory,
		// Times are rounded down, and nothing that was true at this moment may count.
		note: (hashid) => times.write(toSlot(hashid), readMonotonicMs() + 1),
		readMs: (hashid) => times.read(toSlot(hashid)),
	};
}

/** Notes a write before its answer, unless it is certain that nothing happened. */
export function noteOwnWrites(items: ItemRepository, { note }: OwnWrites): ItemRepository {
	return {
		...items,
		async write(target, writes) {
			try {
				const outcome = await items.write(target, writes);
				note(target.hashid);
				return outcome;
			} catch (error) {
				if (!isCertainlyUndone(error)) note(target.hashid);
				throw error;
			}
		},
	};
}
