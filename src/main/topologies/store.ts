/**
 * A zone's store, whichever it is, as the parts of a process use it.
 *
 *     main thread          openStore ─► database, address, link
 *     follower's thread    openReads(address)
 *     other HTTP threads   joinStore(link)
 *
 * Addresses and links are plain data that can be sent to a thread. Only this file and those called after a store know which
 * one a process has.
 */
import type { BackupDraft, OpenBackup } from '../../adapters/backup/backup-directory.ts';
import { type BackedUpStore, BackupError } from '../../adapters/backup/backup-manifest.ts';
import type { StoreSource, StoreTarget } from '../../adapters/sql/carried-rows.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import type { Database } from '../../ports/database.ts';
import type { JobAccess, LeasedJob } from '../../ports/lease.ts';
import type { BackupSettings, NoteProgress } from '../backup/backup-work.ts';
import type { StoreEnd } from '../migration/store-end.ts';
import type { RotationResult } from '../server-key/rotation-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { EmbeddedAddress, EmbeddedLink } from './embedded.ts';
import type { PostgresAddress, PostgresLink } from './postgres.ts';
import type { BackedUp, OpenStore, OpenStoreOptions, StoreReads, TargetOptions } from './topology.ts';

export type StoreAddress = EmbeddedAddress | PostgresAddress;
export type StoreLink = EmbeddedLink | PostgresLink;
export type AnyStore = OpenStore<StoreAddress, StoreLink>;

/** Each is imported when it is opened: a driver has some 70 modules, which processes with the other store do not need. */
const topologies = {
	embedded: () => import('./embedded.ts'),
	postgres: () => import('./postgres.ts'),
};

const backups = {
	sqlite: () => import('./embedded-backup.ts'),
	postgres: () => import('./postgres-backup.ts'),
};

const moves = {
	sqlite: () => import('./embedded-move.ts'),
	postgres: () => import('./postgres-move.ts'),
};

const rotations = {
	sqlite: () => import('./embedded-rotation.ts'),
	postgres: () => import('./postgres-rotation.ts'),
};

function toStoreName({ databaseUrl }: BackupSettings): BackedUpStore {
	return databaseUrl === undefined ? 'sqlite' : 'postgres';
}

/** @throws {Error} with a message for the operator */
export async function backUpStore(
	settings: BackupSettings,
	draft: BackupDraft,
	noteProgress: NoteProgress,
): Promise<BackedUp> {
	return (await backups[toStoreName(settings)]()).backUp(settings, draft, noteProgress);
}

/** Into an empty store of the same kind. @throws {Error} with a message for the operator */
export async function restoreStore(
	settings: BackupSettings,
	backup: OpenBackup,
	noteProgress: NoteProgress,
): Promise<void> {
	const store = toStoreName(settings);
	if (store !== backup.manifest.store) {
		throw new BackupError(
			store === 'postgres'
				? 'the backup is of a data directory: restore it without VITRINE_DATABASE_URL'
				: 'the backup is of a PostgreSQL database: set VITRINE_DATABASE_URL to an empty one',
		);
	}
	// Indexes and models are there with either store, and must not be of other data.
	(await backups.sqlite()).checkIsEmpty(settings.dataDir);
	await (await backups[store]()).restore(settings, backup, noteProgress);
}

/** @throws {Error} with a message for the operator */
export async function rotateServerKey(settings: BackupSettings, noteProgress: NoteProgress): Promise<RotationResult> {
	return (await rotations[toStoreName(settings)]()).rotate(settings, noteProgress);
}

/** For a move to the other kind of store. @throws {Error} with a message for the operator */
export async function useSource<T>(
	{ end, zone }: { readonly end: StoreEnd; readonly zone: ZoneName | undefined },
	use: (source: StoreSource) => Promise<T>,
): Promise<T> {
	return end.kind === 'sqlite'
		? (await moves.sqlite()).useSource({ dataDir: end.dataDir, zone }, use)
		: (await moves.postgres()).useSource(end.url, use);
}

/** @throws {Error} with a message for the operator */
export async function useTarget<T>(
	{ end, ...options }: TargetOptions & { readonly end: StoreEnd },
	use: (target: StoreTarget) => Promise<T>,
): Promise<T> {
	return end.kind === 'sqlite'
		? (await moves.sqlite()).useTarget({ ...options, dataDir: end.dataDir }, use)
		: (await moves.postgres()).useTarget({ ...options, url: end.url }, use);
}

/** What must be done before the server key is read. @throws {Error} with a message for the operator */
export async function prepareStores(settings: Settings): Promise<void> {
	if (settings.databaseUrl === undefined) await (await topologies.embedded()).prepareDatabases(settings);
}

/** Whether there are accounts, whose keys the server key seals. */
export async function hasAccounts(settings: Settings): Promise<boolean> {
	return settings.databaseUrl === undefined && (await topologies.embedded()).hasEmbeddedAccounts(settings);
}

export async function openStore(options: OpenStoreOptions): Promise<AnyStore> {
	const { databaseUrl } = options.settings;
	return databaseUrl === undefined
		? (await topologies.embedded()).openEmbeddedStore(options)
		: (await topologies.postgres()).openPostgresStore({ ...options, url: databaseUrl });
}

export async function joinStore(link: StoreLink, settings: Settings): Promise<Database> {
	return link.kind === 'embedded'
		? (await topologies.embedded()).joinEmbeddedStore(link, settings)
		: (await topologies.postgres()).joinPostgresStore(link);
}

/** For a thread with one job. `database.close` ends what was opened. */
export async function joinJob(link: StoreLink, settings: Settings, job: LeasedJob): Promise<JobAccess> {
	return link.kind === 'embedded'
		? (await topologies.embedded()).joinEmbeddedJob(link, settings, job)
		: (await topologies.postgres()).joinPostgresJob(link, job);
}

export async function openReads(address: StoreAddress): Promise<StoreReads> {
	return address.kind === 'embedded'
		? (await topologies.embedded()).openEmbeddedReads(address)
		: (await topologies.postgres()).openPostgresStoreReads(address);
}
