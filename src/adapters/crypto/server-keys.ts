/**
 * The server key, and a second one while a rotation is under way. What either sealed can be opened; one of them seals:
 *
 *     old seals ── all nodes know both ── the database names the new one ──► new seals ── the old one is left out
 *
 * They are in shared memory, so that all threads of a process change at once:
 *
 *     count │ which one seals │ 32 bytes │ 32 bytes, once count is 2
 *
 * A key is never replaced: a further rotation needs another process.
 */
import assert from 'node:assert/strict';
import type { ClaimBox } from '../../ports/claim-box.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { createAesSecretBox, WrongServerKeyError } from './aes-secret-box.ts';
import { createJoseClaimBox } from './jose-claim-box.ts';

/** For each thread. */
export type ServerKeys = SharedArrayBuffer;

const headBytes = 8;
const keyBytes = 32;
const countCell = 0;
const sealingCell = 1;

/** The first one seals. */
export function createServerKeys(first: Uint8Array, second?: Uint8Array): ServerKeys {
	const keys = new SharedArrayBuffer(headBytes + 2 * keyBytes);
	addServerKey(keys, first);
	if (second !== undefined) addServerKey(keys, second);
	return keys;
}

export function listServerKeys(keys: ServerKeys): readonly Uint8Array[] {
	const count = Atomics.load(new Int32Array(keys, 0, 2), countCell);
	return Array.from({ length: count }, (_, at) => readKey(keys, at));
}

/** The key that seals at the time of the call. */
export function toSealingKey(keys: ServerKeys): Uint8Array {
	return readKey(keys, Atomics.load(new Int32Array(keys, 0, 2), sealingCell));
}

export function addServerKey(keys: ServerKeys, key: Uint8Array): void {
	const cells = new Int32Array(keys, 0, 2);
	const count = Atomics.load(cells, countCell);
	assert(count < 2 && key.length === keyBytes, 'there is room for two keys');
	new Uint8Array(keys, headBytes + count * keyBytes, keyBytes).set(key);
	Atomics.store(cells, countCell, count + 1);
}

/** @param key one of those that are known */
export function sealWith(keys: ServerKeys, key: Uint8Array): void {
	const index = listServerKeys(keys).findIndex((known) => Buffer.from(known).equals(key));
	assert(index !== -1, 'only a known key seals');
	Atomics.store(new Int32Array(keys, 0, 2), sealingCell, index);
}

function readKey(keys: ServerKeys, index: number): Uint8Array {
	// A copy: ciphers take no shared memory.
	return Uint8Array.from(new Uint8Array(keys, headBytes + index * keyBytes, keyBytes));
}

export function createRotatingSecretBox(keys: ServerKeys): SecretBox {
	const boxes = createBoxes(keys, createAesSecretBox);
	return {
		seal: (secret) => boxes.sealing().seal(secret),
		open(sealed) {
			let wrongKey: unknown;
			for (const box of boxes.all()) {
				try {
					return box.open(sealed);
				} catch (error) {
					if (!(error instanceof WrongServerKeyError)) throw error;
					wrongKey ??= error;
				}
			}
			throw wrongKey;
		},
	};
}

export function createRotatingClaimBox(keys: ServerKeys, purpose: string): ClaimBox {
	const boxes = createBoxes(keys, (key) => createJoseClaimBox(key, purpose));
	return {
		seal: (claims, expiresAtMs) => boxes.sealing().seal(claims, expiresAtMs),
		async open(sealed, nowMs) {
			for (const box of boxes.all()) {
				const claims = await box.open(sealed, nowMs);
				if (claims !== undefined) return claims;
			}
			return undefined;
		},
	};
}

/** A box for each key, made once. */
function createBoxes<Box>(keys: ServerKeys, create: (key: Uint8Array) => Box) {
	const cells = new Int32Array(keys, 0, 2);
	const boxes: Box[] = [];
	function toBox(index: number): Box {
		const box = boxes[index] ?? create(readKey(keys, index));
		boxes[index] = box;
		return box;
	}
	return {
		sealing: () => toBox(Atomics.load(cells, sealingCell)),
		all: () => Array.from({ length: Atomics.load(cells, countCell) }, (_, at) => toBox(at)),
	};
}
