/**
 * What is done about the databases of a data directory before anything else is: those that traces speak of must be there.
 *
 *     a new directory     databases ─► secret.key ─► accounts        killed anywhere: the next start goes on
 *
 * So a server key without a database is one whose database is gone, and a database without accounts needs no key of before.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../adapters/data-directory/make-directory.ts';
import { toKeyFile } from '../adapters/data-directory/secret-key.ts';
import { type DatabaseGuard, DatabaseLostError, guardDatabase } from '../adapters/sqlite/database-guard.ts';
import { openWriteConnection } from '../adapters/sqlite/sqlite-file.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { Settings } from './settings/settings.ts';

type PreparedSettings = Pick<Settings, 'dataDir' | 'zones' | 'secretKey' | 'isLossAccepted'>;

/** Where the database of a zone is. */
export function toDatabaseFile(dataDir: string, zone: ZoneName): string {
	return join(dataDir, zone, 'vitrine.db');
}

/** @throws {DatabaseLostError} */
export function guardZone({ dataDir, isLossAccepted }: PreparedSettings, zone: ZoneName): DatabaseGuard {
	return guardDatabase({
		file: toDatabaseFile(dataDir, zone),
		derivedDirectories: ['search', 'recommend'].map((name) => join(dataDir, zone, name)),
		isLossAccepted,
	});
}

/** @throws {DatabaseLostError} when a database that was there is not, or not as it was. */
export async function prepareDatabases(settings: PreparedSettings): Promise<void> {
	const { dataDir, zones } = settings;
	for (const zone of zones) guardZone(settings, zone);
	if (settings.secretKey !== undefined || zones.some((zone) => existsSync(toDatabaseFile(dataDir, zone)))) return;
	const keyFile = toKeyFile(dataDir);
	if (existsSync(keyFile) && !settings.isLossAccepted) {
		throw new DatabaseLostError(dataDir, ` has no database, and ${keyFile} says that there was one`);
	}
	for (const zone of zones) {
		const file = toDatabaseFile(dataDir, zone);
		await makeDirectory(join(dataDir, zone));
		await openWriteConnection(file, { cacheBytesMax: 1 << 20 }).close();
	}
}
