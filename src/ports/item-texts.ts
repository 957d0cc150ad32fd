import type { StoredItem } from '../domain/item/item.ts';

/**
 * Texts of items that this process keeps beside its search indexes, because reading them from the store is a round trip. The
 * follower of the logs writes them. They are those of the store up to some moment, and all of them, or else nothing is known.
 */
export interface ItemTexts {
	/**
	 * When all texts of the generation were last known to be those of the store, on the monotonic clock; -Infinity: never. A write
	 * that was answered before is in them.
	 */
	readTrueAtMs(generationId: number): number;
	/** Differs after every change of a text of the generation. To be read before the texts. */
	readVersion(generationId: number): number;
	/**
	 * In the order asked, undefined where there is no such item; undefined altogether when the texts cannot be read.
	 * @param itemKeys 32 lower-case hex digits each
	 */
	find(generationId: number, itemKeys: readonly string[]): readonly (StoredItem | undefined)[] | undefined;
}
