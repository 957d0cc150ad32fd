/** Backups of a PostgreSQL database: the rows of each table as lines of JSON, as they were at one moment. */
import assert from 'node:assert/strict';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupDraft, OpenBackup } from '../../adapters/backup/backup-directory.ts';
import { BackupError } from '../../adapters/backup/backup-manifest.ts';
import { dumpDatabase } from '../../adapters/postgres/dump-database.ts';
import { loadDatabase } from '../../adapters/postgres/load-database.ts';
import { createSystemClock } from '../../adapters/system/system-clock.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import type { BackupSettings, NoteProgress } from '../backup/backup-work.ts';
import type { BackedUp } from './topology.ts';

const timeouts = { connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 };

const toPath = (zone: ZoneName, table: string) => `${zone}/${table}.jsonl`;

export async function backUp(
	{ databaseUrl: url, zones: [zone] }: BackupSettings,
	draft: BackupDraft,
	noteProgress: NoteProgress,
): Promise<BackedUp> {
	assert(url !== undefined, 'the store is in PostgreSQL');
	const facts = await dumpDatabase({
		...{ url, ...timeouts },
		async write(table, rows) {
			const path = toPath(zone, table);
			async function* toTexts() {
				for await (const lines of rows) {
					// How many rows there will be is not known.
					noteProgress();
					yield lines.map((line) => `${line}\n`).join('');
				}
			}
			await pipeline(Readable.from(toTexts()), createWriteStream(await draft.prepare(path)));
			await draft.add(path);
		},
	});
	return { store: 'postgres', zones: [{ zone, ...facts }] };
}

/** @throws {PostgresUnusableError} when the database has data, or does not take these */
export async function restore(
	{ databaseUrl: url }: BackupSettings,
	{ manifest, toPath: toFile }: OpenBackup,
	noteProgress: NoteProgress,
): Promise<void> {
	assert(url !== undefined, 'the store is in PostgreSQL');
	const [zone, ...others] = manifest.zones;
	assert(zone !== undefined && others.length === 0, 'a database is one zone');
	const { sequences = {}, partitions = [] } = zone;
	const total = Object.values(zone.rows).reduce((sum, count) => sum + count, 0);
	let done = 0;
	async function* read(table: string) {
		const path = toPath(zone?.zone as ZoneName, table);
		if (manifest.files[path] === undefined) throw new BackupError(`the backup has no ${path}: use another backup`);
		for await (const lines of readBatches(toFile(path))) {
			yield lines;
			done += lines.length;
			noteProgress(done / total);
		}
	}
	const nowMs = createSystemClock().nowMs();
	await loadDatabase({ ...{ url, nowMs, ...timeouts, read }, facts: { ...zone, sequences, partitions } });
}

/** Lines end at `\n` alone, and not at U+2028, which JSON has as it is. */
async function* readBatches(path: string): AsyncGenerator<readonly string[]> {
	let rest = '';
	for await (const text of createReadStream(path, 'utf8')) {
		const lines = `${rest}${text}`.split('\n');
		rest = lines.pop() ?? '';
		if (lines.length > 0) yield lines;
	}
}
