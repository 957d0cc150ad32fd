/**
 * The reference for bulk writes: directly on node:sqlite, in transactions of 100, with a database of its own.
 *
 * Settings, tables and statements are copies of the store's on 20 November 2026. The reference is fixed, so that a ratio
 * to it shows the effect of a change of the store. It must not follow the store.
 */
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { smallItem } from '../synthetic-item.ts';

const settings = `
	pragma cache_size = -32768;
	pragma auto_vacuum = incremental;
	pragma journal_mode = wal;
	pragma synchronous = full;
	pragma wal_autocheckpoint = 8000;
	pragma journal_size_limit = 67108864;
`;

const tables = `
	create table generation (
		id integer primary key autoincrement,
		state text not null,
		seq integer not null,
		item_count integer not null
	) strict;
	create index generation_retired on generation (id) where state = 'retired';
	create table item (
		generation_id integer not null,
		seq integer not null,
		item_key blob not null,
		id text not null,
		body text,
		group_id text,
		first_seq integer not null,
		primary key (generation_id, seq),
		unique (generation_id, item_key)
	) strict;
	create index item_group on item (generation_id, group_id, seq) where group_id is not null;
	create index item_tombstone on item (generation_id, seq) where body is null;
	insert into generation (id, state, seq, item_count) values (1, 'live', 0, 0);
`;

/** Runs for every item: generation_id, seq, item_key, id, first_seq, body, group_id. */
const putItem =
	'insert into "item" ("generation_id", "seq", "item_key", "id", "first_seq", "body", "group_id") ' +
	'values (?, ?, ?, ?, ?, ?, ?) on conflict ("generation_id", "item_key") do update set ' +
	'"seq" = "excluded"."seq", "id" = "excluded"."id", "body" = "excluded"."body", "group_id" = "excluded"."group_id", ' +
	'"first_seq" = case when "item"."body" is null then "excluded"."seq" else "item"."first_seq" end ' +
	'returning "first_seq"';

/** Runs for every item: seq, generation_id, item_key. */
const deleteItem =
	'update "item" set "seq" = ?, "body" = null, "group_id" = null ' +
	'where "generation_id" = ? and "item_key" = ? and "body" is not null';

/** Runs once after the items of a transaction: seq, item_count, id. */
const moveGeneration = 'update "generation" set "seq" = ?, "item_count" = ? where "id" = ?';

const generationId = 1;
const itemsPerTransaction = 100;

const itemCount = Number(process.argv[2] ?? 1000) * itemsPerTransaction;
const directory = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const db = new DatabaseSync(join(directory, 'reference.db'), { timeout: 1000, enableForeignKeyConstraints: true });
db.exec(settings);
db.exec(tables);
let seq = 0;
const create = time(putItem, ({ id, key, body }) => [generationId, seq, key, id, seq, body, null]);
process.send?.({ create, delete: time(deleteItem, ({ key }) => [seq, generationId, key]) });
db.close();
await rm(directory, { recursive: true });

interface Item {
	readonly id: string;
	readonly key: Uint8Array;
	readonly body: string;
}

/** @returns items per second. */
function time(sql: string, bind: (item: Item) => SQLInputValue[]): number {
	const [statement, end] = [db.prepare(sql), db.prepare(moveGeneration)];
	const texts = Array.from({ length: itemCount }, (_, number) => {
		const item = smallItem(number);
		return { id: item.id, body: JSON.stringify(item) };
	});
	const startMs = performance.now();
	for (let start = 0; start < itemCount; start += itemsPerTransaction) {
		db.exec('begin immediate');
		for (const { id, body } of texts.slice(start, start + itemsPerTransaction)) {
			seq += 1;
			statement.run(...bind({ id, body, key: hash('md5', id, 'buffer') }));
		}
		end.run(seq, start, generationId);
		db.exec('commit');
	}
	return itemCount / ((performance.now() - startMs) / 1000);
}
