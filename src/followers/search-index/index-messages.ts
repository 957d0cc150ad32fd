/**
 * The messages between the indexer's thread and the threads that search. Segments are shared memory: a message contains
 * references, whatever their size.
 */

import type { Position } from '../../domain/log/position.ts';
import type { IndexBuild, SearchProgress } from '../../domain/query/search-progress.ts';
import type { SentBytes } from '../../lib/linear-memory.ts';

/** An index as searches see it, with those of its segments that no earlier message had. */
export interface PublishedIndex {
	readonly generationId: number;
	/** Every write up to this one can be found. */
	readonly position: Position;
	readonly language: string;
	readonly prices: string;
	readonly schema: string;
	readonly added: readonly { readonly number: number; readonly bytes: SentBytes }[];
	/** Oldest first, by number. */
	readonly segments: readonly {
		readonly number: number;
		readonly live: Uint32Array | undefined;
		readonly liveCount: number;
	}[];
}

export type IndexerMessage =
	| { readonly kind: 'published'; readonly index: PublishedIndex }
	/** Evicted: must be opened again when it is searched. */
	| { readonly kind: 'dropped'; readonly generationId: number }
	/** Which indexes cannot be searched yet. */
	| { readonly kind: 'progress'; readonly progress: SearchProgress }
	| { readonly kind: 'answered'; readonly requestId: number; readonly outcome: OpenOutcome };

/** `missing`: the store has no such generation. */
export type OpenOutcome = 'ready' | 'missing' | 'failed' | BuildAnswer;

/** Progress of an index that is being built, see `IndexBuild`. */
export type BuildAnswer = Pick<IndexBuild, 'writesIndexed' | 'writesWanted' | 'isFailing'>;

export type ReaderMessage =
	/** Asks for an index to be published: as it is, or once it has every write before this message. */
	| {
			readonly kind: 'open';
			readonly requestId: number;
			readonly hashid: string;
			readonly generationId: number;
			readonly isCaughtUp: boolean;
			/**
			 * How long to wait for an index that is being built before answering with its progress; undefined: until it
			 * is complete.
			 */
			readonly buildWaitMs: number | undefined;
	  }
	/** Recently searched: when memory is short, others are evicted first. */
	| { readonly kind: 'used'; readonly generationIds: readonly number[] }
	/** Rebuilds the index from the store; searches use the old one until the new one has caught up. */
	| { readonly kind: 'rebuild'; readonly hashid: string; readonly generationId: number };

/** A searching thread, as the indexer knows it. */
export interface IndexReaderLink {
	send(message: IndexerMessage): void;
}
