/**
 * The log of events for followers of one process that read the same of it: what one has read is kept for a moment, and the
 * others get it from there. To read an event from a store and take it apart costs more than to count it, and on a node the
 * events of all nodes are read.
 *
 *     follower  100 ─ read ─► 101…180 ─ kept ─┐
 *     other     120 ─────────────► 121…180 ◄──┘  part of a batch is enough; from here both are at the same position
 *
 * Followers stay independent of each other: each has its position, and reads the store itself where nothing is kept for it. A
 * batch is valid for as long as the log is the one that it was read from: in another incarnation of the store nothing is kept.
 */
import { type EventKind, erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position } from '../../domain/log/position.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import type { EngineEvent } from './aggregate-definition.ts';

export interface LogSource<Event> {
	readonly log: { log(criteria: LogCriteria): ChangeFeed<Event> };
	/** Left out where the store has one past only. */
	readonly history?: StoreHistory | undefined;
}

export interface SharedLogOptions<Event> extends LogSource<Event> {
	/** What the followers read besides erasures. Those that read something else read it from the store. */
	readonly kinds: readonly EventKind[];
	/** Monotonic. */
	readonly nowMs: () => number;
}

interface KeptBatch<Event> extends ChangeBatch<Event> {
	readonly after: Position;
	readonly keptUntilMs: number;
}

/** Followers poll once a second. */
const keptMs = 3_000;
/** Some megabytes at most, of events with many hits. */
const batchCountMax = 16;

/** @returns a log that followers use in place of the source. Both of its members belong together. */
export function shareLog<Event extends EngineEvent>(options: SharedLogOptions<Event>): LogSource<Event> {
	const { log, history, nowMs } = options;
	const kinds: readonly EventKind[] = [...options.kinds, erasureKind];
	const feed = log.log({ kinds });
	let kept: readonly KeptBatch<Event>[] = [];
	let incarnation: string | undefined;
	/** Of reads that began before, nothing is kept. */
	let age = 0;

	function forget(): void {
		kept = [];
		age += 1;
	}

	async function read(after: Position, countMax: number): Promise<ChangeBatch<Event>> {
		kept = kept.filter(({ keptUntilMs }) => keptUntilMs > nowMs());
		const batch = kept.find(
			(one) => comparePositions(one.after, after) <= 0 && comparePositions(after, one.position) < 0,
		);
		if (batch !== undefined) return cut(batch, after, countMax);
		const readAt = age;
		const fresh = await feed.read(after, countMax);
		if (age === readAt) kept = [...kept, { ...fresh, after, keptUntilMs: nowMs() + keptMs }].slice(-batchCountMax);
		return fresh;
	}

	/** A follower that begins ignores erasures up to the end of the log, so it must not get events from before them. */
	async function readEnd(): Promise<Position> {
		try {
			return await feed.readEnd();
		} finally {
			forget();
		}
	}

	return {
		log: {
			log(criteria) {
				const wanted = criteria.kinds;
				if (criteria.hashid !== undefined || !wanted?.every((kind) => kinds.includes(kind))) return log.log(criteria);
				return {
					async read(after, countMax) {
						const { changes, ...where } = await read(after, countMax);
						return { ...where, changes: changes.filter(({ kind }) => wanted.includes(kind)) };
					},
					readEnd,
				};
			},
		},
		history: history && {
			async readIncarnation() {
				const now = await history.readIncarnation();
				if (now !== incarnation) forget();
				incarnation = now;
				return now;
			},
			findCommonPast: history.findCommonPast,
		},
	};
}

/** The events of a batch that are after a position in it. */
function cut<Event extends EngineEvent>(
	batch: KeptBatch<Event>,
	after: Position,
	countMax: number,
): ChangeBatch<Event> {
	const { changes: all, position: end, isEnd } = batch;
	const rest = after === batch.after ? all : all.filter(({ position }) => comparePositions(position, after) > 0);
	if (rest.length <= countMax) return { changes: rest, position: end, isEnd };
	const changes = rest.slice(0, countMax);
	return { changes, position: changes.at(-1)?.position ?? after, isEnd: false };
}
