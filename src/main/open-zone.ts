/** Opens one zone: its database, the use cases on it, and the background work. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAesSecretBox } from '../adapters/crypto/aes-secret-box.ts';
import { createHmacClientKeys } from '../adapters/crypto/hmac-client-keys.ts';
import { createJoseTokenVerifier } from '../adapters/crypto/jose-token-verifier.ts';
import { createNodeRandomness } from '../adapters/crypto/node-randomness.ts';
import type { IndexerEvent } from '../adapters/fulltext-index/indexer.ts';
import type { Metrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { RecommenderEvent } from '../adapters/recommender/model-follower.ts';
import { openSqliteDatabase } from '../adapters/sql/open-sqlite-database.ts';
import { createAccounts } from '../app/account/accounts.ts';
import { createAuthenticator } from '../app/account/authenticate.ts';
import { createKeys } from '../app/account/keys.ts';
import { limitRefusals } from '../app/account/limit-refusals.ts';
import { createUsers } from '../app/account/users.ts';
import { createEventEraser } from '../app/event/erase-events.ts';
import { createClientIdentifier } from '../app/event/identify-client.ts';
import { createEventReader } from '../app/event/read-events.ts';
import { createCartRecorder } from '../app/event/record-cart.ts';
import { createWidgetEvents } from '../app/event/widget-events.ts';
import { createItems } from '../app/item/items.ts';
import { admitSearcher } from '../app/search/admit-searcher.ts';
import { createEventQueue, type EventQueue } from '../app/search/event-queue.ts';
import { createProductSearch } from '../app/search/product-search.ts';
import { createShopperEvents } from '../app/search/shopper-events.ts';
import { createIndices, type PrepareReplacement } from '../app/search-engine/indices.ts';
import { createSearchEngines } from '../app/search-engine/search-engines.ts';
import { createStores } from '../app/store/stores.ts';
import { admitShopper } from '../app/widget/admit-shopper.ts';
import { rememberWidgets } from '../app/widget/remember-widgets.ts';
import { createWidgets } from '../app/widget/widgets.ts';
import { type ZoneName, zoneNames } from '../domain/zone/zone.ts';
import type { SearchServices, ZoneServices } from '../http/server/zone-services.ts';
import { startEventUpkeep } from '../jobs/event-upkeep.ts';
import { startItemUpkeep } from '../jobs/item-upkeep.ts';
import { createTokenBuckets, type TokenBuckets } from '../lib/token-bucket.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { Recommender } from '../ports/recommender.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { StoreRepository } from '../ports/store-repository.ts';
import { countEvents } from './count-events.ts';
import { makeDirectory } from './make-directory.ts';
import type { Settings } from './settings.ts';
import { startIndexerThread } from './start-indexer.ts';
import { type RunningRecommender, startRecommenderThread } from './start-recommender.ts';

export interface OpenZone {
	readonly services: ZoneServices;
	readonly database: Database;
	/** Ends the background work, lets queued writes finish, closes the files. */
	close(): Promise<void>;
}

export interface ZoneResources {
	readonly settings: Settings;
	readonly secretKey: Uint8Array;
	readonly operatorToken: string;
	readonly metrics: Metrics;
	readonly logger: Logger;
	/** Called when the database is gone for good: the process cannot go on. */
	readonly onLost: (error: Error) => void;
	/** What finds the items of a zone's database, in the place of the index inside the process: for tests. */
	readonly openSearchIndex?: (zone: ZoneName, database: Database) => Promise<SearchIndex>;
	/** What recommends from the events of the zone's database, in the place of the models: for tests. */
	readonly openRecommender?: (database: Database) => Recommender;
}

/** How long a replacement waits for the search index of the temporary one, which follows its writes all the time. */
const replacementTimeoutMs = 20_000;

