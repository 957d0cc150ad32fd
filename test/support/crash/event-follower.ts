/** A reader of the log of events that goes on from where it was, whatever fails in between. */
import assert from 'node:assert/strict';
import type { LoggedEvent } from '../../../src/domain/event/logged-event.ts';
import { comparePositions, startPosition } from '../../../src/domain/log/position.ts';
import type { Database } from '../../../src/ports/database.ts';
import { readEvents } from '../read-events.ts';

type EventReads = Pick<Database['events'], 'log'>;

export interface EventFollower {
	/** Reads up to the present end, a few events at a time. Rejects as the store does, and has what it read before. */
	poll(events: EventReads): Promise<void>;
	/** Fails unless what was read is the whole log in its order: each event once and none skipped. */
	check(events: EventReads): Promise<void>;
	/** Sessions of the events that were read, in the order of the log. */
	readonly sessions: readonly string[];
}

const batchCountMax = 7;

export function createEventFollower(): EventFollower {
	const read: LoggedEvent[] = [];
	const sessions: string[] = [];
	let after = startPosition;
	return {
		sessions,
		async poll(events) {
			for (let isEnd = false; !isEnd; ) {
				const batch = await events.log().read(after, batchCountMax);
				assert(comparePositions(batch.position, after) >= 0, 'a position goes back');
				for (const event of batch.changes) {
					read.push(event);
					sessions.push(event.sessionId ?? '');
				}
				after = batch.position;
				({ isEnd } = batch);
			}
		},
		async check(events) {
			const log = await readEvents(events);
			assert.deepEqual(
				read.map(({ position }) => position),
				log.map(({ position }) => position),
				'a follower reads what is in the log, each event once',
			);
			assert.deepEqual(read, log);
		},
	};
}
