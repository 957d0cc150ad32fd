import type { GenerationKind } from '../domain/item/item.ts';
import type { Position } from '../domain/log/position.ts';

/** A generation, as a follower of its log needs to know it. */
export interface GenerationState {
	readonly generationId: number;
	readonly hashid: string;
	readonly indexName: string;
	readonly kind: GenerationKind;
	/** Of the search engine, as `SearchEngine` has them. */
	readonly locale: string;
	readonly currency: string;
	/** The owner's overrides of the fields, as far as they affect what is indexed: see `toIndexedText`. */
	readonly schema: string;
	/** Position of the last write. */
	readonly end: Position;
	/** The incarnation of the store that `end` is of, see `StoreHistory`. */
	readonly incarnation: string;
	/** The position that the asking follower has noted; null if it never noted one. */
	readonly followed: Position | null;
}

/** Which generations exist, and on which of them is a follower behind? Retired generations are not included. */
export interface GenerationRepository {
	/** The live or the temporary generations of a search engine; none when there is no such engine. Cost: O(its indices). */
	listOfSearchEngine(hashid: string, kind: GenerationKind, follower: string): Promise<readonly GenerationState[]>;
	/**
	 * Generations with writes after the follower's position, or for which it has noted none; in the order of their ids,
	 * starting after `afterId`, at most `countMax`. Cost: O(generations), about a microsecond for each.
	 */
	listBehind(follower: string, afterId: number, countMax: number): Promise<readonly GenerationState[]>;
	/** All generations, in batches like those of `listBehind`. Cost: O(generations in the batch). */
	listAll(follower: string, afterId: number, countMax: number): Promise<readonly GenerationState[]>;
	/** Ids of all generations in ascending order. Cost: O(generations). */
	listIds(): Promise<readonly number[]>;
}