export async function openZone(zone: ZoneName, resources: ZoneResources): Promise<OpenZone> {
	const { settings, metrics, onLost } = resources;
	const logger = resources.logger.child({ zone });
	const directory = join(settings.dataDir, zone);
	await makeDirectory(directory);
	const databaseFile = toDatabaseFile(settings.dataDir, zone);
	const opened = await openSqliteDatabase({
		file: databaseFile,
		deadlineMs: settings.storeTimeoutMs,
		onLost,
	});
	const database: Database = { ...opened, events: countEvents(opened.events, metrics.countEvent) };
	const clock: Clock = { nowMs: Date.now };
	const secretBox = createAesSecretBox(Buffer.from(resources.secretKey));
	try {
		if (!settings.isServerKeyNew) await checkServerKey(database, secretBox);
	} catch (error) {
		// An open database has a thread, which would keep the process that cannot start from ending.
		await database.close();
		throw error;
	}
	const upkeep = startItemUpkeep(database.items, clock, (error) =>
		logger.error({ err: error }, 'background work failed'),
	);
	const eventUpkeep = startEventUpkeep({
		events: database.events,
		clock,
		retentionDays: settings.eventRetentionDays,
		onFailure: (error) => logger.error({ err: error }, 'background work on events failed'),
	});
	const indexer = settings.hasSearch
		? startIndexerThread({
				database,
				databaseFile,
				directory: join(directory, 'search'),
				onEvent: (event) => logIndexerEvent(logger, event),
			})
		: undefined;
	const searchIndex = (await resources.openSearchIndex?.(zone, database)) ?? indexer?.searchIndex;
	const prepareReplacement: PrepareReplacement = async (hashid, name) =>
		indexer?.searchIndex.prepare(hashid, name, { kind: 'temporary', timeoutMs: replacementTimeoutMs });
	const following = openRecommender(zone, { ...resources, database, databaseFile, directory, logger });
	const { recommender } = following;
	const eventQueue = createEventQueue({
		events: database.events,
		onLost(eventCount, error) {
			metrics.countLostEvents(eventCount);
			logger.error({ err: error, eventCount }, 'queued events were lost');
		},
	});
	const parts = {
		...resources,
		...{ logger, database, clock, secretBox, searchIndex, recommender, eventQueue, prepareReplacement },
	};
	return {
		services: createServices(zone, parts),
		database,
		async close() {
			await Promise.all([upkeep.stop(), eventUpkeep.stop()]);
			await eventQueue.close();
			await Promise.all([indexer?.stop(), following.stop()]);
			await database.close();
		},
	};
}

/** Where the database of a zone is. */
export function toDatabaseFile(dataDir: string, zone: ZoneName): string {
	return join(dataDir, zone, 'vitrine.db');
}

/**
 * Opens a stored secret, if there are any: a wrong server key must be noticed at start and not by a shop's first token.
 * One that opens is enough, as keys from before a lost server key stay closed for ever.
 * @throws {WrongServerKeyError}
 */
async function checkServerKey({ accounts }: Database, secretBox: SecretBox): Promise<void> {
	let openingError: unknown;
	for (const account of await accounts.listAccounts()) {
		for (const user of await accounts.listUsers(account.id)) {
			for (const { sealed } of await accounts.listActiveKeys(user.code)) {
				try {
					secretBox.open(sealed);
					return;
				} catch (error) {
					openingError ??= error;
				}
			}
		}
	}
	if (openingError !== undefined) throw openingError;
}

interface ServiceParts extends ZoneResources {
	readonly database: Database;
	readonly clock: Clock;
	readonly secretBox: SecretBox;
	readonly searchIndex: SearchIndex | undefined;
	readonly prepareReplacement: PrepareReplacement;
	readonly eventQueue: EventQueue;
	readonly recommender: Recommender;
}

