/** Moves of data directories to PostgreSQL, and back: one zone, because a database there has one. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDirectory } from '../../adapters/data-directory/lock-data-directory.ts';
import { makeDirectory } from '../../adapters/data-directory/make-directory.ts';
import type { StoreSource, StoreTarget } from '../../adapters/sql/carried-rows.ts';
import { useCarriedSource } from '../../adapters/sqlite/carried-source.ts';
import { useCarriedTarget } from '../../adapters/sqlite/carried-target.ts';
import { noteDatabase } from '../../adapters/sqlite/database-guard.ts';
import { type ZoneName, zoneNames } from '../../domain/zone/zone.ts';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';
import { MigrationError } from '../migration/store-end.ts';
import { toDatabaseFile } from './embedded.ts';
import { checkIsEmpty } from './embedded-backup.ts';
import type { TargetOptions } from './topology.ts';

/** @throws {MigrationError} @throws {DataDirectoryLockedError} */
export async function useSource<T>(
	{ dataDir, zone }: { readonly dataDir: string; readonly zone: ZoneName | undefined },
	use: (source: StoreSource) => Promise<T>,
): Promise<T> {
	const zones = zoneNames.filter((name) => existsSync(toDatabaseFile(dataDir, name)));
	const [found, other] = zone === undefined ? zones : zones.filter((name) => name === zone);
	if (found === undefined) {
		throw new MigrationError(
			`${dataDir} has no database${zone === undefined ? '' : ` of ${zone}`}: name another directory`,
		);
	}
	if (other !== undefined) {
		throw new MigrationError(
			`${dataDir} has ${zones.join(' and ')}: choose one with --zone, each for a database of its own`,
		);
	}
	const lock = lockDataDirectory(dataDir);
	try {
		return await useCarriedSource(toDatabaseFile(dataDir, found), use);
	} finally {
		lock.release();
	}
}

/** What was begun is kept for another attempt, and no server starts with it. @throws {BackupError} */
export async function useTarget<T>(
	{ dataDir, zone = zoneNames[0] }: TargetOptions & { readonly dataDir: string },
	use: (target: StoreTarget) => Promise<T>,
): Promise<T> {
	await makeDirectory(dataDir);
	const lock = lockDataDirectory(dataDir);
	try {
		checkIsEmpty(dataDir);
		const file = toDatabaseFile(dataDir, zone);
		await makeDirectory(join(dataDir, zone));
		noteDatabase(file);
		const result = await useCarriedTarget(file, use);
		// Of a process on PostgreSQL with this directory.
		rmSync(join(dataDir, zone, 'node-id'), { force: true });
		await syncDirectory(join(dataDir, zone));
		return result;
	} finally {
		lock.release();
	}
}
