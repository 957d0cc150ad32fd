import type { LoggedEvent } from '../domain/event/logged-event.ts';
import { readSnapshot, writeSnapshot } from './snapshot-bytes.ts';

/** Which events count? Those of programs that say so leave no trace. */
export interface EventFilter {
	judge(event: LoggedEvent): 'counted' | 'duplicate' | 'bot';
	toBytes(): Uint8Array;
	byteCount(): number;
}
export function createEventFilter(): EventFilter {
	return {
		judge: ({ isBot }) => (isBot ? 'bot' : 'counted'),
		toBytes: () => writeSnapshot({ kind: 'filter', version: 1, numbers: [], arrays: {} }),
		byteCount: () => 0,
	};
}
export function restoreEventFilter(bytes: Uint8Array): EventFilter {
	readSnapshot(bytes, { kind: 'filter', version: 1, numberCount: 0, arrays: {} });
	return createEventFilter();
}
