/**
 * Followers that count statistics and are killed at random steps, before or after the store has written them, or whose steps
 * fail then, so that they try again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { comparePositions, startPosition } from '../../src/domain/log/position.ts';
import { systemTiming, type Timing } from '../../src/followers/runtime/timing.ts';
import { startStatisticsFollower } from '../../src/followers/statistics/statistics-follower.ts';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import type { StatisticsRepository } from '../../src/ports/statistics-repository.ts';
import { heldLease } from './settable-lease.ts';

class KilledError extends Error {}
class FailedStepError extends Error {}

/** A thousand times as fast as it should be, so that nobody waits for another try. */
const hastyTiming: Timing = {
	...systemTiming,
	nowMs: () => 1_000 * systemTiming.nowMs(),
	startTimer: (delayMs, run, kind) => systemTiming.startTimer(delayMs / 1_000, run, kind),
};

export interface FollowerParts {
	readonly statistics: StatisticsRepository;
	readonly onFailure: (error: unknown) => void;
	readonly eventsPerStepMax: number;
}

/** A follower that is never alone: nobody takes its lease, and others may count beside it. */
export function startHastyFollower({ events }: Pick<Database, 'events'>, parts: FollowerParts) {
	return startStatisticsFollower({
		...{ ...parts, events, lease: heldLease, clock: { nowMs: () => 0 }, timing: hastyTiming },
	});
}

export interface Run {
	/** The chance of being killed at each step, half of the times before it is written and half of the times after it. */
	readonly killChance: number;
	/** As well, for a failure. */
	readonly failChance?: number;
	readonly random: SeededRandom;
}

/** Lets followers count, one after the other when they are killed, until everything is counted. */
export async function countAll(database: Database, { random, killChance, failChance = 0 }: Run): Promise<void> {
	const { statistics } = database;
	for (let isCounted = false; !isCounted; ) {
		const life = { isOver: false };
		const ended = Promise.withResolvers<'killed'>();
		const die = () => {
			ended.resolve('killed');
			throw new KilledError();
		};
		const mortal: StatisticsRepository = {
			...statistics,
			async writeStep(step) {
				const isKilled = random.chance(killChance);
				if (isKilled && random.chance(0.5)) die();
				const isFailed = random.chance(failChance);
				if (isFailed && random.chance(0.5)) throw new FailedStepError();
				const outcome = await statistics.writeStep(step);
				if (isFailed) throw new FailedStepError();
				return isKilled ? die() : outcome;
			},
		};
		const follower = startHastyFollower(database, {
			statistics: mortal,
			onFailure: (error) =>
				error instanceof KilledError || error instanceof FailedStepError ? undefined : ended.reject(error),
			eventsPerStepMax: random.pick([3, 20, 100]),
		});
		const waiting = waitUntilCounted(database, life, follower.hint);
		try {
			isCounted = (await Promise.race([ended.promise, waiting])) === 'counted';
		} finally {
			life.isOver = true;
			await follower.stop();
			await waiting;
		}
	}
}

async function waitUntilCounted(
	{ events, statistics }: Database,
	life: { readonly isOver: boolean },
	hint: () => void,
): Promise<'counted'> {
	const end = await events.log().readEnd();
	while (!life.isOver) {
		const isAtEnd = comparePositions(await statistics.readWatermark(), end) >= 0;
		if (isAtEnd && (await statistics.findRebuild()) === undefined) break;
		hint();
		await pause(1);
	}
	return 'counted';
}

interface Erasure {
	/** Of the event that says so. */
	readonly id: string;
	readonly hashid: string;
	readonly storeId: string;
	readonly sessionId: string;
}

/** Erases what a session did in a search engine. */
export async function eraseSession({ events }: Database, { id, hashid, storeId, sessionId }: Erasure): Promise<void> {
	const { events: found } = await events.findOfShopper({
		after: startPosition,
		eventCountMax: 10_000,
		hashid,
		sessionId,
	});
	const positions = found.map(({ position }) => position);
	await events.eraseEvents({ id, hashid, storeId, positions, erasedAtMs: 0 });
}
