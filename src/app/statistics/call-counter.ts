/** Counts calls of the APIs by search engine and day. */
import { toUtcDay } from '../../domain/event/utc-day.ts';
import type { CallCount, CallKind } from '../../domain/statistics/call-kind.ts';
import { createCountBuffer } from '../../lib/count-buffer.ts';
import type { CallRepository } from '../../ports/call-repository.ts';
import type { Clock } from '../../ports/clock.ts';

export interface CallCounter {
	/** Takes constant time and never fails. */
	add(hashid: string, kind: CallKind): void;
	/** Writes what was counted; nothing may be added afterwards. */
	close(): Promise<void>;
}

interface Options {
	readonly calls: Pick<CallRepository, 'addCalls'>;
	readonly clock: Pick<Clock, 'nowMs'>;
	/** Called when counts are lost. */
	readonly onFailure: (error: unknown) => void;
}

export function createCallCounter({ calls, clock, onFailure }: Options): CallCounter {
	const buffer = createCountBuffer<Omit<CallCount, 'callCount'>>({
		write: (counts) => calls.addCalls(counts.map(({ thing, count }) => ({ ...thing, callCount: count }))),
		onFailure,
	});
	return {
		add(hashid, kind) {
			const day = toUtcDay(clock.nowMs());
			buffer.add(`${kind} ${day} ${hashid}`, { hashid, day, kind });
		},
		close: buffer.close,
	};
}
