import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import { comparePositions, type Position, startPosition } from '../../src/domain/log/position.ts';
import type { ChangeFeed } from '../../src/ports/change-feed.ts';
import type { Database } from '../../src/ports/database.ts';

/** All events of the log, or those after a position. */
export async function readEvents(
	events: Pick<Database['events'], 'log'>,
	after: Position = startPosition,
): Promise<readonly LoggedEvent[]> {
	const found: LoggedEvent[] = [];
	for (let from = after; ; ) {
		const { changes, position, isEnd } = await events.log().read(from, 10_000);
		found.push(...changes);
		from = position;
		if (isEnd) return found;
	}
}

/** A feed over a list in the order of its positions; changes that are not `isOurs` are skipped but count. */
export function createListFeed<Change extends { readonly position: Position }>(
	changes: readonly Change[],
	isOurs: (change: Change) => boolean = () => true,
): ChangeFeed<Change> {
	return {
		async read(after, countMax) {
			const rest = changes.filter(({ position }) => comparePositions(position, after) > 0);
			const batch = rest.slice(0, countMax);
			return {
				changes: batch.filter(isOurs),
				position: batch.at(-1)?.position ?? after,
				isEnd: batch.length < countMax,
			};
		},
		readEnd: async () => changes.at(-1)?.position ?? startPosition,
	};
}
