/**
 * Schema version 5: what models must know of an event before they count it, and an event's user as a column, by which a
 * user's data are found and erased.
 *
 * There is no longer an index of a store's events: only the removal of a store needs them, and walks the log. Those of a
 * search engine are in the order of the log, and those that affect a cart are found by session. Carts from before this
 * version have no `cart_key`: a checkout does not find their events.
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
	`create table cart_event (
		cart_key integer not null,
		serial integer not null,
		primary key (cart_key, serial)
	) strict, without rowid`,
	'create table cart_mark (id integer primary key, serial integer not null) strict',
	'insert into cart_mark (id, serial) select 1, coalesce(max(serial), 0) from event',
	`create trigger event_deleted after delete on event when old.cart_key is not null begin
		delete from cart_event where cart_key = old.cart_key and serial = old.serial;
	end`,
	`create table erasure (
		serial integer primary key autoincrement,
		hashid text not null,
		subject text not null,
		erased_at_ms integer not null
	) strict`,
	'create index erasure_time on erasure (erased_at_ms)',
];
