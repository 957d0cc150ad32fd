/**
 * What the indexer's thread and the threads that search tell each other. Segments travel as shared memory: a message
 * holds references, whatever their size.
 */

import type { Position } from '../../domain/log/position.ts';
import type { IndexBuild, SearchProgress } from '../../domain/query/search-progress.ts';

/** An index as searches see it, and the segments of it that no message before had. */
export interface PublishedIndex {
	readonly generationId: number;
	/** Every write up to this one can be found. */
	readonly position: Position;
	readonly language: string;
	readonly prices: string;
	readonly schema: string;
	readonly added: readonly { readonly number: number; readonly bytes: SharedArrayBuffer }[];
	/** Oldest first, by number. */
	readonly segments: readonly {
		readonly number: number;
		readonly live: Uint32Array | undefined;
		readonly liveCount: number;
	}[];
}

export type IndexerMessage =
	| { readonly kind: 'published'; readonly index: PublishedIndex }
	/** Out of memory: to be opened again when it is asked for. */
	| { readonly kind: 'dropped'; readonly generationId: number }
	/** Which indexes cannot be searched yet. */
	| { readonly kind: 'progress'; readonly progress: SearchProgress }
	| { readonly kind: 'answered'; readonly requestId: number; readonly outcome: OpenOutcome };

/** `missing`: the store has no such generation. */
export type OpenOutcome = 'ready' | 'missing' | 'failed' | BuildAnswer;

/** How far an index is that is being built, see `IndexBuild`. */
export type BuildAnswer = Pick<IndexBuild, 'writesIndexed' | 'writesWanted' | 'isFailing'>;

export type ReaderMessage =
	/** Asks for the index to be published as it is, or once it has every write of before this message. */
	| {
			readonly kind: 'open';
			readonly requestId: number;
			readonly hashid: string;
			readonly generationId: number;
			readonly isCaughtUp: boolean;
			/** How long to wait for an index that is being built before the answer says so; undefined: until it is there. */
			readonly buildWaitMs: number | undefined;
	  }
	/** Searched lately: others go first when memory is short. */
	| { readonly kind: 'used'; readonly generationIds: readonly number[] }
	/** Builds the index anew from the store; searches see the old one until the new one has caught up. */
	| { readonly kind: 'rebuild'; readonly hashid: string; readonly generationId: number };

/** A thread that searches, as the indexer knows it. */
export interface IndexReaderLink {
	send(message: IndexerMessage): void;
}
