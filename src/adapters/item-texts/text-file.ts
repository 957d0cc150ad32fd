/**
 * The file of texts: SQLite, beside the search indexes. Rows are appended, and found by an index of 30 bytes each: in the order
 * of keys, which are random, every write would change a page of its own.
 *
 * Everything in it can be read from the store again, so a file that is damaged or of another version is removed.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const version = 1;
const writerCacheKb = 16 * 1024;
const readerCacheKb = 8 * 1024;
/** Of 4 kB: between two checkpoints the index's pages are written to the log again and again. */
const checkpointPages = 8_000;
const logFileBytesMax = 64 * 1024 * 1024;

const tables = `
	create table text (
		generation integer not null, key blob not null, id text not null, body text not null, unique (generation, key)
	);
	create table generation (id integer primary key, position text not null);
	pragma user_version = ${version};
`;

export function openTextFile(path: string): DatabaseSync {
	try {
		return openOrCreate(path);
	} catch {
		for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true, recursive: true });
		return openOrCreate(path);
	}
}

function openOrCreate(path: string): DatabaseSync {
	const file = new DatabaseSync(path);
	try {
		// A power cut may cost the last transactions, but not the file: what is missing is found by its positions.
		file.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma temp_store = memory');
		file.exec(`pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = ${logFileBytesMax}`);
		file.exec(`pragma cache_size = -${writerCacheKb}`);
		const found = file.prepare('pragma user_version').get()?.user_version;
		if (found === 0) file.exec(`begin; ${tables} commit`);
		else if (found !== version) throw new Error(`the file of texts has version ${found}`);
		// Older files do not have it.
		file.exec('create table if not exists followed_incarnation (id text not null)');
		return file;
	} catch (error) {
		file.close();
		throw error;
	}
}

/** @throws while the file is not there yet */
export function openTextFileForReading(path: string): DatabaseSync {
	const file = new DatabaseSync(path, { readOnly: true });
	file.exec(`pragma cache_size = -${readerCacheKb}`);
	return file;
}
