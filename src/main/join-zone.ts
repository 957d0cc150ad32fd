/** A zone in an HTTP thread that did not open it: the same use cases over ports and shared memory. */
import type { MessagePort } from 'node:worker_threads';
import { createRotatingSecretBox } from '../adapters/crypto/server-keys.ts';
import { countEvents } from '../adapters/metrics/count-events.ts';
import { createRecommenderClient } from '../adapters/recommender/recommender-client.ts';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import type { ServerState } from '../domain/health/server-state.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { ZoneServices } from '../http/server/zone-services.ts';
import { openSharedCounter } from '../lib/shared-counter.ts';
import { openSharedLocks } from '../lib/shared-locks.ts';
import type { Database } from '../ports/database.ts';
import { createGrace } from './create-grace.ts';
import { createServices } from './open-zone.ts';
import { shareAnswerCache } from './settings/memory-shares.ts';
import { openShownItems } from './shown-items.ts';
import { createSearchLink, type SearchLinkOptions } from './start-indexer.ts';
import { createOpenSearchLink, toOpenSearchAddress } from './start-opensearch.ts';
import { joinStore } from './topologies/store.ts';
import { openZoneLimits } from './zone-limits.ts';
import { createPrepare, type FollowerName, openZoneQueues, type ZoneEnvironment, type ZoneLink } from './zone-link.ts';

export interface JoinedZone {
	readonly services: ZoneServices;
	/** Attaches a port to a thread that follows the store, replacing the previous one. */
	attach(name: FollowerName, port: MessagePort): void;
	/** Lets queued writes finish. Must be called while the zone is still open in the main thread. */
	close(): Promise<void>;
}

export interface JoinEnvironment extends ZoneEnvironment {
	/** Asks the main thread. */
	readonly readServerState: (zone: ZoneName) => Promise<ServerState>;
}

export async function joinZone(link: ZoneLink, environment: JoinEnvironment): Promise<JoinedZone> {
	const { zone, followers } = link;
	const { settings, serverKeys } = environment;
	const logger = environment.logger.child({ zone });
	const keptBytesMax = shareAnswerCache(settings).indexBytes;
	const joined = await joinStore(link.store, settings);
	const database = { ...joined, events: countEvents(joined.events, environment.metrics.countEvent) };
	const grace = createGrace(database, { ...environment, logger });
	const shown = openShownItems(database, { ...link, grace });
	const shownItems = shown.items;
	const search = followers.includes('indexer')
		? openSearchLink(
				{ ...database, items: { ...database.items, ...shownItems } },
				{ ...link, zone, keptBytesMax, grace },
				environment,
			)
		: undefined;
	const recommending = createRecommenderClient();
	const prepare = createPrepare(search?.searchIndex);
	const clock = createSystemClock(link.clockOriginMs);
	const stops = openSharedCounter(link.stops);
	const { close: closeQueues, ...queues } = openZoneQueues(database, { ...environment, logger, clock });
	const services = createServices(zone, {
		...environment,
		...queues,
		logger,
		database,
		shownItems,
		clock,
		secretBox: createRotatingSecretBox(serverKeys),
		searchIndex: search?.searchIndex,
		recommender: recommending.recommender,
		prepare,
		readSearchProgress: search?.readProgress,
		editLocks: openSharedLocks(link.editLocks),
		isDraining: () => stops.read() !== 0,
		readServerState: () => environment.readServerState(zone),
		limits: openZoneLimits(zone, { ...environment, limits: link.limits, clock }),
	});
	const links: Readonly<Record<FollowerName, ((port: MessagePort) => void) | undefined>> = {
		indexer: search?.attach,
		recommender: recommending.attach,
	};
	return {
		services,
		attach: (name, port) => links[name]?.(port),
		async close() {
			await closeQueues();
			search?.close();
			recommending.detach();
			shown.close();
			await database.close();
		},
	};
}

/** The searches of this thread, in its memory or in OpenSearch. */
function openSearchLink(
	database: Database,
	{ zone, ...options }: SearchLinkOptions & { readonly zone: ZoneName },
	{ settings }: Pick<ZoneEnvironment, 'settings'>,
) {
	const address = toOpenSearchAddress(settings);
	return address === undefined
		? createSearchLink(database, options)
		: createOpenSearchLink(database, { ...options, zone, address });
}
