/** Starts the thread that counts a zone's events for statistics, with its logging and metrics. */
import { estimateCount } from '../domain/log/position.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { Database } from '../ports/database.ts';
import { type FollowerThread, startFollowerThread } from './start-follower-thread.ts';
import type { StatisticsFailure, StatisticsThreadData } from './statistics-thread.ts';
import type { AnyStore } from './topologies/store.ts';
import type { ZoneEnvironment } from './zone-link.ts';

export interface StatisticsThreadOptions extends Pick<ZoneEnvironment, 'settings' | 'metrics' | 'logger'> {
	readonly database: Pick<Database, 'events' | 'statistics'>;
	readonly store: Pick<AnyStore, 'link'>;
}

/**
 * Its priority is low: where other programs take the processors, its start alone may last longer than a server may take to
 * stop. What it counts is in the store, or is counted again.
 */
const stopPatienceMs = 2_000;

/** It must be stopped while the store is still open. */
export function startStatisticsThread(
	zone: ZoneName,
	{ settings, metrics, logger, database, store }: StatisticsThreadOptions,
): Pick<FollowerThread, 'stop'> & {
	/** About how many events are not counted yet. */
	readonly readLag: () => Promise<number>;
} {
	const onFailure = (error: Error) => logger.error({ err: error }, 'events were not counted for statistics yet');
	const readLag = async () => {
		const countedUpTo = await database.statistics.readWatermark();
		return estimateCount(countedUpTo, await database.events.log().readEnd());
	};
	metrics.watchStatistics(zone, readLag);
	const thread = startFollowerThread<StatisticsFailure>({
		name: 'statistics',
		url: new URL('./statistics-thread.ts', import.meta.url),
		toData() {
			const { link, ports } = store.link();
			return { workerData: { store: link, settings } satisfies StatisticsThreadData, ports };
		},
		onMessage: ({ error }) => onFailure(error),
		...{ onFailure, stopPatienceMs },
	});
	return { stop: thread.stop, readLag };
}
