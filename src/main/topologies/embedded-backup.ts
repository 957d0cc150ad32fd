/** Backups of data directories: a copy of the database of each zone. Indexes and models are built again from it. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupDraft, OpenBackup } from '../../adapters/backup/backup-directory.ts';
import { BackupError } from '../../adapters/backup/backup-manifest.ts';
import { lockDataDirectory } from '../../adapters/data-directory/lock-data-directory.ts';
import { makeDirectory } from '../../adapters/data-directory/make-directory.ts';
import { copyDatabase, inspectCopy } from '../../adapters/sqlite/copy-database.ts';
import { forgetDatabase, isFilled, noteDatabase } from '../../adapters/sqlite/database-guard.ts';
import { migrations } from '../../adapters/sqlite/migrations.ts';
import { type ZoneName, zoneNames } from '../../domain/zone/zone.ts';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';
import type { BackupSettings, NoteProgress } from '../backup/backup-work.ts';
import { derivedFolders, toDatabaseFile } from './embedded.ts';
import type { BackedUp } from './topology.ts';

const toBackupPath = (zone: ZoneName) => `${zone}/vitrine.db`;

/** Every zone of the directory, also one that the server does not host now. @throws {BackupError} */
export async function backUp(
	{ dataDir }: BackupSettings,
	draft: BackupDraft,
	noteProgress: NoteProgress,
): Promise<BackedUp> {
	const zones = zoneNames.filter((zone) => existsSync(toDatabaseFile(dataDir, zone)));
	if (zones.length === 0) {
		throw new BackupError(`${dataDir} has no database: name the server's data directory with --data-dir`);
	}
	const backedUp = [];
	for (const [index, zone] of zones.entries()) {
		const path = toBackupPath(zone);
		const copy = await draft.prepare(path);
		await copyDatabase(toDatabaseFile(dataDir, zone), copy, (part) => noteProgress((index + part) / zones.length));
		backedUp.push({ zone, ...inspectCopy(copy) });
		await draft.add(path);
		noteProgress((index + 1) / zones.length);
	}
	return { store: 'sqlite', zones: backedUp };
}

/**
 * Restores into a directory without databases. A zone has its trace before it has its database, so if this is killed, the
 * server refuses to start with what is there, and it can be done again.
 * @throws {BackupError} when there is a database, or what is left of one
 */
export async function restore(
	{ dataDir }: BackupSettings,
	{ manifest, toPath }: OpenBackup,
	noteProgress: NoteProgress,
): Promise<void> {
	await makeDirectory(dataDir);
	const lock = lockDataDirectory(dataDir);
	const files = manifest.zones.map(({ zone }) => toDatabaseFile(dataDir, zone));
	try {
		checkIsEmpty(dataDir);
		for (const [index, { zone, rows, schemaVersion }] of manifest.zones.entries()) {
			if (schemaVersion > migrations.length) {
				throw new BackupError(
					`the backup has schema version ${schemaVersion}, and this program knows versions up to ${migrations.length}: restore it with the newer version of the program`,
				);
			}
			const file = toDatabaseFile(dataDir, zone);
			await makeDirectory(join(dataDir, zone));
			noteDatabase(file);
			await restoreFile(toPath(toBackupPath(zone)), file);
			const facts = inspectCopy(toDraft(file));
			if (JSON.stringify(facts.rows) !== JSON.stringify(rows)) {
				throw new BackupError(`the database of ${zone} does not have what the manifest says: use another backup`);
			}
			noteProgress((index + 1) / manifest.zones.length);
		}
		for (const file of files) await rename(toDraft(file), file);
		for (const { zone } of manifest.zones) await syncDirectory(join(dataDir, zone));
	} catch (error) {
		for (const file of files) {
			await rm(toDraft(file), { force: true });
			if (!existsSync(file)) forgetDatabase(file);
		}
		throw error;
	} finally {
		lock.release();
	}
}

/** @throws {BackupError} when there is a database, or what was built from one */
export function checkIsEmpty(dataDir: string): void {
	const found = zoneNames.flatMap((zone) => {
		const file = toDatabaseFile(dataDir, zone);
		const derived = derivedFolders.map((name) => join(dataDir, zone, name)).filter(isFilled);
		return [...[file, `${file}-wal`].filter((path) => existsSync(path)), ...derived];
	});
	if (found.length === 0) return;
	throw new BackupError(
		`${dataDir} is not empty, it has ${found.join(', ')}: restore into another directory, or move this away first`,
	);
}

function toDraft(file: string): string {
	return `${file}.restoring`;
}

async function restoreFile(from: string, file: string): Promise<void> {
	const draft = toDraft(file);
	await copyFile(from, draft);
	await chmod(draft, 0o600);
	await using handle = await open(draft, 'r+');
	await handle.sync();
}
