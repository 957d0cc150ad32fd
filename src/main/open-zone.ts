/** Opens a zone: its database, the use cases on it, and its background work. */
import { join } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { createHmacClientKeys } from '../adapters/crypto/hmac-client-keys.ts';
import { createNodeRandomness } from '../adapters/crypto/node-randomness.ts';
import { createRotatingSecretBox, toSealingKey } from '../adapters/crypto/server-keys.ts';
import { makeDirectory } from '../adapters/data-directory/make-directory.ts';
import { countEvents } from '../adapters/metrics/count-events.ts';
import type { RunningThreads } from '../adapters/system/running-threads.ts';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import { createDemoShopFinder } from '../app/demo/find-demo-shop.ts';
import { createEventEraser } from '../app/event/erase-events.ts';
import { createEventExporter } from '../app/event/export-events.ts';
import { createClientIdentifier } from '../app/event/identify-client.ts';
import { createEventReader } from '../app/event/read-events.ts';
import { createCartRecorder } from '../app/event/record-cart.ts';
import { createShopEvents } from '../app/event/shop-events.ts';
import { createEventShower } from '../app/event/show-events.ts';
import { createWidgetEvents } from '../app/event/widget-events.ts';
import { createHealth } from '../app/health/health.ts';
import { createItems } from '../app/item/items.ts';
import { createRecommending } from '../app/recommendation/recommend.ts';
import { admitSearcher } from '../app/search/admit-searcher.ts';
import { createAwaitWrites } from '../app/search/await-writes.ts';
import { cacheSearchSettings } from '../app/search/cached-search-settings.ts';
import { createDefaultFields } from '../app/search/default-facets.ts';
import { createDescribeSearchIndex } from '../app/search/describe-search-index.ts';
import { createExplainSearch } from '../app/search/explain-search.ts';
import { measureSearches } from '../app/search/measure-searches.ts';
import { createProductSearch } from '../app/search/product-search.ts';
import { createInterleavingReader } from '../app/search/read-interleaving.ts';
import { createReadItems } from '../app/search/read-items.ts';
import { createShopperEvents } from '../app/search/shopper-events.ts';
import { createTrialSearches } from '../app/search/trial-searches.ts';
import { createIndexSchemas } from '../app/search-engine/index-schemas.ts';
import { createIndices } from '../app/search-engine/indices.ts';
import { createSearchEngines } from '../app/search-engine/search-engines.ts';
import { createSearchSettings } from '../app/search-engine/search-settings.ts';
import { createVainSearchCounter } from '../app/statistics/count-vain-searches.ts';
import { createReports, type Reports } from '../app/statistics/run-report.ts';
import { createPageReading } from '../app/store/page-reading.ts';
import { createStores } from '../app/store/stores.ts';
import { admitShopper } from '../app/widget/admit-shopper.ts';
import { cacheWidgets } from '../app/widget/cached-widgets.ts';
import { createWidgetStatistics } from '../app/widget/widget-statistics.ts';
import { createWidgets } from '../app/widget/widgets.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import { createKeptAnswers } from '../http/server/kept-answers.ts';
import type { SearchServices, ZoneServices } from '../http/server/zone-services.ts';
import { createCachedRead } from '../lib/cached-read.ts';
import type { Grace } from '../lib/grace.ts';
import { createSharedCounter } from '../lib/shared-counter.ts';
import { createLockMemory, openSharedLocks, type SharedLocks } from '../lib/shared-locks.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { Lease, OpenJob } from '../ports/lease.ts';
import type { Recommender } from '../ports/recommender.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { ReadServerState } from '../ports/server-state.ts';
import { createAccountServices } from './account-services.ts';
import { checkServerKey } from './check-server-key.ts';
import { createGrace } from './create-grace.ts';
import { listenToStore } from './listen-to-store.ts';
import { createOperatorCheck, listOperatorTokens } from './operator-check.ts';
import { searchScheduler } from './search-scheduler.ts';
import { createServerStateReader, readOwnFollowers, type ServerStateParts } from './server-state.ts';
import { shareAnswerCache } from './settings/memory-shares.ts';
import type { ShownItems } from './shown-items.ts';
import type { SearchLink } from './start-indexer.ts';
import { startMaintenance } from './start-maintenance.ts';
import { startStatisticsThread } from './start-statistics.ts';
import { openStore } from './topologies/store.ts';
import { traceJobs, tracePorts, traceServices } from './trace-services.ts';
import { createZoneCheck } from './zone-check.ts';
import { openZoneSearch } from './zone-indexer.ts';
import { createZoneLimitMemory, openZoneLimits, type ZoneLimits } from './zone-limits.ts';
import {
	createPrepare,
	type FollowerName,
	openZoneQueues,
	type Prepare,
	type ZoneEnvironment,
	type ZoneLink,
	type ZoneQueues,
} from './zone-link.ts';
import { openZoneRecommender } from './zone-recommender.ts';

