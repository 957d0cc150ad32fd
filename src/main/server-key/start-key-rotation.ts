/**
 * Exchanges the server key of a data directory while its server runs: the one process that has it.
 *
 *     secret.key.next is found ─► both keys are known, the next one seals ─► all secrets are sealed again ─► it is secret.key
 *
 * Killed anywhere, the next start knows both keys and goes on. With VITRINE_SECRET_KEY_PREVIOUS nothing is renamed.
 */
import type { Logger } from 'pino';
import { toSealedBeginning } from '../../adapters/crypto/aes-secret-box.ts';
import {
	addServerKey,
	createRotatingSecretBox,
	listServerKeys,
	type ServerKeys,
	sealWith,
	toSealingKey,
} from '../../adapters/crypto/server-keys.ts';
import { adoptNextKey, readNextKey } from '../../adapters/data-directory/secret-key.ts';
import { resealSecrets } from '../../app/account/reseal-secrets.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import type { Database } from '../../ports/database.ts';
import type { Settings } from '../settings/settings.ts';

export interface KeyRotation {
	readonly settings: Pick<Settings, 'dataDir' | 'secretKey'>;
	readonly serverKeys: ServerKeys;
	readonly zones: readonly { readonly database: Pick<Database, 'sealedSecrets'> }[];
	readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** How often the next key is looked for. */
const intervalMs = 1_000;
/** Other threads may be about to store what they sealed with the old key. */
const settleSteps = 2;
const ownRight = { hold: async () => 1, release: async () => undefined };

export function startKeyRotation({ settings, serverKeys, zones, logger }: KeyRotation): BackgroundLoop {
	let remainingSteps = settleSteps;
	let sealedCount = 0;

	async function step(): Promise<boolean> {
		const next = settings.secretKey ?? (await readNextKey(settings.dataDir));
		if (next === undefined || remainingSteps === 0) return false;
		if (!listServerKeys(serverKeys).some((key) => Buffer.from(key).equals(next))) addServerKey(serverKeys, next);
		sealWith(serverKeys, next);
		sealedCount += await resealAll(serverKeys, zones);
		remainingSteps -= 1;
		if (remainingSteps > 0 || listServerKeys(serverKeys).length === 1) return false;
		if (settings.secretKey === undefined) await adoptNextKey(settings.dataDir);
		logger.info(
			{ sealedCount },
			'all secrets are sealed with the new server key; the previous one is not needed any more',
		);
		return false;
	}

	return startBackgroundLoop({
		...{ step, lease: ownRight, busyPauseMs: 0, idlePauseMs: intervalMs },
		onFailure: (error) => logger.error({ err: error }, 'the server key could not be exchanged; it is tried again'),
	});
}

/** Seals all secrets with the key that seals. @returns how many there were. */
export async function resealAll(serverKeys: ServerKeys, zones: KeyRotation['zones']): Promise<number> {
	const secretBox = createRotatingSecretBox(serverKeys);
	const sealing = toSealingKey(serverKeys);
	let count = 0;
	for (const key of listServerKeys(serverKeys)) {
		if (Buffer.from(key).equals(sealing)) continue;
		for (const { database } of zones) {
			count += await resealSecrets(database.sealedSecrets, secretBox, toSealedBeginning(key));
		}
	}
	return count;
}
