/**
 * The tables whose rows go along when an installation moves to the other store, in an order in which they can be filled:
 * an owner comes before what it owns. The others describe the database itself, or are built again: positions of
 * followers, nodes, leases, the index of carts.
 */
export interface CarriedTable {
	readonly name: string;
	/** The primary key: rows are read in its order. */
	readonly key: readonly string[];
	/** Of one page. Items have up to some hundred kB, parts of statistics more. */
	readonly pageRows: number;
	/** Columns with positions in the log of events. */
	readonly positions: readonly string[];
	/** The column that the database numbers by itself. */
	readonly numbered?: 'serial' | 'id';
}

const numberedBySerial = { key: ['serial'], numbered: 'serial' } as const;
const numberedById = { key: ['id'], numbered: 'id' } as const;

function define(name: string, rest: Pick<CarriedTable, 'key'> & Partial<CarriedTable>): CarriedTable {
	return { name, pageRows: 1000, positions: [], ...rest };
}

export const eventTable = define('event', numberedBySerial);

export const carriedTables: readonly CarriedTable[] = [
	define('account', numberedBySerial),
	define('app_user', numberedBySerial),
	define('api_key', numberedBySerial),
	define('user_password', { key: ['user_code'] }),
	define('dashboard_session', { key: ['id'] }),
	define('sign_in_link', { key: ['user_code'] }),
	define('second_factor', { key: ['user_code'] }),
	define('recovery_code', { key: ['user_code', 'digest'] }),
	define('store', numberedBySerial),
	define('widget', numberedBySerial),
	define('widget_day', { key: ['widget_id', 'day'] }),
	define('search_engine', numberedBySerial),
	define('call_day', { key: ['hashid', 'day', 'kind'] }),
	define('search_settings', { key: ['hashid'] }),
	define('generation', numberedById),
	define('search_index', numberedById),
	define('reindex_task', numberedById),
	define('scroll', { key: ['id'] }),
	define('item', { key: ['generation_id', 'seq'], pageRows: 200 }),
	define('item_history', { key: ['generation_id', 'seq'], pageRows: 200 }),
	define('removed_store', { key: ['id'] }),
	define('erasure', numberedBySerial),
	eventTable,
	// After the events, which their positions count.
	define('widget_day_watermark', { key: ['id'], positions: ['position'] }),
	define('statistics_watermark', { key: ['id'], positions: ['position'] }),
	define('statistics_build', { ...numberedById, positions: ['position', 'erased_up_to'] }),
	define('statistics_name', { key: ['build_id', 'id'] }),
	define('statistics_session', { key: ['build_id', 'session_key'], pageRows: 200 }),
	define('statistics_part', { key: ['build_id', 'fact_table', 'day', 'number'], pageRows: 20 }),
	define('change_record', { key: ['account_id', 'number'] }),
];
