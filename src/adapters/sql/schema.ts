/**
 * The tables, as both dialects have them.
 *
 *     account ─┬─ change_record
 *              ├─ app_user ─┬─ api_key ── dashboard_session
 *              │            ├─ user_password, sign_in_link, dashboard_session
 *              │            └─ second_factor ── recovery_code
 *              ├─ store ── widget ── widget_day
 *              └─ search_engine ─┬─ search_index ─┬─ live generation ──────┐
 *                                │     │   │      └─ temporary generation ─┤
 *                  search_settings  scroll reindex_task                    │
 *                                                generation ──┬─ item      │ ◄─ (retired generations have no index)
 *                                                             ├─ item_history
 *                                                             └─ follower
 *
 * Lines from an owner to what it owns are foreign keys with cascades. The lines to and from `generation` are not: only
 * garbage collection deletes generations, and checking a key per item would cost a tenth of a bulk write to prove nothing.
 *
 * `serial` columns give the order of creation. Booleans are 0 and 1, JSON is text, times are Unix milliseconds.
 */
import type { Generated } from 'kysely';
import type { Position } from '../../domain/log/position.ts';
import type { CallKind } from '../../domain/statistics/call-kind.ts';
import type { FactTableName } from '../../domain/statistics/fact-table.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type * as account from './account-schema.ts';

export interface StoreTable {
	serial: Generated<number>;
	id: string;
	account_id: string;
	name: string;
	created_at_ms: number;
	allowed_domains: string;
	is_cors_enforced: number;
	blocked_ips: string;
	attribution_hours: number;
}

export interface WidgetTable {
	serial: Generated<number>;
	id: string;
	store_id: string;
	name: string;
	created_at_ms: number;
	kind: WidgetKind;
	/** JSON of the rules that differ from the defaults. */
	settings: string;
}

/** The sums of a widget for one day, over the events up to the watermark, and its empty answers: `widget-days.ts`. */
export interface WidgetDayTable {
	widget_id: string;
	/** Days since 1970-01-01 in UTC. */
	day: number;
	impressions: number;
	empty_answers: number;
	clicks: number;
	carts: number;
	purchases: number;
	revenue: number;
}

/** One row: events up to `position` are in `widget_day`. */
export interface WidgetDayWatermarkTable {
	id: number;
	position: Position;
}

export interface SearchEngineTable {
	serial: Generated<number>;
	hashid: string;
	account_id: string;
	store_id: string | null;
	name: string;
	currency: string;
	locale: string;
	site_url: string | null;
	has_stopwords: number;
	is_default: number;
	has_grouping: number;
	platform: string;
	sector: string | null;
	created_at_ms: number;
}

/** Calls of the APIs by search engine and day. */
export interface CallDayTable {
	hashid: string;
	/** Days since 1970-01-01 in UTC. */
	day: number;
	kind: CallKind;
	calls: number;
}

export interface SearchSettingsTable {
	hashid: string;
	/** Changes with each update, so that readers can cache what they have read. */
	version: number;
	/** JSON of `SearchSettings`. */
	settings: string;
}

export interface SearchIndexTable {
	id: Generated<number>;
	hashid: string;
	name: string;
	preset: string;
	options: string;
	datasources: string;
	live_generation_id: number;
	/** If not null, the search engine is locked. */
	temporary_generation_id: number | null;
	/** `SchemaOverrides`; null if there are none. */
	field_overrides: string | null;
}

export interface GenerationTable {
	/** Never used again, so that a follower can tell a new generation from the one it knew. */
	id: Generated<number>;
	state: 'live' | 'temporary' | 'retired';
	/** The last `seq` that was assigned. */
	seq: number;
	/** Items that are not tombstones. */
	item_count: number;
}

export interface ItemTable {
	generation_id: number;
	/** The number of the item's last write in the generation's log. */
	seq: number;
	/** MD5 of the id, 16 bytes. */
	item_key: Uint8Array;
	id: string;
	/** Null in a tombstone: the item was deleted by the write `seq`. */
	body: string | null;
	group_id: string | null;
	/** `seq` of the write that created the item; equal to `seq` exactly while it was never updated. */
	first_seq: number;
}

/** Versions of items that were replaced while an open scroll still had to show them; see `garbage-queries.ts`. */
export interface ItemHistoryTable {
	generation_id: number;
	seq: number;
	/** The write that replaced this version. */
	superseded_seq: number;
	id: string;
	body: string;
	group_id: string | null;
}

export interface ScrollTable {
	id: string;
	index_id: number;
	/** The account that the index belongs to. */
	account_id: string;
	generation_id: number;
	/** The scroll shows versions with `seq` up to this one. */
	snapshot_seq: number;
	/** `seq` of the last item that was shown: at `snapshot_seq` the scroll is complete and needs nothing any more. */
	position: number;
	group_id: string | null;
	total_count: number;
	expires_at_ms: number;
}

export interface ReindexTaskTable {
	id: Generated<number>;
	index_id: number;
	source_generation_id: number;
	target_generation_id: number;
	/** `seq` of the last source item that was read. */
	position: number;
	copied_count: number;
	total_count: number;
	status: 'reindexing' | 'completed' | 'error';
	error: string | null;
	finished_at_ms: number | null;
}

export interface FollowerTable {
	generation_id: number;
	name: string;
	seq: number;
}

