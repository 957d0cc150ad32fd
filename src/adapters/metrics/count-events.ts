import type { ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { EventRepository } from '../../ports/event-repository.ts';

/** The same repository, which also counts every event that callers have recorded. The store creates purchases itself. */
export function countEvents(
	events: EventRepository,
	count: (kind: ShopperEvent['action']['kind']) => void,
): EventRepository {
	function counting<A extends readonly ShopperEvent[]>(recorded: A): 'recorded' {
		for (const { action } of recorded) count(action.kind);
		return 'recorded';
	}
	return {
		...events,
		async recordOfItem(event) {
			const outcome = await events.recordOfItem(event);
			if (outcome === 'recorded') count(event.action.kind);
			return outcome;
		},
		async recordMany(recorded) {
			await events.recordMany(recorded);
			return counting(recorded);
		},
		async recordQueued(recorded) {
			await events.recordQueued(recorded);
			return counting(recorded);
		},
	};
}
