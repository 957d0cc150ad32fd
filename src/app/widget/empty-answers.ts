/** Counts the answers of widgets that had no items, by widget and day. The log of events has only the others. */
import { toUtcDay } from '../../domain/event/utc-day.ts';
import type { EmptyAnswerCount } from '../../domain/widget/widget-day.ts';
import { createCountBuffer } from '../../lib/count-buffer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';

export interface EmptyAnswers {
	/** Takes constant time and never fails. */
	add(widgetId: string): void;
	/** Writes what was counted; nothing may be added afterwards. */
	close(): Promise<void>;
}

interface Options {
	readonly events: Pick<EventRepository, 'addEmptyAnswers'>;
	readonly clock: Pick<Clock, 'nowMs'>;
	/** Called when counts are lost. */
	readonly onFailure: (error: unknown) => void;
}

export function createEmptyAnswers({ events, clock, onFailure }: Options): EmptyAnswers {
	const buffer = createCountBuffer<Omit<EmptyAnswerCount, 'emptyAnswerCount'>>({
		write: (counts) =>
			events.addEmptyAnswers(counts.map(({ thing, count }) => ({ ...thing, emptyAnswerCount: count }))),
		onFailure,
	});
	return {
		add(widgetId) {
			const day = toUtcDay(clock.nowMs());
			buffer.add(`${day} ${widgetId}`, { widgetId, day });
		},
		close: buffer.close,
	};
}
