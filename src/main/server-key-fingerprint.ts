import { createHmac } from 'node:crypto';

/** Tells server keys apart, and reveals nothing of one. */
export function toKeyFingerprint(secretKey: Uint8Array): string {
	return createHmac('sha256', secretKey).update('vitrine server key').digest('hex');
}
