/**
 * Everything in one process: a SQLite file for each zone in the data directory, with a thread that writes.
 *
 * First of all, databases are checked: one that has left traces must still exist.
 *
 *     a new directory     databases ─► secret.key ─► accounts        killed anywhere: the next start goes on
 *
 * Because of this order, a server key without a database means that the database was lost, and a database without
 * accounts does not need an earlier key.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../adapters/data-directory/make-directory.ts';
import { toKeyFile } from '../../adapters/data-directory/secret-key.ts';
import { createEmbeddedJobs } from '../../adapters/embedded-lease/embedded-lease.ts';
import { refusePart } from '../../adapters/sqlite/carried-target.ts';
import { readDatabaseBytes } from '../../adapters/sqlite/database-bytes.ts';
import { type DatabaseGuard, DatabaseLostError, guardDatabase } from '../../adapters/sqlite/database-guard.ts';
import { hasAccounts } from '../../adapters/sqlite/has-accounts.ts';
import {
	type DatabaseLink,
	joinSqliteDatabase,
	openSqliteDatabase,
	type WriteBounds,
} from '../../adapters/sqlite/open-sqlite-database.ts';
import { openSqliteReads, type SqliteReads } from '../../adapters/sqlite/open-sqlite-reads.ts';
import { openWriteConnection } from '../../adapters/sqlite/sqlite-file.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import type { Database } from '../../ports/database.ts';
import type { JobAccess, LeasedJob } from '../../ports/lease.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';
import type { OpenStore, OpenStoreOptions } from './topology.ts';

type PreparedSettings = Pick<Settings, 'dataDir' | 'zones' | 'secretKey' | 'isLossAccepted'>;

/** In the directory of a zone: what is built from its database. */
export const derivedFolders: readonly string[] = ['search', 'recommend'];

/** Where the database of a zone is. */
export function toDatabaseFile(dataDir: string, zone: ZoneName): string {
	return join(dataDir, zone, 'vitrine.db');
}

/** @throws {DatabaseLostError} @throws {PartialStoreError} */
function guardZone({ dataDir, isLossAccepted }: PreparedSettings, zone: ZoneName): DatabaseGuard {
	const file = toDatabaseFile(dataDir, zone);
	refusePart(file);
	return guardDatabase({
		file,
		derivedDirectories: derivedFolders.map((name) => join(dataDir, zone, name)),
		isLossAccepted,
	});
}

/** @throws {DatabaseLostError} when a database that existed is gone or damaged. */
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

export interface EmbeddedAddress {
	readonly kind: 'embedded';
	readonly file: string;
}

export interface EmbeddedLink {
	readonly kind: 'embedded';
	readonly link: DatabaseLink;
}

const queuedWritesMax = 10_000;
const queuedBytesMax = 64 * 1024 * 1024;
/** What 8 MB of items count in the queue. */
const largeBatchBytes = 24 * 1024 * 1024;

/**
 * Bounds for one HTTP thread. The total over all threads does not grow with their number, except that each may queue a
 * large batch.
 */
function toWriteBounds({ storeTimeoutMs, httpThreads }: Settings): WriteBounds {
	return {
		deadlineMs: storeTimeoutMs,
		queuedWritesMax: Math.ceil(queuedWritesMax / httpThreads),
		queuedBytesMax: Math.max(largeBatchBytes, Math.ceil(queuedBytesMax / httpThreads)),
	};
}

export function hasEmbeddedAccounts({ dataDir, zones }: PreparedSettings): boolean {
	return zones.some((zone) => hasAccounts(toDatabaseFile(dataDir, zone)));
}

/** @throws {DatabaseLostError} */
export async function openEmbeddedStore({
	settings,
	zone,
	onLost,
}: OpenStoreOptions): Promise<OpenStore<EmbeddedAddress, EmbeddedLink>> {
	const file = toDatabaseFile(settings.dataDir, zone);
	const guard = guardZone(settings, zone);
	const database = await openSqliteDatabase({ file, ...toWriteBounds(settings), version, onLost });
	guard.noteOpen();
	return {
		database,
		address: { kind: 'embedded', file },
		link() {
			const link = database.connect();
			return { link: { kind: 'embedded', link }, ports: [link.writer] };
		},
		...{ readIdentity, readBytes: () => readDatabaseBytes(file) },
		follower: 'fulltext',
		openJob: createEmbeddedJobs(database),
		async close() {
			await database.close();
			guard.noteClosed();
		},
	};
}

export function joinEmbeddedStore({ link }: EmbeddedLink, settings: Settings): Database {
	return joinSqliteDatabase(link, toWriteBounds(settings));
}

export function joinEmbeddedJob(link: EmbeddedLink, settings: Settings, job: LeasedJob): JobAccess {
	return createEmbeddedJobs(joinEmbeddedStore(link, settings))(job);
}

/** Nothing of it is left where another database could find it. */
async function readIdentity(): Promise<string> {
	return 'embedded';
}

export function openEmbeddedReads({ file }: EmbeddedAddress): SqliteReads & { readIdentity(): Promise<string> } {
	return { ...openSqliteReads(file), readIdentity };
}
