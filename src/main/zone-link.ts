/**
 * What the HTTP threads of a zone share: the one that opened its database and runs its background work, and
 * those that joined it.
 *
 *     main thread: openZone ─ link ─►  ZoneLink (port to the writer, shared memory of limits and versions)
 *                                │     and a port to each thread that follows the store, again after each restart
 *                                ▼
 *     other HTTP thread: joinZone ─► the same use cases, with a read connection of its own
 */
import type { Logger } from 'pino';
import type { ServerKeys } from '../adapters/crypto/server-keys.ts';
import type { TextLink } from '../adapters/item-texts/text-reader.ts';
import type { PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { JoinLimiter } from '../adapters/rate-limiter/joint-rate-limits.ts';
import { createEventQueue, type EventQueue } from '../app/search/event-queue.ts';
import { type CallCounter, createCallCounter } from '../app/statistics/call-counter.ts';
import { createEmptyAnswers, type EmptyAnswers } from '../app/widget/empty-answers.ts';
import type { GenerationKind } from '../domain/item/item.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { Locator } from '../ports/locator.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { Settings } from './settings/settings.ts';
import type { PreparedSearchIndex } from './start-indexer.ts';
import type { StoreLink } from './topologies/store.ts';
import type { ZoneLimitMemory } from './zone-limits.ts';

/** The threads that follow a zone's store, and that HTTP threads talk to. */
export type FollowerName = 'indexer' | 'recommender';

/** Sent to another thread in a message, with the ports of the store. */
export interface ZoneLink {
	readonly zone: ZoneName;
	readonly store: StoreLink;
	readonly limits: ZoneLimitMemory;
	/** See `openSharedLocks`. */
	readonly editLocks: SharedArrayBuffer;
	/** A counter that is no longer 0 once the server is about to stop. */
	readonly stops: SharedArrayBuffer;
	readonly followers: readonly FollowerName[];
	/** Where texts of items are kept; undefined: nowhere. */
	readonly texts: TextLink | undefined;
	/** The name under which the indexer notes its positions. */
	readonly follower: string;
	/** See `createSystemClock`. */
	readonly clockOriginMs: number;
}

/** The same for all zones in all HTTP threads. */
export interface ZoneEnvironment {
	readonly settings: Settings;
	readonly serverKeys: ServerKeys;
	readonly operatorToken: string;
	readonly metrics: PrometheusMetrics;
	readonly logger: Logger;
	readonly locator: Locator;
	/** Has limiters count with those of other nodes. */
	readonly joinLimiter: JoinLimiter;
	/** One for all zones of a thread, so that one password at a time is hashed in it. */
	readonly passwords: PasswordHasher;
}

/** The log message about an obstacle, see `OnObstacle`; the path is logged with it. */
export const obstacleWord = 'a directory in the place of a file, or a file in the place of a directory, is removed';

/**
 * How long a replacement waits for the search index of the temporary generation, which follows its writes all the time.
 */
const prepareTimeoutMs = 20_000;

export type Prepare = (
	hashid: string,
	name: string,
	wanted: { readonly kind: GenerationKind; readonly timeoutMs?: number },
) => Promise<void>;

/** Resolves when searches of this thread find everything written before the call; at once on a server without search. */
export function createPrepare(searchIndex: Pick<PreparedSearchIndex, 'prepare'> | undefined): Prepare {
	return async (hashid, name, wanted) => {
		await searchIndex?.prepare(hashid, name, { timeoutMs: prepareTimeoutMs, ...wanted });
	};
}

/** What one HTTP thread writes later. */
export interface ZoneQueues {
	readonly eventQueue: EventQueue;
	readonly callCounter: CallCounter;
	readonly emptyAnswers: EmptyAnswers;
}

type QueueParts = Pick<ZoneEnvironment, 'metrics' | 'logger'> & { readonly clock: Clock };

/** `close` writes what is left. */
export function openZoneQueues(database: Database, parts: QueueParts): ZoneQueues & { close(): Promise<void> } {
	const { clock, logger } = parts;
	const lose = (what: string) => (error: unknown) => logger.error({ err: error }, `counts of ${what} were lost`);
	const eventQueue = openEventQueue(database, parts);
	const callCounter = createCallCounter({ ...database, clock, onFailure: lose('calls') });
	const emptyAnswers = createEmptyAnswers({ ...database, clock, onFailure: lose('empty answers') });
	return {
		...{ eventQueue, callCounter, emptyAnswers },
		async close() {
			await Promise.all([eventQueue.close(), callCounter.close(), emptyAnswers.close()]);
		},
	};
}

function openEventQueue({ events }: Database, { metrics, logger, clock }: QueueParts): EventQueue {
	return createEventQueue({
		events,
		clock,
		onLost(eventCount, error) {
			metrics.countLostEvents(eventCount);
			logger.error({ err: error, eventCount }, 'queued events were lost');
		},
	});
}
