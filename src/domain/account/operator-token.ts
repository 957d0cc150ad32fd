/**
 * The operator's token where none is configured: anyone who can read the server key may manage the server's accounts.
 */
import { createHmac } from 'node:crypto';

/** The token that belongs to a server key, as 64 lower-case hex digits. The key cannot be computed from it. */
export function deriveOperatorToken(serverKey: Uint8Array): string {
	return createHmac('sha256', serverKey).update('vitrine operator token').digest('hex');
}
