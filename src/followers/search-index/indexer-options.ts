/** The dependencies of an indexer, and what it reports. */
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { Timing } from '../runtime/timing.ts';
import type { AskedEnginesOptions, EngineDemand } from './asked-engines.ts';
import type { IndexerMeasure } from './index-status.ts';
import type { IndexerLimits } from './indexer-limits.ts';
import type { IndexedStore } from './open-index-opener.ts';
import type { MergeThread } from './start-merge-thread.ts';
import type { SnapshotSource } from './take-snapshot.ts';
import type { TextFollower } from './text-follower.ts';

/** Events to be logged. `left`: nobody has asked this node for search engines. `rebuilding`: an index on disk was invalid. `obstacle`: see `OnObstacle`. */
export type IndexerEvent =
	| SnapshotEvent
	| { readonly kind: 'left'; readonly engineCount: number }
	| { readonly kind: 'obstacle'; readonly path: string }
	| { readonly kind: 'rebuilding'; readonly generationId: number; readonly problem: string }
	| { readonly kind: 'failed'; readonly generationId: number | undefined; readonly error: Error };

/** `refused`: it cannot be used, and the index is built; so it is after `failed`. */
export type SnapshotEvent =
	| {
			readonly kind: 'snapshot_taken';
			readonly generationId: number;
			readonly byteCount: number;
			readonly durationMs: number;
	  }
	| { readonly kind: 'snapshot_refused'; readonly generationId: number; readonly problem: string }
	| { readonly kind: 'snapshot_failed'; readonly generationId: number; readonly error: Error };

export interface IndexerOptions {
	readonly store: IndexedStore;
	readonly files: DurableFiles;
	readonly directory: string;
	readonly follower: string;
	readonly mergeThread: MergeThread;
	/** Left out where the store itself is in this process. */
	readonly texts?: TextFollower | undefined;
	/** Where snapshots of indexes may be; by default nowhere. */
	readonly snapshots?: Pick<SnapshotSource, 'storage' | 'readIdentity' | 'readFreeBytes'> | undefined;
	/** Left out where all search engines are followed, whether or not somebody asks for them. */
	readonly demand?: (Pick<EngineDemand, 'listCalls'> & Pick<AskedEnginesOptions, 'keepMs'>) | undefined;
	readonly timing: Timing;
	/** As in `FollowerOptions`: imports leave the processors to those who write and search. */
	readonly readWaitMs?: (() => number) | undefined;
	readonly onEvent: (event: IndexerEvent) => void;
	readonly onMeasure: (measure: IndexerMeasure) => void;
	readonly limits: IndexerLimits;
}