export interface OpenZone {
	readonly services: ZoneServices;
	readonly database: Database;
	/** Not taken yet. */
	readonly firstRunLease: Lease;
	/** Says that the server is about to stop: to those that ask whether it is ready, and to other nodes. */
	drain(): Promise<void>;
	/**
	 * Resolves when searches find all items that the index has now; without search at once, and eventually even if it
	 * fails.
	 */
	prepareSearch(hashid: string, indexName: string): Promise<void>;
	/**
	 * Opens everything that another HTTP thread needs for `joinZone`. `onFollower` gets a port to each thread that
	 * follows the store, and another one whenever such a thread was restarted.
	 */
	link(onFollower: (name: FollowerName, port: MessagePort) => void): {
		readonly link: ZoneLink;
		/** Must be transferred with the link. */
		readonly ports: readonly MessagePort[];
	};
	/** Ends the background work, lets queued writes finish, and closes the files. */
	close(): Promise<void>;
}

export interface ZoneResources extends ZoneEnvironment {
	readonly threads: Pick<RunningThreads, 'read'>;
	/** Called when the database is permanently lost: the process cannot continue. */
	readonly onLost: (error: Error) => void;
	/** Opens an index that replaces the one in the process; for tests. */
	readonly openSearchIndex?: (zone: ZoneName, database: Database) => Promise<SearchIndex>;
	/** Opens a recommender that replaces the models; for tests. */
	readonly openRecommender?: (database: Database) => Recommender;
}

export async function openZone(zone: ZoneName, resources: ZoneResources): Promise<OpenZone> {
	// What is running keeps the process alive, also one that cannot start.
	await using closers = new AsyncDisposableStack();
	const opened = await openParts(zone, resources, closers);
	const all = closers.move();
	return { ...opened, close: () => all.disposeAsync() };
}

