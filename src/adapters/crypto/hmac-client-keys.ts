import { createHmac, hkdfSync } from 'node:crypto';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { createCache } from '../../lib/cache.ts';
import type { ClientKeys } from '../../ports/client-keys.ts';

/** Computing a key takes some microseconds, and one client sends many events. */
const entriesMax = 10_000;

/** Client keys by HMAC-SHA-256 under a key of the day, which is derived from the server key. */
export function createHmacClientKeys(serverKey: Uint8Array): ClientKeys {
	let today = Number.NaN;
	let dayKey: Uint8Array;
	const keys = createCache<string, string>({ entriesMax });
	return {
		toClientKey(network, nowMs) {
			const day = toUtcDay(nowMs);
			if (day !== today) {
				today = day;
				dayKey = new Uint8Array(hkdfSync('sha256', serverKey, '', `vitrine client keys of day ${day}`, 32));
				keys.clear();
			}
			const known = keys.get(network);
			if (known !== undefined) return known;
			const key = createHmac('sha256', dayKey).update(network).digest('hex').slice(0, 16);
			keys.set(network, key);
			return key;
		},
	};
}
