/** A store in a file. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDatabase } from '../../../src/adapters/sqlite/open-sqlite-database.ts';
import { neverMs } from '../wait-for.ts';
import type { TestStore } from './test-store.ts';

const toFile = (home: string) => join(home, 'vitrine.db');

export const sqliteStore: TestStore = {
	create: async () => undefined,
	environment: () => ({}),
	address: (home) => ({ kind: 'embedded', file: toFile(home) }),
	async open(home) {
		await mkdir(home, { recursive: true });
		return openSqliteDatabase({ file: toFile(home), deadlineMs: neverMs });
	},
	// Nothing continues after the end of a process.
	settle: async () => undefined,
	catchUp: async () => undefined,
	readRows: async (home, queries) =>
		withFile(home, (file) => queries.map((query) => file.prepare(query).all() as Record<string, unknown>[])),
	listTables: async (home) =>
		withFile(home, (file) =>
			file
				.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
				.all()
				.map(({ name }) => String(name)),
		),
	orderOf: (table) => (table === 'event' ? 'serial' : '1'),
	isSummed: 'serial <= coalesce((select cast(position as integer) from widget_day_watermark), 0)',
	checkIntegrity: async (home) =>
		withFile(home, (file) => {
			assert.deepEqual(file.prepare('pragma integrity_check').all().map(Object.values), [['ok']]);
			assert.deepEqual(file.prepare('pragma foreign_key_check').all(), []);
		}),
	remove: async () => undefined,
};

function withFile<T>(home: string, read: (file: DatabaseSync) => T): T {
	const file = new DatabaseSync(toFile(home), { readOnly: true });
	try {
		return read(file);
	} finally {
		file.close();
	}
}
