/** The indexer of a zone: its thread with its logging and metrics. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { TextLink } from '../adapters/item-texts/text-reader.ts';
import { dayMs } from '../domain/event/utc-day.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { IndexerMeasure } from '../followers/search-index/index-status.ts';
import type { IndexerEvent } from '../followers/search-index/indexer-options.ts';
import type { Grace } from '../lib/grace.ts';
import type { Database } from '../ports/database.ts';
import { createGrace } from './create-grace.ts';
import type { IndexerStatus } from './server-state.ts';
import { shareAnswerCache, shareMemory } from './settings/memory-shares.ts';
import { createTextLink, openShownItems, type ShownItems } from './shown-items.ts';
import { type PreparedSearchIndex, type RunningIndexer, startIndexerThread } from './start-indexer.ts';
import { startOpenSearchThread, toOpenSearchAddress } from './start-opensearch.ts';
import { startPublishing, toStorageLink } from './start-snapshots.ts';
import type { AnyStore } from './topologies/store.ts';
import { obstacleWord, type ZoneEnvironment } from './zone-link.ts';

export interface ZoneIndexerOptions extends Pick<ZoneEnvironment, 'settings' | 'metrics' | 'logger'> {
	readonly database: Database;
	readonly store: Pick<AnyStore, 'address' | 'follower' | 'isRemote' | 'link' | 'openJob' | 'readIdentity'>;
	/** Of the zone. */
	readonly directory: string;
}

/** Whichever index the zone has. */
export interface ZoneIndexer
	extends Pick<RunningIndexer, 'connect' | 'hint' | 'expectHints' | 'readProgress' | 'stop'> {
	readonly searchIndex: PreparedSearchIndex;
	/** What it said last of memory and lags; undefined before that. */
	readStatus(): IndexerStatus | undefined;
}

export interface ZoneSearch {
	/** Undefined on a server without search. */
	readonly indexer: ZoneIndexer | undefined;
	readonly shownItems: ShownItems['items'];
	/** For other threads; undefined: no texts are kept. */
	readonly texts: TextLink | undefined;
	/** To be called when nothing is shown any more; `indexer` is stopped before. */
	readonly close: () => void;
}

/** The search indexes of a zone, and the items that this thread shows. */
export function openZoneSearch(
	zone: ZoneName,
	options: ZoneIndexerOptions & { readonly hasIndexer: boolean },
): ZoneSearch {
	const { database, store, directory, hasIndexer } = options;
	// Texts are kept by the log that the node's own indexes follow: with OpenSearch there are none.
	const followsItems = hasIndexer && toOpenSearchAddress(options.settings) === undefined;
	const texts = followsItems && store.isRemote ? createTextLink(directory) : undefined;
	const grace = createGrace(database, options);
	const { items: shownItems, close } = openShownItems(database, { ...store, texts, grace });
	const indexer = hasIndexer ? startZoneIndexer(zone, { ...options, grace, shownItems, texts }) : undefined;
	return { indexer, shownItems, texts, close };
}

interface SearchParts extends ZoneIndexerOptions {
	readonly grace: Grace;
	readonly shownItems: ShownItems['items'];
	readonly texts: TextLink | undefined;
}

function startZoneIndexer(zone: ZoneName, options: SearchParts): ZoneIndexer {
	const { settings, metrics, logger, database, store, directory, grace, shownItems, texts } = options;
	const openSearch = toOpenSearchAddress(settings);
	if (openSearch !== undefined) {
		const running = startOpenSearchThread(zone, {
			...{ address: openSearch, settings, store, grace, directory: join(directory, 'search') },
			database: { ...database, items: { ...database.items, ...shownItems } },
			onEvent: (event) => logIndexerEvent(logger, event),
		});
		metrics.watchBuilding(zone, running.readProgress);
		return { ...running, readStatus: () => undefined };
	}
	let status: IndexerStatus | undefined;
	const snapshots = toStorageLink(settings);
	const onMeasure = (measure: IndexerMeasure) => {
		if (measure.kind === 'status') status = measure;
		metrics.observeIndexer(zone, measure);
	};
	const indexes = join(directory, 'search');
	const running = startIndexerThread({
		database: { ...database, items: { ...database.items, ...shownItems } },
		...{ store: store.address, texts, snapshots, onMeasure },
		follower: store.follower,
		grace,
		directory: indexes,
		limits: toIndexerLimits(settings),
		// A process with the only copy of the store is asked for whatever there is.
		keepUnaskedMs: store.isRemote ? toKeepMs(settings) : undefined,
		keptBytesMax: shareAnswerCache(settings).indexBytes,
		onEvent: (event) => logIndexerEvent(logger, event),
	});
	const publishing =
		snapshots === undefined
			? undefined
			: startPublishing({ link: snapshots, database, store, directory: indexes, logger, onMeasure });
	return {
		...running,
		readStatus: () => status,
		async stop() {
			await Promise.all([publishing?.then(({ stop }) => stop()), running.stop()]);
		},
	};
}

/** Merges get the remaining memory: a merge has its sources and its result in memory. */
function toIndexerLimits(settings: ZoneEnvironment['settings']) {
	const { searchMemoryMb, mergeMemoryMb } = shareMemory(settings.memoryMb, settings.zones.length, settings);
	return { memoryBytesMax: searchMemoryMb * 1024 ** 2, mergeBytesMax: mergeMemoryMb * 1024 ** 2 };
}

function toKeepMs({ engineKeepDays }: ZoneEnvironment['settings']): number | undefined {
	return engineKeepDays === 0 ? undefined : engineKeepDays * dayMs;
}

function logIndexerEvent(logger: Logger, event: IndexerEvent): void {
	if (event.kind === 'obstacle') return void logger.warn({ path: event.path }, obstacleWord);
	if (event.kind === 'left') {
		const { engineCount } = event;
		return void logger.info(
			{ engineCount },
			'the indexes of search engines that nobody asks this node for were removed',
		);
	}
	const { generationId } = event;
	if (event.kind === 'snapshot_taken') {
		const { byteCount, durationMs } = event;
		logger.info({ generationId, byteCount, durationMs }, 'a search index was taken from its snapshot');
	} else if (event.kind === 'snapshot_refused')
		logger.warn(
			{ generationId, problem: event.problem },
			'a snapshot of a search index cannot be used, the index is built',
		);
	else if (event.kind === 'snapshot_failed')
		logger.warn({ err: event.error, generationId }, 'a snapshot of a search index cannot be read, the index is built');
	else if (event.kind === 'failed') logger.error({ err: event.error, generationId }, 'indexing failed');
	else logger.warn({ generationId, problem: event.problem }, 'a search index cannot be used and is built again');
}
