/** Exchanges the server key of a database under running nodes. Each step can be done again. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createServerKeys } from '../../adapters/crypto/server-keys.ts';
import { openPostgresDatabase, type PostgresDatabase } from '../../adapters/postgres/open-postgres-database.ts';
import { preparePostgresDatabase } from '../../adapters/postgres/prepare-database.ts';
import type { NodeKeys } from '../../adapters/postgres/server-key.ts';
import { createDatabaseChanges } from '../../adapters/sql/sql-database.ts';
import { createSystemClock } from '../../adapters/system/system-clock.ts';
import type { BackupSettings, NoteProgress } from '../backup/backup-work.ts';
import { RotationError, type RotationResult } from '../server-key/rotation-error.ts';
import { resealAll } from '../server-key/start-key-rotation.ts';
import { toKeyFingerprint } from '../server-key-fingerprint.ts';

const timeouts = { connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 };
const pollIntervalMs = 250;
/** Nodes look every second, and tell what they do every other second. */
const adoptionMsMax = 60_000;

/** @throws {RotationError} @throws {PostgresUnusableError} */
export async function rotate(settings: BackupSettings, noteProgress: NoteProgress): Promise<RotationResult> {
	const { databaseUrl: url, secretKey, secretKeyPrevious } = settings;
	assert(url !== undefined && secretKey !== undefined, 'a database needs its key');
	if (secretKeyPrevious === undefined) {
		throw new RotationError(
			'VITRINE_SECRET_KEY_PREVIOUS is missing: restart the nodes one by one with the new key as VITRINE_SECRET_KEY and the old one there, and run this with both',
		);
	}
	const clock = createSystemClock();
	await preparePostgresDatabase({ url, nowMs: clock.nowMs(), ...timeouts });
	const database = openPostgresDatabase({
		...{ url, deadlineMs: timeouts.lockTimeoutMs, connectionsMax: 2 },
		...{ random: Math.random, nowMs: clock.nowMs, onConnectionLost: () => undefined },
		changes: createDatabaseChanges(),
	});
	try {
		const [from, to] = [toKeyFingerprint(secretKeyPrevious), toKeyFingerprint(secretKey)];
		const stored = await database.serverKey.read();
		if (stored !== undefined && stored !== from && stored !== to) {
			throw new RotationError('neither VITRINE_SECRET_KEY nor VITRINE_SECRET_KEY_PREVIOUS is the key of this database');
		}
		await checkNodes(database, (keys) => keys.fingerprints.includes(to));
		await database.serverKey.replace({ from, to });
		await waitForNodes(database, to, noteProgress);
		const zones = [{ database }];
		const sealedCount = await resealAll(createServerKeys(secretKey, secretKeyPrevious), zones);
		return {
			sealedCount,
			nextStep:
				'All secrets are sealed with the new key. Restart the nodes one by one without VITRINE_SECRET_KEY_PREVIOUS; dashboard sessions from before end then.',
		};
	} finally {
		await database.close();
	}
}

/** @throws {RotationError} when a node that runs is not as wanted. */
async function checkNodes(database: PostgresDatabase, isWanted: (keys: NodeKeys) => boolean): Promise<void> {
	const [other] = (await database.serverKey.listOfNodes()).filter((keys) => !isWanted(keys));
	if (other === undefined) return;
	throw new RotationError(
		`the node ${other.home} does not know the new key: restart it with VITRINE_SECRET_KEY and VITRINE_SECRET_KEY_PREVIOUS, and run this again`,
	);
}

async function waitForNodes(database: PostgresDatabase, to: string, noteProgress: NoteProgress): Promise<void> {
	const endMs = performance.now() + adoptionMsMax;
	for (;;) {
		noteProgress();
		const nodes = await database.serverKey.listOfNodes();
		if (nodes.every(({ fingerprints }) => fingerprints[0] === to)) return;
		await checkNodes(database, ({ fingerprints }) => fingerprints.includes(to));
		if (performance.now() > endMs) {
			throw new RotationError('a node does not seal with the new key yet: see its log, and run this again');
		}
		await pause(pollIntervalMs);
	}
}
