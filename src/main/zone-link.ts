/**
 * What the HTTP threads of a zone have in common: the one that opened its database and runs its background work, and
 * those that joined it.
 *
 *     main thread: openZone ─ link ─►  ZoneLink (port to the writer, shared memory of limits and versions)
 *                                │     and ports to the threads that follow the store, as often as these start
 *                                ▼
 *     other HTTP thread: joinZone ─► the same use cases, on a connection of its own for reading
 */
import type { Logger } from 'pino';
import type { FulltextSearchIndex } from '../adapters/fulltext-index/fulltext-search-index.ts';
import type { PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { DatabaseLink, WriteBounds } from '../adapters/sqlite/open-sqlite-database.ts';
import { createEventQueue, type EventQueue } from '../app/search/event-queue.ts';
import type { GenerationKind } from '../domain/item/item.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { Settings } from './settings/settings.ts';
import type { ZoneLimitMemory } from './zone-limits.ts';

/** The threads that follow a zone's store, and that HTTP threads talk to. */
export type FollowerName = 'indexer' | 'recommender';

/** Goes to another thread in a message; the port of the database is to be transferred. */
export interface ZoneLink {
	readonly zone: ZoneName;
	readonly database: DatabaseLink;
	readonly limits: ZoneLimitMemory;
	readonly followers: readonly FollowerName[];
	/** See `createSystemClock`. */
	readonly clockOriginMs: number;
}

/** What is the same for the zones of every HTTP thread. */
export interface ZoneEnvironment {
	readonly settings: Settings;
	readonly secretKey: Uint8Array;
	readonly operatorToken: string;
	readonly metrics: PrometheusMetrics;
	readonly logger: Logger;
}

/** What the log says of an obstacle, see `OnObstacle`: it names the path beside it. */
export const obstacleWord =
	'a directory is in the place of a file, or a file in the place of a directory: it is removed';

/** How long a replacement waits for the search index of the temporary one, which follows its writes all the time. */
const prepareTimeoutMs = 20_000;

const queuedWritesMax = 10_000;
const queuedBytesMax = 64 * 1024 * 1024;
/** What the queue counts for 8 MB of items. */
const largeBatchBytes = 24 * 1024 * 1024;

/** Resolves when searches of this thread find all that was written before the call; at once where there is no search. */
export function createPrepare(searchIndex: FulltextSearchIndex | undefined) {
	return async (hashid: string, name: string, kind: GenerationKind): Promise<void> => {
		await searchIndex?.prepare(hashid, name, { kind, timeoutMs: prepareTimeoutMs });
	};
}

/** Of each HTTP thread; what they may have queued together does not grow with their number, down to a large batch each. */
export function toWriteBounds({ storeTimeoutMs, httpThreads }: Settings): WriteBounds {
	return {
		deadlineMs: storeTimeoutMs,
		queuedWritesMax: Math.ceil(queuedWritesMax / httpThreads),
		queuedBytesMax: Math.max(largeBatchBytes, Math.ceil(queuedBytesMax / httpThreads)),
	};
}

/** The queue of one HTTP thread. */
export function createZoneEventQueue(
	{ events }: Database,
	{ metrics, logger, clock }: Pick<ZoneEnvironment, 'metrics' | 'logger'> & { readonly clock: Clock },
): EventQueue {
	return createEventQueue({
		events,
		clock,
		onLost(eventCount, error) {
			metrics.countLostEvents(eventCount);
			logger.error({ err: error, eventCount }, 'queued events were lost');
		},
	});
}
