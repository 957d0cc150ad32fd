import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemBatch } from '../../ports/item-repository.ts';
import type { Follower } from '../runtime/follower.ts';
import type { EngineDemand } from './asked-engines.ts';
import type { IndexLag } from './index-lag.ts';
import type { IndexMerger } from './index-merger.ts';
import type { IndexReaderLink } from './index-messages.ts';
import type { IndexProgress } from './index-progress.ts';
import type { StatusTeller } from './index-status.ts';
import type { IndexWaiters } from './index-waiters.ts';
import type { IndexerOptions } from './indexer-options.ts';
import type { OpenIndex } from './open-index.ts';
import type { OpenIndexOpener } from './open-index-opener.ts';
import type { SnapshotTaker } from './snapshot-taker.ts';
import type { TextFollower } from './text-follower.ts';

/** One stream for each generation whose index is in memory; a task is the generation as the store last had it. */
export type IndexFollower = Follower<number, GenerationState, OpenIndex, ItemBatch>;

/** The state of the indexer, apart from its streams. */
export interface IndexerState {
	readonly options: IndexerOptions;
	readonly follower: IndexFollower;
	readonly opener: OpenIndexOpener;
	readonly waiters: IndexWaiters;
	readonly progress: IndexProgress;
	readonly merger: IndexMerger;
	/** The threads that search. */
	readonly readers: Set<IndexReaderLink>;
	readonly tellStatus: StatusTeller;
	readonly lag: IndexLag;
	readonly texts: TextFollower | undefined;
	/** The incarnation of the store that all has been compared with; undefined at the start. */
	incarnation: string | undefined;
	/** Indexes that are being brought into memory. */
	readonly opening: Set<number>;
	/** Undefined where all search engines are followed. */
	readonly demand: EngineDemand | undefined;
	/** Undefined where indexes are always built. */
	readonly snapshots: SnapshotTaker | undefined;
	surveying: Promise<void> | undefined;
	catchingUp: Promise<void> | undefined;
	cleaning: Promise<void> | undefined;
	nextCleanMs: number;
}