/** What is opened adds to `closers` how it is closed: in reverse order. */
async function openParts(
	zone: ZoneName,
	resources: ZoneResources,
	closers: AsyncDisposableStack,
): Promise<Omit<OpenZone, 'close'>> {
	const { settings, metrics, onLost } = resources;
	const logger = resources.logger.child({ zone });
	const directory = join(settings.dataDir, zone);
	await makeDirectory(directory);
	const store = await openStore({
		...{ settings, zone, onLost },
		serverKeys: resources.serverKeys,
		onTrouble: (error) => logger.error({ err: error }, 'background work failed'),
		onAdvice: (advice) => logger.warn(advice),
	});
	closers.defer(store.close);
	const database = { ...store.database, events: countEvents(store.database.events, metrics.countEvent) };
	const clock = createSystemClock();
	const secretBox = createRotatingSecretBox(resources.serverKeys);
	if (!settings.isServerKeyNew) await checkServerKey(database, secretBox);
	if (store.cluster === undefined) {
		// Suppressions concern events that were queued when they were stored, and a queue ends with its process.
		await database.events.forgetOld({
			eventsBeforeMs: null,
			suppressionsBeforeMs: Number.MAX_SAFE_INTEGER,
			eventCountMax: 1,
		});
	}
	const stopFollowers: (() => Promise<void>)[] = [];
	closers.defer(async () => void (await Promise.all(stopFollowers.map((stop) => stop()))));
	const hasIndexer = settings.hasSearch && resources.openSearchIndex === undefined;
	const shop = { ...resources, database, store, directory, logger };
	const { indexer, shownItems, texts, close } = openZoneSearch(zone, { ...shop, hasIndexer });
	closers.defer(close);
	if (indexer !== undefined) stopFollowers.push(indexer.stop);
	const searchIndex = (await resources.openSearchIndex?.(zone, database)) ?? indexer?.searchIndex;
	const prepare = createPrepare(indexer?.searchIndex);
	const stops = createSharedCounter();
	const shared = { limits: createZoneLimitMemory(), editLocks: createLockMemory(), stops: stops.memory };
	const { openRecommender } = resources;
	const following = openZoneRecommender(zone, {
		...{ ...resources, database, store: store.address, directory, logger, openRecommender },
		hasSearch: searchIndex !== undefined,
	});
	const { recommender } = following;
	stopFollowers.push(following.stop);
	const statistics = startStatisticsThread(zone, { ...resources, database, store, logger });
	stopFollowers.push(statistics.stop);
	listenToStore(store, indexer, following);
	const queues = openQueues(database, { ...resources, logger, clock, openJob: store.openJob }, closers);
	const parts = {
		...{ ...resources, ...queues, logger, database, shownItems, searchIndex, recommender, prepare },
		limits: openZoneLimits(zone, { ...resources, limits: shared.limits, clock }),
		editLocks: openSharedLocks(shared.editLocks),
		isDraining: () => stops.read() !== 0,
		readServerState: openServerState(zone, {
			...{ settings, metrics, threads: resources.threads, store },
			readIndexer: () => indexer?.readStatus(),
			recommender: searchIndex === undefined ? undefined : recommender,
			readStatisticsLag: statistics.readLag,
		}),
	};
	return {
		services: createServices(zone, { ...parts, clock, secretBox, readSearchProgress: indexer?.readProgress }),
		database,
		firstRunLease: store.openJob('first run').lease,
		async drain() {
			stops.increment();
			await store.cluster?.drain();
		},
		prepareSearch: (hashid, indexName) =>
			prepare(hashid, indexName, { kind: 'live' }).catch((error) =>
				logger.warn({ err: error }, 'an index cannot be searched yet'),
			),
		link(onFollower) {
			indexer?.connect((port) => onFollower('indexer', port));
			following.connect?.((port) => onFollower('recommender', port));
			const followers: readonly FollowerName[] = indexer === undefined ? [] : ['indexer', 'recommender'];
			const { link, ports } = store.link();
			const zoneLink = { zone, store: link, ...shared, followers, texts, follower: store.follower };
			return { link: { ...zoneLink, clockOriginMs: clock.originMs }, ports };
		},
	};
}

/** The state of the server, which the other nodes and the metrics get, too. */
function openServerState(zone: ZoneName, parts: ServerStateParts & Pick<ZoneEnvironment, 'metrics'>): ReadServerState {
	const { metrics, store } = parts;
	const { cluster, readHorizonAgeMs } = store;
	if (readHorizonAgeMs !== undefined) metrics.watchEventLog(zone, readHorizonAgeMs);
	if (cluster !== undefined) metrics.watchNodes(zone, cluster.countLiving);
	cluster?.report(() => readOwnFollowers(parts));
	return createServerStateReader(parts);
}