/**
 * What shoppers did. Events outlive their search engine, because statistics need them, and are deleted with their store.
 */
export interface EventTable {
	serial: Generated<number>;
	id: string;
	kind: string;
	/** Empty when the search engine of the event belonged to no store. */
	store_id: string;
	widget_id: string | null;
	hashid: string;
	/** Empty when the event is not about an item. */
	index_name: string;
	item_key: Uint8Array | null;
	/** Empty when the caller named none. */
	session_id: string;
	occurred_at_ms: number;
	/** JSON of the details that only this kind of event has. */
	payload: string;
	user_id: string | null;
	/** 16 hex digits. */
	client_key: string | null;
	is_bot: Generated<number>;
	/** By which the events of a session's cart are found; null in all other events. Computed by `cart-key.ts`. */
	cart_key: number | null;
}

/** SQLite only: an index of the events of carts, up to the watermark. `sqlite-carts.ts` says why. */
export interface CartEventTable {
	cart_key: number;
	serial: number;
}

/** SQLite only. One row: events up to `serial` are in `cart_event`. */
export interface CartWatermarkTable {
	id: number;
	serial: number;
}

/** Suppressions of recently erased shoppers, whose events may still be queued. */
export interface ErasureTable {
	serial: Generated<number>;
	hashid: string;
	/** SHA-256 of the session or the user. */
	subject: string;
	erased_at_ms: number;
}

/** Removed stores whose events garbage collection has yet to delete. */
export interface RemovedStoreTable {
	id: string;
}

/** Rows of facts of a search engine, counted from its events: `statistics-steps.ts`. */
export interface StatisticsBuildTable {
	/** Never used again, so that whoever has one in memory can tell. */
	id: Generated<number>;
	hashid: string;
	state: 'live' | 'building' | 'retired';
	/** While it is building: the events of its search engine up to here are in it. */
	position: Position;
	/** The end of the log when it began: what was erased up to there was not in the log any more. */
	erased_up_to: Position;
	/** Whether it must be made once more when it is complete. */
	is_outdated: number;
	/** The setting of the store when the build began: all its events are counted by it. */
	attribution_hours: number;
	name_count: number;
	part_count: number;
	/** The day of its newest event; −1 when it has none. */
	newest_day: number;
	retired_at_ms: number | null;
	/** The day from which on events were kept when days of it were first deleted; null: none were. */
	forgotten_day: number | null;
}

/** One row: events up to `position` are in the live builds. */
export interface StatisticsWatermarkTable {
	id: number;
	position: Position;
}

/** The dictionary of a build: `fact-name.ts`. */
export interface StatisticsNameTable {
	build_id: number;
	id: number;
	name: string;
}

/** The events of a session id that its rows were counted from: `stored-session.ts`. */
export interface StatisticsSessionTable {
	build_id: number;
	session_key: string;
	/** The day of its last event. */
	last_day: number;
	events: Uint8Array;
}

/** Rows of a table of facts: `fact-part.ts`. */
export interface StatisticsPartTable {
	build_id: number;
	fact_table: FactTableName;
	/** Days since 1970-01-01 in UTC. */
	day: number;
	/** Within the build. */
	number: number;
	byte_count: number;
	bytes: Uint8Array;
}

/** Who changed what: `changes.ts`. */
export interface ChangeRecordTable {
	account_id: string;
	/** From 1 within the account. */
	number: number;
	at_ms: number;
	actor: string;
	/** Not foreign keys: an entry outlives its user and its key. */
	user_code: string | null;
	user_name: string | null;
	key_id: string | null;
	key_name: string | null;
	area: string;
	operation: string;
	path: string;
	created_id: string | null;
	/** JSON without secrets, or its beginning. */
	sent: string | null;
	is_whole: number;
}

/** One row, which `Database.check` rewrites to test whether the disk accepts writes. */
export interface HealthTable {
	id: number;
	check_count: number;
}

export interface Schema {
	account: account.AccountTable;
	app_user: account.UserTable;
	user_password: account.UserPasswordTable;
	dashboard_session: account.DashboardSessionTable;
	sign_in_link: account.SignInLinkTable;
	second_factor: account.SecondFactorTable;
	recovery_code: account.RecoveryCodeTable;
	api_key: account.KeyTable;
	store: StoreTable;
	widget: WidgetTable;
	widget_day: WidgetDayTable;
	widget_day_watermark: WidgetDayWatermarkTable;
	search_engine: SearchEngineTable;
	call_day: CallDayTable;
	search_settings: SearchSettingsTable;
	search_index: SearchIndexTable;
	generation: GenerationTable;
	item: ItemTable;
	item_history: ItemHistoryTable;
	scroll: ScrollTable;
	reindex_task: ReindexTaskTable;
	follower: FollowerTable;
	event: EventTable;
	removed_store: RemovedStoreTable;
	erasure: ErasureTable;
	cart_event: CartEventTable;
	cart_watermark: CartWatermarkTable;
	statistics_build: StatisticsBuildTable;
	statistics_watermark: StatisticsWatermarkTable;
	statistics_name: StatisticsNameTable;
	statistics_session: StatisticsSessionTable;
	statistics_part: StatisticsPartTable;
	change_record: ChangeRecordTable;
	health: HealthTable;
}
