/**
 * Schema version 5: what models must know of an event before they count it, and an event's user as a column, by which
 * a user's data are found and erased.
 *
 * The events of a store are not indexed any more: only forgetting a store asks for them, and walks the log. Those of a
 * search engine are in the order of the log, and those that make a cart are found by session. Carts from before this
 * version have no `cart_key`: a checkout finds nothing of them.
 */
export const fifthMigration: readonly string[] = [
	'alter table event add column user_id text',
	'alter table event add column client_key text',
	'alter table event add column is_bot integer not null default 0',
	'alter table event add column cart_key integer',
	`update event set user_id = payload ->> '$.userId', payload = payload -> '$.details' where kind <> 'cart'`,
	'drop index event_store',
	'drop index event_engine',
	'create index event_engine on event (hashid)',
	'create index event_cart on event (cart_key) where cart_key is not null',
	`create table erasure (
		serial integer primary key autoincrement,
		hashid text not null,
		subject text not null,
		erased_at_ms integer not null
	) strict`,
	'create index erasure_time on erasure (erased_at_ms)',
];