function createServices(zone: ZoneName, parts: ServiceParts): ZoneServices {
	const { database, clock, secretBox, settings, metrics, logger, prepareReplacement } = parts;
	const { accounts, searchEngines, items, events } = database;
	const stores = rememberWidgets(database.stores, clock);
	const randomness = createNodeRandomness();
	const keyIssuing = { accounts, secretBox, randomness, clock };
	const authenticator = createAuthenticator({
		accounts,
		secretBox,
		clock,
		zoneNames,
		tokenVerifier: createJoseTokenVerifier(),
	});
	const onFailure = (error: unknown): void => {
		metrics.countEventFailure();
		logger.error({ err: error }, 'an event of a widget was not stored');
	};
	return {
		zone,
		authenticate: limitRefusals(authenticator.authenticate, createRefusalBuckets(settings), clock),
		accounts: createAccounts(keyIssuing),
		users: createUsers({ accounts, randomness, clock }),
		keys: createKeys(keyIssuing),
		stores: createStores({ stores, randomness, clock }),
		widgets: createWidgets({ stores, randomness, clock }),
		searchEngines: createSearchEngines({ searchEngines, stores, clock, randomness }),
		indices: createIndices({ searchEngines, clock, prepareReplacement }),
		items: createItems({ items, clock, randomness }),
		admitShopper: (call) => admitShopper(stores, call),
		cart: createCartRecorder({ events, randomness, clock, onFailure }),
		widgetEvents: createWidgetEvents({ events, queue: parts.eventQueue, randomness, clock, onFailure }),
		eventReader: createEventReader({ events, searchEngines }),
		eventEraser: createEventEraser({ events, searchEngines, stores, randomness, clock, giveWay: setImmediate }),
		identifyClient: createClientIdentifier(createHmacClientKeys(parts.secretKey), clock),
		search: createSearchServices(parts, stores),
		recommender: parts.recommender,
		isOperator: createOperatorCheck(parts.operatorToken),
		keyBuckets: createTokenBuckets({ perSecond: settings.rateLimitPerSecond, burst: 2 * settings.rateLimitPerSecond }),
		publicBuckets: createTokenBuckets({
			perSecond: settings.publicRateLimitPerSecond,
			burst: settings.publicRateLimitPerSecond,
		}),
		clock,
		randomness,
		check: database.check,
	};
}

/** Forged tokens, counted by client: ten a second are more than any mistake makes, and cost a hundredth of a core. */
function createRefusalBuckets({ rateLimitPerSecond }: Settings): TokenBuckets {
	return createTokenBuckets({ perSecond: rateLimitPerSecond === 0 ? 0 : 10, burst: 100 });
}

function logIndexerEvent(logger: Logger, event: IndexerEvent): void {
	const { generationId } = event;
	if (event.kind === 'failed') logger.error({ err: event.error, generationId }, 'indexing failed');
	else logger.warn({ generationId, problem: event.problem }, 'a search index cannot be used and is built again');
}

interface RecommenderPlace extends Pick<ZoneResources, 'settings' | 'metrics' | 'logger' | 'openRecommender'> {
	readonly database: Database;
	readonly databaseFile: string;
	/** Of the zone. */
	readonly directory: string;
}

function openRecommender(zone: ZoneName, place: RecommenderPlace): Pick<RunningRecommender, 'recommender' | 'stop'> {
	const { settings, metrics, logger, databaseFile, directory, database } = place;
	if (place.openRecommender !== undefined) {
		return { recommender: place.openRecommender(database), stop: async () => undefined };
	}
	const running = startRecommenderThread({
		databaseFile,
		directory: join(directory, 'recommend'),
		limits: { residentBytesMax: settings.recommendMemoryMb * 1024 ** 2 },
		onEvent: (event) => logRecommenderEvent(logger, event),
	});
	metrics.watchRecommender(zone, running.recommender.readState);
	return running;
}

function logRecommenderEvent(logger: Logger, event: RecommenderEvent): void {
	const { hashid } = event;
	if (event.kind === 'failed') logger.error({ err: event.error, hashid }, 'the recommender failed');
	else logger.warn({ hashid, problem: event.problem }, 'a recommendation model cannot be used and is built again');
}

function createSearchServices(
	{ database, searchIndex, eventQueue: queue, clock }: ServiceParts,
	stores: StoreRepository,
): SearchServices | undefined {
	if (searchIndex === undefined) return undefined;
	const { searchEngines, items, events: eventRepository } = database;
	const events = createShopperEvents({
		events: eventRepository,
		items,
		queue,
		clock,
		randomness: createNodeRandomness(),
	});
	return {
		admit: (call) => admitSearcher({ searchEngines, stores }, call),
		products: createProductSearch({ searchIndex, items, events }),
		events,
	};
}

/** Digests have one length, which is what a comparison in constant time needs. */
function createOperatorCheck(operatorToken: string): ZoneServices['isOperator'] {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	const expected = digest(operatorToken);
	return (authorization) => {
		const [, token] = /^token +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
		return token !== undefined && timingSafeEqual(digest(token), expected);
	};
}
