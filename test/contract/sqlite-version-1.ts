/** A database file as version 1 of the schema left it, which every later version must be able to open. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { firstMigration } from '../../src/adapters/sqlite/migration-1.ts';
import { applicationId } from '../../src/adapters/sqlite/sqlite-file.ts';
import { live, sampleAccount, sampleCart, sampleEngine, sampleKey, sampleUser, toHexId } from './sample-data.ts';

/** Holds account 1 with its owner and key 1, and engine 1 with the index `product` of two items and a tombstone, scroll 1 before its last item, an event of store 9, which was removed. */
export function writeVersion1File(file: string): void {
	const raw = new DatabaseSync(file);
	raw.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal');
	for (const sql of firstMigration) raw.exec(sql);
	const account = sampleAccount();
	const owner = sampleUser();
	const key = sampleKey();
	const engine = sampleEngine();
	insert(raw, 'account', { id: account.id, name: account.name, created_at_ms: account.createdAtMs });
	insert(raw, 'app_user', {
		code: owner.code,
		account_id: owner.accountId,
		name: owner.name,
		email: owner.email,
		role: owner.role,
		created_at_ms: owner.createdAtMs,
	});
	insert(raw, 'api_key', {
		id: key.id,
		user_code: key.userCode,
		name: key.name,
		created_at_ms: key.createdAtMs,
		revoked_at_ms: null,
		digest: key.digest,
		sealed: key.sealed,
	});
	insert(raw, 'search_engine', {
		hashid: engine.hashid,
		account_id: engine.accountId,
		store_id: null,
		name: engine.name,
		currency: engine.currency,
		locale: engine.locale,
		site_url: null,
		has_stopwords: 1,
		is_default: 0,
		has_grouping: 1,
		platform: engine.platform,
		created_at_ms: engine.createdAtMs,
	});
	insertItems(raw);
	insert(raw, 'scroll', {
		id: toHexId(1, 32),
		index_id: 1,
		generation_id: 5,
		snapshot_seq: 4,
		position: 2,
		group_id: null,
		total_count: 2,
		expires_at_ms: 2000,
	});
	insertCart(raw);
	raw.exec(`pragma application_id = ${applicationId}; pragma user_version = 1`);
	raw.close();
}

function insertCart(raw: DatabaseSync): void {
	const { action, ...event } = sampleCart(1, '1');
	assert(action.kind === 'cart');
	insert(raw, 'event', {
		id: event.id,
		kind: 'cart',
		store_id: toHexId(9, 32),
		widget_id: action.widgetId,
		hashid: event.hashid,
		index_name: action.indexName,
		item_key: Buffer.from(action.itemKey, 'hex'),
		session_id: event.sessionId,
		occurred_at_ms: event.occurredAtMs,
		payload: '{"title":"Title 1","amount":1,"price":9.5}',
	});
}

function insertItems(raw: DatabaseSync): void {
	insert(raw, 'generation', { id: 5, state: 'live', seq: 4, item_count: 2 });
	insert(raw, 'search_index', {
		hashid: live.hashid,
		name: live.indexName,
		preset: 'product',
		options: '{"exclude":["b2b"]}',
		datasources: '[{"type":"file","options":{}}]',
		live_generation_id: 5,
		temporary_generation_id: null,
	});
	// MD5 of "1", "2" and "3".
	insertItem(raw, { seq: 4, key: 'c4ca4238a0b923820dcc509a6f75849b', id: '1', body: '{"id":"1","price":1}' });
	insertItem(raw, { seq: 2, key: 'c81e728d9d4c2f636f067f89cc14862c', id: '2', body: '{"id":"2","price":1}' });
	insertItem(raw, { seq: 3, key: 'eccbc87e4b5ce2fe28308fd9f2a7baf3', id: '3', body: null });
}

function insertItem(raw: DatabaseSync, item: { seq: number; key: string; id: string; body: string | null }): void {
	const { seq, id, body } = item;
	const key = Buffer.from(item.key, 'hex');
	insert(raw, 'item', { generation_id: 5, seq, item_key: key, id, body, group_id: null, first_seq: seq });
}

function insert(
	raw: DatabaseSync,
	table: string,
	row: Readonly<Record<string, string | number | null | Buffer>>,
): void {
	const names = Object.keys(row);
	const placeholders = names.map(() => '?').join(', ');
	raw.prepare(`insert into ${table} (${names.join(', ')}) values (${placeholders})`).run(...Object.values(row));
}
