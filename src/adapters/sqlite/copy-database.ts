/** Copies of a database for backups, made while other processes read and write it. */
import { backup, DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { readPragma } from './sqlite-connection.ts';
import { checkVersion, ForeignDatabaseError, identify, isEmpty } from './sqlite-file.ts';

export interface DatabaseFacts {
	readonly schemaVersion: number;
	/** By table. */
	readonly rows: Readonly<Record<string, number>>;
}

/** 16 MB of pages of 4 kB; between two steps, progress is told and the copy can be called off. */
const stepPages = 4096;
const busyTimeoutMs = 10_000;

/**
 * Copies a database as it is now to an empty file. A transaction that only reads is open meanwhile: it keeps the copy
 * from starting again with each write, and writers do not wait for it. Their write-ahead log grows until it ends.
 * @param onProgress called with the part that is done, from 0 to 1; the copy ends with what it throws
 * @throws {DatabaseTooNewError} @throws {ForeignDatabaseError}
 */
export async function copyDatabase(from: string, to: string, onProgress: (part: number) => void): Promise<void> {
	const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
	try {
		checkDatabase(from, source);
		source.exec('begin');
		source.prepare('select count(*) from sqlite_schema').get();
		await backup(source, to, {
			rate: stepPages,
			progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
		});
	} finally {
		source.close();
	}
}

/**
 * What a copy has; afterwards it is one file, without a write-ahead log.
 * @throws {Error} when SQLite finds it damaged
 */
export function inspectCopy(file: string): DatabaseFacts {
	const copy = new DatabaseSync(file);
	try {
		copy.exec('pragma journal_mode = delete');
		const damage = copy.prepare('pragma quick_check(1)').get();
		const [found] = Object.values(damage ?? {});
		if (found !== 'ok') throw new Error(`SQLite finds the database damaged: ${found}`);
		return readFacts(file, copy);
	} finally {
		copy.close();
	}
}

function readFacts(file: string, database: DatabaseSync): DatabaseFacts {
	checkDatabase(file, database);
	const names = database
		.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
		.all()
		.map(({ name }) => String(name));
	const count = (name: string) => Number(database.prepare(`select count(*) as count from "${name}"`).get()?.count);
	return {
		schemaVersion: readPragma(database, 'user_version'),
		rows: Object.fromEntries(names.map((name) => [name, count(name)])),
	};
}

/** @throws {DatabaseTooNewError} @throws {ForeignDatabaseError} */
export function checkDatabase(file: string, database: DatabaseSync): void {
	identify(file, database);
	if (isEmpty(database)) throw new ForeignDatabaseError(file);
	checkVersion(file, database, migrations);
}