/** The queues of this thread, and the background work, which ends first. */
function openQueues(
	database: Database,
	parts: Pick<ServiceParts, 'settings' | 'metrics' | 'logger' | 'clock'> & { readonly openJob: OpenJob },
	closers: AsyncDisposableStack,
): ZoneQueues {
	const { close, ...queues } = openZoneQueues(database, parts);
	closers.defer(close);
	const { settings, logger, clock, openJob } = parts;
	const maintenance = startMaintenance({ ...{ clock, logger, openJob: traceJobs(openJob) }, ...settings });
	closers.defer(maintenance.stop);
	return queues;
}

export interface ServiceParts extends ZoneEnvironment, ZoneQueues {
	readonly database: Database;
	readonly shownItems: ShownItems['items'];
	readonly clock: Clock;
	readonly secretBox: SecretBox;
	readonly searchIndex: SearchIndex | undefined;
	readonly recommender: Recommender;
	readonly prepare: Prepare;
	/** The progress of the zone's search indexes; undefined on a server without search. */
	readonly readSearchProgress: SearchLink['readProgress'] | undefined;
	readonly limits: ZoneLimits;
	readonly editLocks: SharedLocks;
	readonly isDraining: () => boolean;
	readonly readServerState: ReadServerState;
}

function identifyClients({ serverKeys, locator, clock }: ServiceParts) {
	return createClientIdentifier({ clientKeys: createHmacClientKeys(toSealingKey(serverKeys)), locator, clock });
}

/** The use cases of one HTTP thread on a zone. */
export function createServices(zone: ZoneName, untraced: ServiceParts): ZoneServices {
	const parts = tracePorts(untraced);
	const { database, clock, limits, metrics, logger, prepare } = parts;
	const prepareReplacement = (hashid: string, name: string) => prepare(hashid, name, { kind: 'temporary' });
	const { searchEngines, items, events } = database;
	const grace = createGrace(database, { metrics, logger });
	const stores = cacheWidgets(database, { ...clock, grace });
	const known = cacheReads(parts, grace);
	const randomness = createNodeRandomness();
	const onFailure = (error: unknown): void => {
		metrics.countEventFailure();
		logger.error({ err: error }, 'an event of a widget was not stored');
	};
	const widgetEvents = createWidgetEvents({ events, queue: parts.eventQueue, randomness, clock, onFailure });
	const reports = createReportServices(parts, known);
	const widgets = createWidgets({ stores, searchEngines, randomness, clock });
	return traceServices({
		zone,
		...createAccountServices(zone, { ...parts, findKeyByDigest: known.accounts.findKeyByDigest, randomness }),
		stores: createStores({ stores, randomness, clock }),
		findDemoShop: createDemoShopFinder({ ...database, ...clock }),
		widgets,
		widgetStatistics: createWidgetStatistics({ widgets, events, clock }),
		searchEngines: createSearchEngines({
			...{ searchEngines, findCached: known.searchEngines.find, stores, clock, randomness },
		}),
		reports,
		callCounter: parts.callCounter,
		searchSettings: createSearchSettings({ repository: database.searchSettings, clock }),
		indexSchemas: createIndexSchemas({ searchEngines, searchIndex: parts.searchIndex }),
		indices: createIndices({ searchEngines, clock, pause, prepareReplacement }),
		items: createItems({ items, clock, randomness }),
		admitShopper: (call) => admitShopper(stores, call),
		mayPageRead: createPageReading({
			searchEngines: known.searchEngines,
			stores: { ...known.stores, findWidget: stores.findWidget },
		}),
		cart: createCartRecorder({ events, randomness, clock, onFailure }),
		widgetEvents,
		eventReader: createEventReader({ events, searchEngines }),
		eventExporter: createEventExporter({ events, searchEngines, yieldToOthers: setImmediate }),
		eventEraser: createEventEraser({ events, searchEngines, stores, randomness, clock, yieldToOthers: setImmediate }),
		eventShower: createEventShower({ events, searchEngines, stores, yieldToOthers: setImmediate }),
		...identifyClients(parts),
		shopEvents: createShopEvents({
			...{ events, items, clock, randomness },
			searchEngines: { ...searchEngines, ...known.searchEngines },
			stores: known.stores,
		}),
		recommending: createRecommending({
			...{ searchIndex: parts.searchIndex, recommender: parts.recommender, clock },
			listEngines: known.listEngines,
			...{ items: known.items, events: widgetEvents },
			countEmpty: parts.emptyAnswers.add,
			onFailure(error) {
				logger.warn({ err: error }, 'a widget was answered without the models');
			},
		}),
		search: createSearchServices(parts, known),
		recommender: parts.searchIndex === undefined ? undefined : parts.recommender,
		statistics: database.statistics,
		isOperator: createOperatorCheck(listOperatorTokens(parts)),
		editLocks: parts.editLocks,
		isDraining: parts.isDraining,
		health: createHealth({ ...database, ...parts, countVainSearches: createVainSearchCounter(reports, clock) }),
		keyLimiter: limits.keyLimiter,
		...{ publicLimiter: limits.publicLimiter, pageLimiter: limits.pageLimiter },
		clock,
		randomness,
		check: createZoneCheck({ ...database, ...database.invalidation, ...clock, ...parts, grace }),
	});
}

