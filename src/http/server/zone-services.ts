import type { Accounts } from '../../app/account/accounts.ts';
import type { Changes } from '../../app/account/changes.ts';
import type { CheckCurrentPassword } from '../../app/account/current-password.ts';
import type { Keys } from '../../app/account/keys.ts';
import type { ProviderSignIn } from '../../app/account/provider-sign-in.ts';
import type { SecondFactors } from '../../app/account/second-factors.ts';
import type { Sessions } from '../../app/account/sessions.ts';
import type { SignIn } from '../../app/account/sign-in.ts';
import type { SignInLinks } from '../../app/account/sign-in-links.ts';
import type { Users } from '../../app/account/users.ts';
import type { FindDemoShop } from '../../app/demo/find-demo-shop.ts';
import type { EventEraser } from '../../app/event/erase-events.ts';
import type { EventExporter } from '../../app/event/export-events.ts';
import type { ClientIdentifier } from '../../app/event/identify-client.ts';
import type { EventReader } from '../../app/event/read-events.ts';
import type { CartRecorder } from '../../app/event/record-cart.ts';
import type { ShopEvents } from '../../app/event/shop-events.ts';
import type { EventShower } from '../../app/event/show-events.ts';
import type { WidgetEvents } from '../../app/event/widget-events.ts';
import type { Health } from '../../app/health/health.ts';
import type { Items } from '../../app/item/items.ts';
import type { Recommending } from '../../app/recommendation/recommend.ts';
import type { SearcherCall } from '../../app/search/admit-searcher.ts';
import type { AwaitWrites } from '../../app/search/await-writes.ts';
import type { DescribeSearchIndex } from '../../app/search/describe-search-index.ts';
import type { ExplainSearch } from '../../app/search/explain-search.ts';
import type { ProductSearch } from '../../app/search/product-search.ts';
import type { ReadInterleaving } from '../../app/search/read-interleaving.ts';
import type { ReadItems } from '../../app/search/read-items.ts';
import type { ShopperEvents } from '../../app/search/shopper-events.ts';
import type { TrySearches } from '../../app/search/trial-searches.ts';
import type { IndexSchemas } from '../../app/search-engine/index-schemas.ts';
import type { Indices } from '../../app/search-engine/indices.ts';
import type { SearchEngines } from '../../app/search-engine/search-engines.ts';
import type { SearchSettingsAdministration } from '../../app/search-engine/search-settings.ts';
import type { CallCounter } from '../../app/statistics/call-counter.ts';
import type { Reports } from '../../app/statistics/run-report.ts';
import type { MayPageRead } from '../../app/store/page-reading.ts';
import type { Stores } from '../../app/store/stores.ts';
import type { ShopperCall } from '../../app/widget/admit-shopper.ts';
import type { WidgetStatisticsReader } from '../../app/widget/widget-statistics.ts';
import type { Widgets } from '../../app/widget/widgets.ts';
import type { Principal } from '../../domain/account/account.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import type { Result } from '../../lib/failure.ts';
import type { SharedLocks } from '../../lib/shared-locks.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Recommender } from '../../ports/recommender.ts';
import type { StatisticsRepository } from '../../ports/statistics-repository.ts';
import type { WidgetWithStore } from '../../ports/store-repository.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** Everything that the routes of one zone call. Each zone has its own data, so each has its own set. */
export interface ZoneServices {
	readonly zone: ZoneName;
	/**
	 * From the value of the `Authorization` header to the caller; otherwise `unauthenticated` or `forbidden`, or
	 * `throttled` for a client that has sent too many JWTs that were refused.
	 */
	readonly authenticate: (authorization: string | undefined, clientIp: string) => Promise<Result<Principal>>;
	readonly accounts: Accounts;
	readonly users: Users;
	readonly keys: Keys;
	readonly changes: Changes;
	readonly signIn: SignIn;
	readonly signInLinks: SignInLinks;
	readonly checkCurrentPassword: CheckCurrentPassword;
	/** Undefined without a provider of identities. */
	readonly providerSignIn: ProviderSignIn | undefined;
	readonly secondFactors: SecondFactors;
	readonly sessions: Sessions;
	readonly stores: Stores;
	readonly widgets: Widgets;
	readonly widgetStatistics: WidgetStatisticsReader;
	readonly searchEngines: SearchEngines;
	readonly searchSettings: SearchSettingsAdministration;
	readonly indexSchemas: IndexSchemas;
	readonly indices: Indices;
	readonly items: Items;
	/** From a widget id and the caller's address and page to the widget; fails in the documented order of checks. */
	readonly admitShopper: (call: ShopperCall) => Promise<Result<WidgetWithStore>>;
	/** Where the shop of the demo catalogue is, if there is one. */
	readonly findDemoShop: FindDemoShop;
	/** Whether a page may read an answer. */
	readonly mayPageRead: MayPageRead;
	readonly cart: CartRecorder;
	readonly widgetEvents: WidgetEvents;
	readonly reports: Reports;
	readonly health: Health;
	readonly callCounter: Pick<CallCounter, 'add'>;
	readonly eventReader: EventReader;
	readonly eventExporter: EventExporter;
	readonly eventEraser: EventEraser;
	readonly eventShower: EventShower;
	/** What events store about a caller without a key. */
	readonly identifyClient: ClientIdentifier['identifyClient'];
	/** What they store about a shopper whom a shop's server describes. */
	readonly describeClient: ClientIdentifier['describeClient'];
	readonly shopEvents: ShopEvents;
	/** The answers of widgets. */
	readonly recommending: Recommending;
	/** Undefined on a server without search. */
	readonly search: SearchServices | undefined;
	/** Undefined on a server without search, which has nothing to recommend. */
	readonly recommender: Recommender | undefined;
	readonly statistics: Pick<StatisticsRepository, 'startRebuild'>;
	/** Whether an `Authorization` header carries the operator's token. */
	readonly isOperator: (authorization: string | undefined) => boolean;
	/** Held by changes of people, by what they change. */
	readonly editLocks: SharedLocks;
	/** Whether the server was told to stop, and still answers. */
	readonly isDraining: () => boolean;
	/** Limits by API key. */
	readonly keyLimiter: RateLimiter;
	/** Limits by widget or search engine and client address. */
	readonly publicLimiter: RateLimiter;
	/** Limits by client address for what belongs to no widget or engine: pages, the OpenAPI document, metrics. */
	readonly pageLimiter: RateLimiter;
	readonly clock: Clock;
	readonly randomness: Randomness;
	/** Rejects when the zone's data cannot be read or written, and what was known does not stand for it. */
	readonly check: () => Promise<ZoneCheck>;
}

/** What is there to answer with. */
export interface ZoneCheck {
	/** `away`: it does not answer, and what was known before still stands. */
	readonly store: 'ok' | 'away';
	/** The progress of its search indexes; undefined without search. `away`: OpenSearch does not answer, and did. */
	readonly search: SearchProgress | 'away' | undefined;
}

/** The services of a server with search. */
export interface SearchServices {
	/** From a search engine's id, the caller's credentials, address and page to the engine. */
	readonly admit: (call: SearcherCall) => Promise<Result<SearchEngineWithIndices>>;
	readonly products: ProductSearch;
	readonly awaitWrites: AwaitWrites;
	/** Undefined where none are kept. */
	readonly keptAnswers: KeptAnswers | undefined;
	readonly events: ShopperEvents;
	readonly readItems: ReadItems;
	/** For the owner of the engine, not for searchers. */
	readonly describeIndex: DescribeSearchIndex;
	readonly readInterleaving: ReadInterleaving;
	readonly trySearches: TrySearches;
	readonly explainSearch: ExplainSearch;
}
