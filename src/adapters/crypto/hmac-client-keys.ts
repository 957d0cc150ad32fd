import { createHmac, hkdfSync } from 'node:crypto';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import type { ClientKeys } from '../../ports/client-keys.ts';

/** Making a name takes some microseconds, and one client sends many events. */
const rememberedMax = 10_000;

/** Names by HMAC-SHA-256 under a key of the day, which is derived from the server key. */
export function createHmacClientKeys(serverKey: Uint8Array): ClientKeys {
	let today = Number.NaN;
	let dayKey: Uint8Array;
	const remembered = new Map<string, string>();
	return {
		toClientKey(network, nowMs) {
			const day = toUtcDay(nowMs);
			if (day !== today) {
				today = day;
				dayKey = new Uint8Array(hkdfSync('sha256', serverKey, '', `vitrine client keys of day ${day}`, 32));
				remembered.clear();
			}
			const known = remembered.get(network);
			if (known !== undefined) return known;
			const key = createHmac('sha256', dayKey).update(network).digest('hex').slice(0, 16);
			if (remembered.size >= rememberedMax) remembered.clear();
			remembered.set(network, key);
			return key;
		},
	};
}