/** Caches what every call reads, and what most calls read. */
function cacheReads({ database, clock: { monotonicMs }, shownItems: items }: ServiceParts, grace: Grace) {
	const { accounts, searchEngines, stores, invalidation } = database;
	const { readSettingsVersion: readVersion, readTrueAtMs, stalenessMsMax: ageMsMax } = invalidation;
	const known = { readVersion, readTrueAtMs, ageMsMax, monotonicMs, grace };
	return {
		...{ grace, items },
		listEngines: createCachedRead({ read: searchEngines.list, ...known }),
		searchEngines: { find: createCachedRead({ read: searchEngines.find, ...known }) },
		stores: { findStore: createCachedRead({ read: stores.findStore, ...known }) },
		accounts: { findKeyByDigest: createCachedRead({ read: accounts.findKeyByDigest, ...known }) },
	};
}

type Known = ReturnType<typeof cacheReads>;

function createReportServices({ database, clock }: ServiceParts, known: Known): Reports {
	const { statistics, calls, items, generations, searchEngines } = database;
	return createReports({
		...{ statistics, calls, items, generations, runSliced: searchScheduler.run, monotonicMs: clock.monotonicMs },
		searchEngines: { ...searchEngines, ...known.searchEngines },
	});
}

function createSearchServices(
	{ database, searchIndex, prepare, eventQueue: queue, clock, metrics, settings }: ServiceParts,
	known: Known,
): SearchServices | undefined {
	if (searchIndex === undefined) return undefined;
	const { searchSettings, items, events: eventRepository } = database;
	const events = createShopperEvents({
		...{ events: eventRepository, items, queue, clock },
		randomness: createNodeRandomness(),
	});
	const { grace } = known;
	const readSettings = cacheSearchSettings(searchSettings, { ...{ ...database.invalidation, ...clock }, grace });
	const { sentBytes } = shareAnswerCache(settings);
	const findDefaultFields = createDefaultFields(searchIndex, clock);
	return {
		admit: (call) => admitSearcher(known, call),
		keptAnswers: sentBytes === 0 ? undefined : createKeptAnswers(sentBytes),
		products: measureSearches(
			createProductSearch({
				searchIndex,
				items: { ...items, ...known.items },
				events,
				readSettings,
				findDefaultFields,
			}),
			metrics,
		),
		trySearches: createTrialSearches({ searchIndex, items, readSettings }),
		explainSearch: createExplainSearch({ searchIndex, items, readSettings, findDefaultFields }),
		awaitWrites: createAwaitWrites({
			prepare: (hashid, name, timeoutMs) => prepare(hashid, name, { kind: 'live', timeoutMs }),
			invalidation: database.invalidation,
		}),
		events,
		readItems: createReadItems(items),
		describeIndex: createDescribeSearchIndex(searchIndex),
		readInterleaving: createInterleavingReader({ searchIndex, readSettings }),
	};
}
