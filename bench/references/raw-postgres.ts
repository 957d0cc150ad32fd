/**
 * The reference for writes to PostgreSQL: straight through `pg`, in a database of its own whose URL is the first argument.
 * Like the server it says that something is written when it is committed; it checks nothing, locks nothing and reads nothing.
 *
 *     each     50 clients with a connection each: an `insert` for each event, the fastest of 4 to 50 connections, with and
 *              without pipelining
 *     grouped  50 clients, of which those that wait are one `insert` from `unnest`, on four connections
 *     bulk     4 clients with a connection each: a statement with `unnest` for 100 items, as a transaction of its own
 *
 * Tables and columns are those of the store on 22 November 2026, as text: the reference is fixed, so that a ratio to it tells
 * what a change of the store did. They are not to follow the store.
 */
import { hash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { smallItem } from '../synthetic-item.ts';

const text = 'text collate "C"';
const tables = `
	create sequence event_serial as bigint;
	create table event (
		incarnation integer not null default 0,
		kind ${text} not null,
		xid xid8 not null default pg_current_xact_id(),
		serial bigint not null default nextval('event_serial'),
		occurred_at_ms bigint not null,
		cart_key bigint,
		id ${text} not null,
		store_id ${text} not null,
		widget_id ${text},
		hashid ${text} not null,
		index_name ${text} not null,
		item_key bytea,
		session_id ${text} not null,
		user_id ${text},
		client_key ${text},
		is_bot integer not null default 0,
		payload ${text} not null,
		primary key (incarnation, xid, serial, occurred_at_ms)
	) partition by range (occurred_at_ms);
	create index event_engine on event (hashid, incarnation, xid, serial);
	create index event_cart on event (cart_key) where cart_key is not null;
	create table event_default partition of event default;
	create table event_2026 partition of event for values from (0) to (4102444800000);
	create table item (
		generation_id bigint not null,
		seq bigint not null,
		first_seq bigint not null,
		item_key bytea not null,
		id ${text} not null,
		group_id ${text},
		body ${text},
		primary key (generation_id, seq),
		unique (generation_id, item_key)
	);
	create index item_group on item (generation_id, group_id, seq) where group_id is not null;
	create index item_tombstone on item (generation_id, seq) where body is null;
`;

const eventColumns = [
	['id', 'text'],
	['kind', 'text'],
	['store_id', 'text'],
	['widget_id', 'text'],
	['hashid', 'text'],
	['index_name', 'text'],
	['item_key', 'bytea'],
	['session_id', 'text'],
	['occurred_at_ms', 'bigint'],
	['payload', 'text'],
	['user_id', 'text'],
	['client_key', 'text'],
	['is_bot', 'bigint'],
	['cart_key', 'bigint'],
] as const;
const eventNames = eventColumns.map(([name]) => name).join(', ');

const insertEvent = {
	name: 'event',
	text: `insert into event (${eventNames}) values (${eventColumns.map((_, at) => `$${at + 1}`).join(', ')})`,
};
const insertEvents = {
	name: 'events',
	text: `insert into event (${eventNames}) select * from unnest(${eventColumns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')})`,
};
/** One generation; keys, numbers, ids and texts. */
const insertItems = {
	name: 'insert',
	text:
		'insert into item (generation_id, seq, first_seq, item_key, id, body) ' +
		'select 1, seq, seq, item_key, id, body ' +
		'from unnest($1::bytea[], $2::bigint[], $3::text[], $4::text[]) as rows (item_key, seq, id, body)',
};
/** As the store does: what is deleted stays as a tombstone for those who follow the log. */
const deleteItems = {
	name: 'delete',
	text:
		'update item set seq = rows.seq, body = null, group_id = null ' +
		'from unnest($1::bytea[], $2::bigint[]) as rows (item_key, seq) ' +
		'where item.generation_id = 1 and item.item_key = rows.item_key and item.body is not null',
};

type EventRow = readonly unknown[];

const clientCount = 50;
const groupConnectionCount = 4;
const bulkConnectionCount = 4;
const itemsPerBulk = 100;

const connections = Array.from({ length: clientCount }, () => new pg.Client({ connectionString: process.argv[2] }));
await Promise.all(connections.map((connection) => connection.connect()));
await connections[0]?.query(tables);
let seq = 0;

process.on('message', async ({ what, amount }: { what: 'each' | 'grouped' | 'bulk'; amount: number }) => {
	process.send?.(await measures[what](amount));
});
process.send?.('ready');

/** By what is asked for: events a second in that many milliseconds, or items a second of that many bulks. */
const measures = {
	each: (durationMs: number) => rateEvents(durationMs, insertOne),
	grouped: (durationMs: number) =>
		rateEvents(durationMs, createGroupInsert(connections.slice(0, groupConnectionCount))),
	bulk: async (bulkCount: number) => {
		// The server sweeps its tombstones; a table that only grows would be vacuumed while the server is measured.
		await connections[0]?.query('truncate item');
		const first = seq;
		const items = Array.from({ length: bulkCount * itemsPerBulk }, (_, at) => {
			const item = smallItem(first + at);
			return { id: item.id, body: JSON.stringify(item) };
		});
		return {
			create: await rateItems(items, insertItems, (part) => [part.map(({ id }) => id), part.map(({ body }) => body)]),
			delete: await rateItems(items, deleteItems, () => []),
		};
	},
};

function toRow(): EventRow {
	return [
		randomBytes(16).toString('hex'),
		'cart',
		'00112233445566778899aabbccddeeff',
		'11111111-2222-4333-8444-555555555555',
		'00112233445566778899aabbccddeeff',
		'product',
		Buffer.from('0123456789abcdef0123456789abcdef', 'hex'),
		'bench',
		Date.now(),
		'{"title":"A title of usual length for an item","amount":1,"price":12.5}',
		null,
		'0123456789abcdef0123456789abcdef',
		0,
		123_456_789_012,
	];
}

/** @returns events per second. */
async function rateEvents(durationMs: number, insert: (client: number, row: EventRow) => Promise<unknown>) {
	const startMs = performance.now();
	let count = 0;
	async function work(client: number): Promise<void> {
		while (performance.now() - startMs < durationMs) {
			await insert(client, toRow());
			count += 1;
		}
	}
	await Promise.all(connections.map((_, client) => work(client)));
	return count / ((performance.now() - startMs) / 1000);
}

async function insertOne(client: number, row: EventRow): Promise<void> {
	await connections[client]?.query({ ...insertEvent, values: [...row] });
}

/** A connection that has nothing to do takes all rows that wait. */
function createGroupInsert(idle: pg.Client[]): (client: number, row: EventRow) => Promise<void> {
	let waiting: { row: EventRow; done: PromiseWithResolvers<void> }[] = [];

	async function insertWaiting(): Promise<void> {
		const connection = waiting.length > 0 ? idle.pop() : undefined;
		if (connection === undefined) return;
		const group = waiting;
		waiting = [];
		const values = eventColumns.map((_, at) => group.map(({ row }) => row[at]));
		await connection.query({ ...insertEvents, values });
		for (const { done } of group) done.resolve();
		idle.push(connection);
		queueMicrotask(insertWaiting);
	}

	return (_client, row) => {
		const done = Promise.withResolvers<void>();
		waiting.push({ row, done });
		queueMicrotask(insertWaiting);
		return done.promise;
	};
}

interface Item {
	readonly id: string;
	readonly body: string;
}

/** @param bind the columns that follow keys and numbers. @returns items per second. */
async function rateItems(
	items: readonly Item[],
	statement: { readonly name: string; readonly text: string },
	bind: (part: readonly Item[]) => unknown[][],
): Promise<number> {
	let start = 0;
	async function work(connection: pg.Client): Promise<void> {
		while (start < items.length) {
			const part = items.slice(start, start + itemsPerBulk);
			start += itemsPerBulk;
			const keys = part.map(({ id }) => hash('md5', id, 'buffer'));
			const seqs = part.map(() => (seq += 1));
			await connection.query({ ...statement, values: [keys, seqs, ...bind(part)] });
		}
	}
	const startMs = performance.now();
	await Promise.all(connections.slice(0, bulkConnectionCount).map(work));
	return items.length / ((performance.now() - startMs) / 1000);
}
