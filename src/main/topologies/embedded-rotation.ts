/** Exchanges the server key of a data directory: its server does so if it runs, or else this process. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createServerKeys } from '../../adapters/crypto/server-keys.ts';
import { DataDirectoryLockedError, lockDataDirectory } from '../../adapters/data-directory/lock-data-directory.ts';
import { adoptNextKey, createNextKey, readNextKey, readSecretKey } from '../../adapters/data-directory/secret-key.ts';
import { openSqliteDatabase } from '../../adapters/sqlite/open-sqlite-database.ts';
import { zoneNames } from '../../domain/zone/zone.ts';
import type { BackupSettings, NoteProgress } from '../backup/backup-work.ts';
import { RotationError, type RotationResult } from '../server-key/rotation-error.ts';
import { resealAll } from '../server-key/start-key-rotation.ts';
import { toDatabaseFile } from './embedded.ts';

const pollIntervalMs = 250;
/** A server looks every second, and seals some thousands of secrets a second. */
const adoptionMsMax = 60_000;

/** @throws {RotationError} @throws {SecretKeyError} */
export async function rotate(settings: BackupSettings, noteProgress: NoteProgress): Promise<RotationResult> {
	const { dataDir, secretKey } = settings;
	if (secretKey !== undefined) {
		throw new RotationError(
			'the server key is not in the data directory: start the server with the new key as VITRINE_SECRET_KEY and the old one as VITRINE_SECRET_KEY_PREVIOUS, and it seals all secrets again',
		);
	}
	const present = await readSecretKey(dataDir);
	if (present === undefined)
		throw new RotationError(`${dataDir} has no server key: name the server's directory with --data-dir`);
	await createNextKey(dataDir);
	try {
		const lock = lockDataDirectory(dataDir);
		try {
			return { sealedCount: await rotateHere(dataDir, present), nextStep };
		} finally {
			lock.release();
		}
	} catch (error) {
		if (!(error instanceof DataDirectoryLockedError)) throw error;
		await waitForServer(dataDir, noteProgress);
		return { sealedCount: undefined, nextStep };
	}
}

const nextStep =
	'secret.key has a new key, and all secrets are sealed with it. Keep a copy of it, apart from the backups.';

async function rotateHere(dataDir: string, present: Uint8Array): Promise<number> {
	const next = (await readNextKey(dataDir)) ?? present;
	const databases = zoneNames
		.map((zone) => toDatabaseFile(dataDir, zone))
		.filter((file) => existsSync(file))
		.map((file) => openSqliteDatabase({ file, deadlineMs: adoptionMsMax }));
	const zones = (await Promise.all(databases)).map((database) => ({ database }));
	try {
		const sealedCount = await resealAll(createServerKeys(next, present), zones);
		await adoptNextKey(dataDir);
		return sealedCount;
	} finally {
		for (const { database } of zones) await database.close();
	}
}

async function waitForServer(dataDir: string, noteProgress: NoteProgress): Promise<void> {
	const endMs = performance.now() + adoptionMsMax;
	while ((await readNextKey(dataDir)) !== undefined) {
		noteProgress();
		if (performance.now() > endMs) {
			throw new RotationError('the server did not take the new key over: restart it, and it goes on');
		}
		await pause(pollIntervalMs);
	}
}
