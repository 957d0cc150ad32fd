/** What a thread that follows items also follows: events, for popular queries and for what is learned from clicks. */
import { learnedKinds, startLessonFollower } from '../followers/learned-ranking/lesson-follower.ts';
import type { LessonsMessage } from '../followers/learned-ranking/lesson-messages.ts';
import { startQueryFollower } from '../followers/popular-queries/query-follower.ts';
import type { QueriesMessage } from '../followers/popular-queries/query-messages.ts';
import type { DurableFiles } from '../followers/runtime/durable-files.ts';
import { shareLog } from '../followers/runtime/shared-log.ts';
import { systemTiming } from '../followers/runtime/timing.ts';
import { createShownQueryReader } from '../fulltext/suggest/shown-query.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import type { StoreReads } from './topologies/topology.ts';

export interface EventFollowersOptions {
	readonly reads: Pick<StoreReads, 'events' | 'history' | 'searchEngines'>;
	readonly files: DurableFiles;
	/** Where popular queries and what was learned are saved. */
	readonly directory: string;
	readonly onFailure: (error: unknown) => void;
	readonly publishIntervalMs: number;
}

export interface EventFollowers {
	/** From now on the reader gets messages of both. */
	attach(reader: { send(message: QueriesMessage | LessonsMessage): void }): void;
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

const saveIntervalMs = 60_000;

export function startEventFollowers({ reads, ...options }: EventFollowersOptions): EventFollowers {
	const shared = {
		...options,
		...shareLog({
			...{ log: reads.events, history: reads.history, kinds: learnedKinds, nowMs: readMonotonicMs },
			weigh: ({ lines }) => 1 + lines.length,
		}),
		...{ searchEngines: reads.searchEngines, timing: systemTiming, saveIntervalMs },
	};
	const toShown = createShownQueryReader();
	const queries = startQueryFollower(shared, toShown);
	const lessons = startLessonFollower(shared, toShown);
	return {
		attach(reader) {
			queries.attach(reader);
			lessons.attach(reader);
		},
		async stop() {
			await Promise.all([queries.stop(), lessons.stop()]);
		},
	};
}
