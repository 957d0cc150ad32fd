/** Items are stored as the JSON text that the shop sent. This module has the types for them. */

export const itemIdBytesMax = 512;
export const itemBytesMax = 1024 * 1024;
export const itemsPerBatchMax = 100;
export const requestBytesMax = 8 * 1024 * 1024;

/** Which generation of an index is meant. */
export type GenerationKind = 'live' | 'temporary';

export interface ItemTarget {
	readonly hashid: string;
	readonly indexName: string;
	readonly generation: GenerationKind;
}

/** An item as it is stored: `text` is one JSON object whose `id` is the string `id`. */
export interface StoredItem {
	readonly id: string;
	readonly text: string;
}

/**
 * One change to one item. `text` of a put is what will be stored; `patch` of a merge is a JSON object to merge into it.
 */
export type ItemWrite =
	| { readonly kind: 'put'; readonly id: string; readonly text: string; readonly groupId: string | null }
	| { readonly kind: 'merge'; readonly id: string; readonly patch: string }
	| { readonly kind: 'delete'; readonly id: string };

/** The result of one write; `error` says why nothing was done. */
export interface ItemWriteResult {
	readonly id: string;
	readonly result: 'created' | 'updated' | 'deleted' | 'not_found' | 'error';
	readonly error?: string;
	/** The stored text after the write, for callers that answer with the item. */
	readonly text?: string;
}
