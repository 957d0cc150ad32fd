import { type ClickLog, type ClickLogLimits, openClickLog } from './click-log.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot-bytes.ts';

/** The click log as bytes. It restores the session model too, which has no state of its own. */

const kind = 'click-log';
const version = 1;
const shape = {
	itemOf: Int32Array,
	sessionOf: Int32Array,
	olderOfItem: Int32Array,
	olderInSession: Int32Array,
	newerInSession: Int32Array,
	newestOfItem: Int32Array,
	supportOf: Int32Array,
	newestOfSession: Int32Array,
	clicksOfSession: Int32Array,
	generationOf: Int32Array,
	freeSession: Int32Array,
} as const;

/** About as many bytes as the log takes in memory. O(bytes). */
export function toClickLogBytes({ limits, arrays, counters }: ClickLog): Uint8Array {
	const { next, clicks, sessions, freeSessions } = counters;
	const numbers = [limits.clicksMax, limits.itemsMax, next, clicks, sessions, freeSessions];
	return writeSnapshot({ kind, version, numbers, arrays: { ...arrays } });
}

/**
 * The log from the bytes of `toClickLogBytes`; session handles stay valid.
 * @throws SnapshotError when the bytes are damaged or are from a log with other limits: then rebuild it from the store
 */
export function restoreClickLog(limits: ClickLogLimits, bytes: Uint8Array): ClickLog {
	const { numbers, arrays } = readSnapshot(bytes, { kind, version, numberCount: 6, arrays: shape });
	const [clicksMax, itemsMax, next = 0, clicks = 0, sessions = 0, freeSessions = 0] = numbers;
	if (clicksMax !== limits.clicksMax || itemsMax !== limits.itemsMax) {
		throw new SnapshotError(`the log was made for ${clicksMax} clicks and ${itemsMax} items`);
	}
	return openClickLog(limits, arrays, { next, clicks, sessions, freeSessions });
}
