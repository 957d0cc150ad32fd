/** Seals with the key that the database names, while a process knows two: `server-key.ts` of `postgres` draws how they are exchanged. */
import { listServerKeys, type ServerKeys, sealWith, toSealingKey } from '../../adapters/crypto/server-keys.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import { toKeyFingerprint } from '../server-key-fingerprint.ts';

const intervalMs = 1_000;
const ownRight = { hold: async () => 1, release: async () => undefined };

export interface FollowedKey {
	readonly serverKeys: ServerKeys;
	/** The fingerprint in the database. */
	readonly read: () => Promise<string | undefined>;
	readonly onTrouble: (error: unknown) => void;
}

export function followServerKey({ serverKeys, read, onTrouble }: FollowedKey): BackgroundLoop {
	const step = async () => {
		if (listServerKeys(serverKeys).length > 1) adoptFingerprint(serverKeys, (await read()) ?? '');
		return false;
	};
	return startBackgroundLoop({ step, lease: ownRight, busyPauseMs: 0, idlePauseMs: intervalMs, onFailure: onTrouble });
}

/** Leaves everything as it is if the fingerprint is of none of the keys. */
export function adoptFingerprint(serverKeys: ServerKeys, fingerprint: string): void {
	const key = listServerKeys(serverKeys).find((known) => toKeyFingerprint(known) === fingerprint);
	if (key !== undefined) sealWith(serverKeys, key);
}

/** For the other nodes: all that are known, the one that seals first. */
export function describeServerKeys(serverKeys: ServerKeys): string {
	const sealing = toKeyFingerprint(toSealingKey(serverKeys));
	return [
		sealing,
		...listServerKeys(serverKeys)
			.map(toKeyFingerprint)
			.filter((one) => one !== sealing),
	].join(' ');
}
