/**
 * Guesses whether the items of the next puts are new, as in a first import, or replace others.
 *
 *     groups of puts   created  created  created  replaced  created  created  created
 *     written as       replaced new      new      new ✗     replaced replaced new
 *
 * A wrong guess costs the statement that fails. So after each, more groups must have created all their items before the next
 * guess.
 */
import { createCache } from '../../lib/cache.ts';

export interface CreationGuesses {
	/** Whether the next puts are to be written as new items. */
	isLikely(lane: string): boolean;
	/** @param areAllNew whether a group of puts created all its items. */
	note(lane: string, areAllNew: boolean): void;
	/** Items that were written as new ones were not. */
	noteWrong(lane: string): void;
}

interface LaneHistory {
	/** How many groups in a row must create all their items. */
	readonly neededCount: number;
	readonly createdCount: number;
}

/** The oldest are forgotten, which costs a guess. */
const lanesMax = 1000;
const neededCountMax = 256;
const unknown: LaneHistory = { neededCount: 1, createdCount: 0 };

export function createCreationGuesses(): CreationGuesses {
	const lanes = createCache<string, LaneHistory>({ entriesMax: lanesMax });
	const read = (lane: string) => lanes.get(lane) ?? unknown;
	return {
		isLikely(lane) {
			const { neededCount, createdCount } = read(lane);
			return createdCount >= neededCount;
		},
		note(lane, areAllNew) {
			const { neededCount, createdCount } = read(lane);
			const isTrusted = areAllNew && createdCount >= neededCountMax;
			lanes.set(lane, { neededCount: isTrusted ? 1 : neededCount, createdCount: areAllNew ? createdCount + 1 : 0 });
		},
		noteWrong(lane) {
			lanes.set(lane, { neededCount: Math.min(read(lane).neededCount * 2, neededCountMax), createdCount: 0 });
		},
	};
}
