/**
 * The log of events for followers of one process that read the same of it: what one has read is kept for a moment, and the
 * others get it from there. To read an event from a store and take it apart costs more than to count it, and on a node the
 * events of all nodes are read.
 *
 *     follower  100 ─ read ─► 101…180 ─ kept ─┐
 *     other     120 ─────────────► 121…180 ◄──┘  part of a batch is enough; from here both are at the same position,
 *     both      180 ─ read ─► 181…210            and whoever is second while the first reads waits for the same answer
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
	/** Roughly how many values an event holds, 1 or more: so much and no more is kept of all together. */
	readonly weigh: (event: Event) => number;
	/** Monotonic. */
	readonly nowMs: () => number;
}

interface KeptBatch<Event> extends ChangeBatch<Event> {
	readonly after: Position;
	readonly weight: number;
	readonly keptUntilMs: number;
}

/** A read under way. */
interface Reading<Event> {
	readonly countMax: number;
	readonly batch: Promise<ChangeBatch<Event>>;
}

/** Followers poll once a second. */
const keptMs = 3_000;
/** Some ten megabytes of searches, or as much of large carts. */
const keptWeightMax = 8_000;

/** @returns a log that followers use in place of the source. Both of its members belong together. */
export function shareLog<Event extends EngineEvent>(options: SharedLogOptions<Event>): LogSource<Event> {
	const { log, history, weigh, nowMs } = options;
	const kinds: readonly EventKind[] = [...options.kinds, erasureKind];
	const feed = log.log({ kinds });
	/** The oldest first. */
	const kept: KeptBatch<Event>[] = [];
	/** By the position after which they read. */
	const underWay = new Map<Position, Reading<Event>>();
	let incarnation: string | undefined;

	/** Followers get nothing more of what was read, or began to be read, before. */
	function forget(): void {
		kept.length = 0;
		underWay.clear();
	}

	async function read(after: Position, countMax: number): Promise<ChangeBatch<Event>> {
		while (kept[0] !== undefined && kept[0].keptUntilMs <= nowMs()) kept.shift();
		const batch = kept.find(
			(one) => comparePositions(one.after, after) <= 0 && comparePositions(after, one.position) < 0,
		);
		if (batch !== undefined) return cut(batch, after, countMax);
		const reading = underWay.get(after);
		// When it fails, that is the other follower's failure.
		const joined = reading?.countMax === countMax ? await reading.batch.catch(() => undefined) : undefined;
		return joined ?? readStore(after, countMax);
	}

	async function readStore(after: Position, countMax: number): Promise<ChangeBatch<Event>> {
		const reading = { countMax, batch: feed.read(after, countMax) };
		underWay.set(after, reading);
		try {
			const batch = await reading.batch;
			if (underWay.get(after) === reading) keep(batch, after);
			return batch;
		} finally {
			if (underWay.get(after) === reading) underWay.delete(after);
		}
	}

	function keep(batch: ChangeBatch<Event>, after: Position): void {
		if (comparePositions(batch.position, after) <= 0) return;
		const weight = batch.changes.reduce((sum, event) => sum + weigh(event), 0);
		kept.push({ ...batch, after, weight, keptUntilMs: nowMs() + keptMs });
		let keptWeight = kept.reduce((sum, one) => sum + one.weight, 0);
		while (keptWeight > keptWeightMax) keptWeight -= kept.shift()?.weight ?? keptWeight;
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

/** The events of a batch that are after a position in it. Whether the log has more is not known any more. */
function cut<Event extends EngineEvent>(
	batch: KeptBatch<Event>,
	after: Position,
	countMax: number,
): ChangeBatch<Event> {
	const { changes: all, position: end } = batch;
	const rest = after === batch.after ? all : all.filter(({ position }) => comparePositions(position, after) > 0);
	if (rest.length <= countMax) return { changes: rest, position: end, isEnd: false };
	const changes = rest.slice(0, countMax);
	return { changes, position: changes.at(-1)?.position ?? after, isEnd: false };
}
