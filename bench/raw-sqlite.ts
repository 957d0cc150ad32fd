/**
 * The reference for bulk writes: the statements that the store runs, caught from it while it writes one item, run again
 * straight on node:sqlite in transactions of 100, on a database with the same schema and settings.
 */
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { createItemWrites } from '../src/adapters/sql/item-writes.ts';
import { openSqliteDatabase } from '../src/adapters/sqlite/open-sqlite-database.ts';
import { openWriteConnection } from '../src/adapters/sqlite/sqlite-file.ts';
import { smallItem } from './synthetic-item.ts';

const hashid = '0123456789abcdef0123456789abcdef';
const target = { hashid, indexName: 'product', generation: 'live' } as const;
const cacheBytesMax = 32 * 1024 * 1024;

const batchCount = Number(process.argv[2] ?? 1000);
const directory = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const file = join(directory, 'vitrine.db');
await makeIndex();
const statements: string[] = [];
const connection = openWriteConnection(file, { cacheBytesMax, beforeStatement: (sql) => statements.push(sql) });
const writes = createItemWrites(connection);
const put = await catchStatements(
	[{ kind: 'put', id: 'caught', text: '{"id":"caught"}', groupId: null }],
	/^insert into "item"/,
);
const remove = await catchStatements([{ kind: 'delete', id: 'caught' }], /^update "item"/);
const { raw } = connection;
const create = time(put, (number) => JSON.stringify(smallItem(number)));
process.send?.({ create, delete: time(remove, () => null) });
await connection.close();
await rm(directory, { recursive: true });

async function makeIndex(): Promise<void> {
	const database = await openSqliteDatabase({ file });
	const account = { id: 'a'.repeat(32), name: 'Bench', createdAtMs: 0 };
	const owner = {
		code: 'b'.repeat(16),
		accountId: account.id,
		name: 'Bench',
		email: null,
		role: 'owner',
		createdAtMs: 0,
	} as const;
	await database.accounts.createAccount(account, owner);
	await database.searchEngines.create({
		hashid,
		accountId: account.id,
		storeId: null,
		name: 'Bench',
		currency: 'EUR',
		locale: 'en',
		siteUrl: null,
		hasStopwords: false,
		isDefault: false,
		hasGrouping: false,
		platform: 'api',
		createdAtMs: 0,
	});
	await database.searchEngines.createIndex(hashid, {
		name: 'product',
		preset: 'generic',
		options: {},
		datasources: [],
	});
	await database.close();
}

interface Caught {
	/** Runs for every item. */
	readonly item: string;
	/** Runs once after the items of a transaction. */
	readonly end: string;
}

async function catchStatements(items: Parameters<typeof writes.write>[1], itemPattern: RegExp): Promise<Caught> {
	statements.length = 0;
	await writes.write(target, items);
	const item = statements.find((sql) => itemPattern.test(sql));
	const end = statements.find((sql) => /^update "generation"/.test(sql));
	if (item === undefined || end === undefined) throw new Error('the store did not run the statements to be caught');
	return { item, end };
}

interface Bound {
	readonly statement: StatementSync;
	/** The columns its parameters are for, in their order. */
	readonly columns: readonly string[];
}

/** In an insert the columns stand in their own list, in an update each before its `?`. */
function prepare(sql: string): Bound {
	const inserted = /^insert into "item" \(([^)]*)\)/.exec(sql)?.[1];
	const matches = inserted === undefined ? sql.matchAll(/"(\w+)" = \?/g) : inserted.matchAll(/"(\w+)"/g);
	return { statement: raw.prepare(sql), columns: [...matches].map((match) => match[1] ?? '') };
}

function run({ statement, columns }: Bound, values: Readonly<Record<string, SQLInputValue>>): void {
	statement.run(...columns.map((column) => values[column] ?? null));
}

/** @returns items per second. */
function time(caught: Caught, textOf: (number: number) => string | null): number {
	const [item, end] = [prepare(caught.item), prepare(caught.end)];
	const ids = Array.from({ length: batchCount * 100 }, (_, number) => smallItem(number).id);
	const texts = ids.map((_, number) => textOf(number));
	const { id: generationId } = raw.prepare(`select id from generation where state = 'live'`).get() as { id: number };
	const { seq: startSeq } = raw.prepare('select coalesce(max(seq), 0) as seq from item').get() as { seq: number };
	let seq = startSeq;
	const startMs = performance.now();
	for (let start = 0; start < ids.length; start += 100) {
		raw.exec('begin immediate');
		for (let number = start; number < start + 100; number += 1) {
			seq += 1;
			const id = ids[number] ?? '';
			const body = texts[number] ?? null;
			run(item, { generation_id: generationId, seq, first_seq: seq, id, body, item_key: hash('md5', id, 'buffer') });
		}
		run(end, { seq, item_count: start, id: generationId });
		raw.exec('commit');
	}
	return ids.length / ((performance.now() - startMs) / 1000);
}
