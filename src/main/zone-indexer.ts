/** The indexer of a zone: its thread with its logging and metrics. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { IndexerEvent } from '../followers/search-index/indexer-options.ts';
import type { Database } from '../ports/database.ts';
import { createGrace } from './create-grace.ts';
import type { IndexerStatus } from './server-state.ts';
import { shareAnswerCache, shareMemory } from './settings/memory-shares.ts';
import { type RunningIndexer, startIndexerThread } from './start-indexer.ts';
import type { AnyStore } from './topologies/store.ts';
import { obstacleWord, type ZoneEnvironment } from './zone-link.ts';

export interface ZoneIndexerOptions extends Pick<ZoneEnvironment, 'settings' | 'metrics' | 'logger'> {
	readonly database: Database;
	readonly store: Pick<AnyStore, 'address' | 'follower'>;
	/** Of the zone. */
	readonly directory: string;
}

export interface ZoneIndexer extends RunningIndexer {
	/** What it said last of memory and lags; undefined before that. */
	readStatus(): IndexerStatus | undefined;
}

export function startZoneIndexer(zone: ZoneName, options: ZoneIndexerOptions): ZoneIndexer {
	const { settings, metrics, logger, database, store, directory } = options;
	let status: IndexerStatus | undefined;
	const running = startIndexerThread({
		database,
		store: store.address,
		follower: store.follower,
		grace: createGrace(database, { metrics, logger }),
		directory: join(directory, 'search'),
		limits: toIndexerLimits(settings),
		keptBytesMax: shareAnswerCache(settings).indexBytes,
		onEvent: (event) => logIndexerEvent(logger, event),
		onMeasure(measure) {
			if (measure.kind === 'status') status = measure;
			metrics.observeIndexer(zone, measure);
		},
	});
	return { ...running, readStatus: () => status };
}

/** Merges get the remaining memory: a merge has its sources and its result in memory. */
function toIndexerLimits(settings: ZoneEnvironment['settings']) {
	const { searchMemoryMb, mergeMemoryMb } = shareMemory(settings.memoryMb, settings.zones.length, settings);
	return { memoryBytesMax: searchMemoryMb * 1024 ** 2, mergeBytesMax: mergeMemoryMb * 1024 ** 2 };
}

function logIndexerEvent(logger: Logger, event: IndexerEvent): void {
	if (event.kind === 'obstacle') return void logger.warn({ path: event.path }, obstacleWord);
	const { generationId } = event;
	if (event.kind === 'failed') logger.error({ err: event.error, generationId }, 'indexing failed');
	else logger.warn({ generationId, problem: event.problem }, 'a search index cannot be used and is built again');
}
