/** The recommender of a zone: its thread with its logging and metrics, or a replacement. */
import { join } from 'node:path';
import { createRecommenderClient } from '../adapters/recommender/recommender-client.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { RecommenderEvent } from '../followers/recommendations/model-state.ts';
import type { Database } from '../ports/database.ts';
import type { Recommender } from '../ports/recommender.ts';
import { type RunningRecommender, startRecommenderThread } from './start-recommender.ts';
import type { StoreAddress } from './topologies/store.ts';
import { obstacleWord, type ZoneEnvironment } from './zone-link.ts';

export interface ZoneRecommenderOptions extends Pick<ZoneEnvironment, 'settings' | 'metrics' | 'logger'> {
	readonly database: Database;
	readonly store: StoreAddress;
	/** The directory of the zone's models. */
	readonly directory: string;
	/** Nothing can be recommended without a search index, so no models are kept: every question is `unavailable`. */
	readonly hasSearch: boolean;
	/** Opens a recommender that replaces the models; for tests. */
	readonly openRecommender: ((database: Database) => Recommender) | undefined;
}

export function openZoneRecommender(
	zone: ZoneName,
	options: ZoneRecommenderOptions,
): Pick<RunningRecommender, 'recommender' | 'stop'> &
	Partial<Pick<RunningRecommender, 'connect' | 'hint' | 'expectHints'>> {
	const { settings, metrics, logger, store, directory, database } = options;
	if (options.openRecommender !== undefined) {
		return { recommender: options.openRecommender(database), stop: async () => undefined };
	}
	if (!options.hasSearch) return { recommender: createRecommenderClient().recommender, stop: async () => undefined };
	const running = startRecommenderThread({
		store,
		directory: join(directory, 'recommend'),
		limits: { memoryBytesMax: settings.recommendMemoryMb * 1024 ** 2 },
		onEvent: (event) => logRecommenderEvent(logger, event),
	});
	metrics.watchRecommender(zone, running.recommender.readState);
	return running;
}

function logRecommenderEvent(logger: ZoneEnvironment['logger'], event: RecommenderEvent): void {
	if (event.kind === 'obstacle') return void logger.warn({ path: event.path }, obstacleWord);
	const { hashid } = event;
	if (event.kind === 'failed') logger.error({ err: event.error, hashid }, 'the recommender failed');
	else logger.warn({ hashid, problem: event.problem }, 'a recommendation model cannot be used and is built again');
}
