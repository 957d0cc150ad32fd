/** Use cases on the items of an index, live or temporary. */
import type { ItemTarget, ItemWrite, ItemWriteResult, StoredItem } from '../../domain/item/item.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ItemPage, ItemRepository } from '../../ports/item-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';

const tooLargeMessage = 'The items have more than 16 MB together: ask for fewer items at once';
/** A scroll expires when it was not used for this long. */
export const scrollLifeMs = 5 * 60 * 1000;

export interface ScrollQuery {
	/** Undefined opens a new scroll. */
	readonly scrollId: string | undefined;
	readonly itemCountMax: number;
	readonly groupId: string | null;
}

export interface Items {
	/** The first of the ids that exists: a path may spell one id in several ways. */
	read(target: ItemTarget, ids: readonly string[]): Promise<Result<StoredItem>>;
	/**
	 * In the order of `ids`; undefined where there is no such item. `batch_too_large` when the texts together are too
	 * long.
	 */
	readMany(target: ItemTarget, ids: readonly string[]): Promise<Result<readonly (StoredItem | undefined)[]>>;
	count(target: ItemTarget): Promise<Result<number>>;
	scroll(target: ItemTarget, query: ScrollQuery): Promise<Result<ItemPage>>;
	/** Runs all writes in one transaction, in their order; each has its own result. */
	write(target: ItemTarget, writes: readonly ItemWrite[]): Promise<Result<readonly ItemWriteResult[]>>;
}

interface Dependencies {
	readonly items: ItemRepository;
	readonly clock: Pick<Clock, 'steadyMs'>;
	readonly randomness: Randomness;
}

export function createItems({ items, clock, randomness }: Dependencies): Items {
	async function readMany(target: ItemTarget, ids: readonly string[]) {
		const found = await items.findMany(target, ids);
		if (found === 'missing') return fail('not_found');
		if (found === 'too_large') return fail('batch_too_large', { message: tooLargeMessage });
		return succeed(found);
	}

	return {
		readMany,

		async read(target, ids) {
			const found = await readMany(target, ids);
			if (!found.ok) return found;
			const item = found.value.find((candidate) => candidate !== undefined);
			return item ? succeed(item) : fail('not_found');
		},

		async count(target) {
			const count = await items.count(target);
			return count === 'missing' ? fail('not_found') : succeed(count);
		},

		async scroll(target, { scrollId, itemCountMax, groupId }) {
			const nowMs = clock.steadyMs();
			const request = { itemCountMax, groupId, nowMs, expiresAtMs: nowMs + scrollLifeMs };
			const page =
				scrollId === undefined
					? await items.openScroll(target, randomness.hex(16), request)
					: await items.continueScroll(target, scrollId, request);
			if (page === 'missing') return fail('not_found');
			if (page === 'full') {
				return fail('overloaded', { message: 'Too many scrolls are open, throttled', retryAfterSeconds: 60 });
			}
			return succeed(page);
		},

		async write(target, writes) {
			const results = await items.write(target, writes);
			if (results === 'missing') return fail('not_found');
			return results === 'locked' ? fail('locked') : succeed(results);
		},
	};
}
