/**
 * Secrets under AES-256-GCM.
 *
 * A sealed secret is text of four parts:
 *
 *     v1 . 5f3a… . 9c41… . e07d…
 *      │     │       │       └ ciphertext and the 16-byte tag, base64url
 *      │     │       └ nonce, 96 random bits, base64url: never twice under one key (random ones suffice for 2^32 seals)
 *      │     └ id of the server key: the first 16 hex digits of an HMAC of a fixed text under it
 *      └ version of this format
 *
 * The id tells a server that was started with another key from a damaged row. Id and version are authenticated with the
 * text, so no part of a sealed secret can be exchanged.
 */
import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../ports/secret-box.ts';

const serverKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';
const sealedPattern = /^v1\.([0-9a-f]{16})\.([\w-]{16})\.([\w-]{22,})$/;

/** The secret was sealed under a server key other than the present one. */
export class WrongServerKeyError extends Error {
	constructor(sealedKeyId: string, serverKeyId: string) {
		super(
			`The secret was sealed under server key ${sealedKeyId}, this server runs with ${serverKeyId}: ` +
				'start it with the server key that belongs to this database',
		);
		this.name = 'WrongServerKeyError';
	}
}

/** The sealed text is not what `seal` made: cut off, altered, or something else. */
export class DamagedSecretError extends Error {
	constructor(options?: ErrorOptions) {
		super('The sealed secret is damaged: revoke the key and make a new one, or restore the database', options);
		this.name = 'DamagedSecretError';
	}
}

/** How all texts begin that are sealed under a server key. */
export function toSealedBeginning(serverKey: Uint8Array): string {
	return `${version}.${toKeyId(serverKey)}.`;
}

function toKeyId(serverKey: Uint8Array): string {
	return createHmac('sha256', serverKey).update('vitrine server key id').digest('hex').slice(0, 16);
}

/**
 * A secret box under one server key of 32 bytes. `open` throws a `WrongServerKeyError` or a `DamagedSecretError`, neither
 * of which contains any part of the secret. Sealing and opening take a few µs.
 */
export function createAesSecretBox(serverKey: Uint8Array): SecretBox {
	assert(serverKey.length === serverKeyBytes, `a server key has ${serverKeyBytes} bytes`);
	const key = Buffer.from(serverKey);
	const keyId = toKeyId(key);
	const header = `${version}.${keyId}`;

	return {
		seal(secret) {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
			const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
			return `${header}.${nonce.toString('base64url')}.${text.toString('base64url')}`;
		},

		open(sealed) {
			const [, sealedKeyId, nonce, text] = sealedPattern.exec(sealed) ?? [];
			if (sealedKeyId === undefined || nonce === undefined || text === undefined) throw new DamagedSecretError();
			if (sealedKeyId !== keyId) throw new WrongServerKeyError(sealedKeyId, keyId);
			const bytes = Buffer.from(text, 'base64url');
			// Decoding ignores some bits of the last base64 character. Only one text is accepted for each secret, so that
			// any change is noticed.
			if (bytes.toString('base64url') !== text) throw new DamagedSecretError();
			const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
			decipher.setAAD(Buffer.from(header)).setAuthTag(bytes.subarray(-tagBytes));
			try {
				const opened = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
				return opened.toString('utf8');
			} catch (cause) {
				throw new DamagedSecretError({ cause });
			}
		},
	};
}
