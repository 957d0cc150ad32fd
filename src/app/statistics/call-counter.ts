/**
 * Counts calls of the APIs in memory, and adds the counts to the store every few seconds. A process that is killed loses
 * those of its last seconds.
 */
import { toUtcDay } from '../../domain/event/utc-day.ts';
import type { CallCount, CallKind } from '../../domain/statistics/call-kind.ts';
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
	readonly flushMs?: number;
}

export function createCallCounter({ calls, clock, onFailure, flushMs = 5000 }: Options): CallCounter {
	let counted = new Map<string, CallCount>();
	let timer: NodeJS.Timeout | undefined;

	async function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		const counts = [...counted.values()];
		if (counts.length === 0) return;
		counted = new Map();
		await calls.addCalls(counts).catch(onFailure);
	}

	return {
		add(hashid, kind) {
			const day = toUtcDay(clock.nowMs());
			const key = `${kind} ${day} ${hashid}`;
			counted.set(key, { hashid, day, kind, callCount: (counted.get(key)?.callCount ?? 0) + 1 });
			timer ??= setTimeout(flush, flushMs).unref();
		},
		close: flush,
	};
}
