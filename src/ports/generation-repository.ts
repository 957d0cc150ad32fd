import type { GenerationKind } from '../domain/item/item.ts';
import type { Position } from '../domain/log/position.ts';

/** A generation as a follower of its log has to know it. */
export interface GenerationState {
	readonly generationId: number;
	readonly hashid: string;
	readonly indexName: string;
	readonly kind: GenerationKind;
	/** Of the search engine, as `SearchEngine` has them. */
	readonly locale: string;
	readonly currency: string;
	readonly hasStopwords: boolean;
	/** What the owner says of the fields of the index, as far as it is indexed: see `toIndexedText`. */
	readonly schema: string;
	/** Of the last write. */
	readonly end: Position;
	/** How far the follower that asks says it is; null when it was never here. */
	readonly followed: Position | null;
}

/** Which generations are there, and of which is a follower behind? Retired generations are not there. */
export interface GenerationRepository {
	/** The live or the temporary generations of a search engine; none when there is no such engine. Cost: O(its indices). */
	listOfSearchEngine(hashid: string, kind: GenerationKind, follower: string): Promise<readonly GenerationState[]>;
	/**
	 * Generations that have writes after the follower's position, or that it has never been to; in the order of their ids,
	 * from the one after `afterId` on, at most `countMax`. Cost: O(generations), about a microsecond for each.
	 */
	listBehind(follower: string, afterId: number, countMax: number): Promise<readonly GenerationState[]>;
	/** All generations, in pieces as `listBehind` has them. Cost: O(generations in the piece). */
	listAll(follower: string, afterId: number, countMax: number): Promise<readonly GenerationState[]>;
	/** Ids of all generations in ascending order. Cost: O(generations). */
	listIds(): Promise<readonly number[]>;
}
