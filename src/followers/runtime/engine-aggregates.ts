/**
 * The aggregates of one definition, each of a search engine: counted from a log that `aggregate-follower.ts` reads for several
 * definitions at once, counted again after an erasure (`recounts.ts`), and told to readers.
 *
 * Each definition has a checkpoint of its own. So after a crash, or where one is missing, a definition may be ahead of the
 * others; it skips the events that it has.
 */
import { type EventKind, erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type {
	AggregateDefinition,
	AggregateFollowerOptions,
	EngineAggregate,
	EngineEvent,
} from './aggregate-definition.ts';
import type { CheckpointWrite } from './checkpoints.ts';
import { createRecounts, type Recounts } from './recounts.ts';

/** What the follower needs of them, and readers. */
export interface EngineAggregates<Event extends EngineEvent, Message = unknown> {
	readonly name: string;
	/** The kinds of events that it counts, besides erasures. */
	readonly kinds: readonly EventKind[];
	/** Up to here it has all events that it counts. */
	readonly position: Position;
	/** From now on the reader gets a message about every engine that has an aggregate, and about all changes. */
	attach(reader: AggregateReader<Message>): void;
	/** See `AggregateCheckpoint`. */
	removeObstacles(): Promise<void>;
	/** Begins with what the checkpoint has, or anew. */
	open(log: OpenedLog): Promise<void>;
	/** Forgets everything, and tells readers so with the next messages, unless `open` finds something. */
	clear(): void;
	/** Counts an event of any kind. @returns whether it was an erasure that aggregates had to do with. */
	apply(event: Event): Promise<'counted' | 'erased'>;
	/** There are no more events up to this position. */
	moveTo(position: Position): void;
	/** Counts again for a time slice. */
	recount(): Promise<RecountOutcome>;
	/** The log is another one: what was counted again so far may be ahead of it. */
	restartRecounts(): Promise<void>;
	hasUnpublished(): boolean;
	/** Sends messages about all changes. */
	publish(): void;
	/** A snapshot, and what writes it. */
	take(incarnation: string): CheckpointWrite;
	/** Removes the aggregates of removed engines, not of those without an index: it may come back. @returns whether there were any. */
	forgetRemoved(): Promise<boolean>;
}

export interface AggregateReader<Message> {
	send(message: Message): void;
}

export interface RecountOutcome {
	/** Whether an engine has new counts. */
	readonly hasCounted: boolean;
	readonly isOver: boolean;
}

/** The log as it is when it is opened. */
export interface OpenedLog {
	/** In which incarnation of the store. */
	readonly incarnation: string;
	readonly end: Position;
	/** Whether everything up to a position, as it was read in an incarnation, is in the log. */
	isIn(position: Position, incarnation: string): Promise<boolean>;
}

interface State<Event extends EngineEvent, Aggregate, Message> {
	readonly definition: AggregateDefinition<Event, Aggregate, Message>;
	readonly searchEngines: AggregateFollowerOptions<Event>['searchEngines'];
	readonly kinds: ReadonlySet<EventKind>;
	readonly engines: Map<string, EngineAggregate<Aggregate>>;
	readonly recounts: Recounts<Aggregate>;
	readonly readers: Set<AggregateReader<Message>>;
	/** Engines whose newest aggregates the readers do not have, and those that the disk does not have. */
	readonly unpublished: Set<string>;
	readonly unsaved: Set<string>;
	position: Position;
	/** Events that were erased up to this position were never counted. */
	erasedUpTo: Position;
}

const eventsPerSliceMax = 500;

/** `toDefinition` gets a function that counts the engines with an aggregate, so that they can share a limit. */
export function createEngineAggregates<Event extends EngineEvent, Aggregate, Message>(
	{ log, searchEngines }: Pick<AggregateFollowerOptions<Event>, 'log' | 'searchEngines'>,
	toDefinition: (countEngines: () => number) => AggregateDefinition<Event, Aggregate, Message>,
): EngineAggregates<Event, Message> {
	const engines = new Map<string, EngineAggregate<Aggregate>>();
	const definition = toDefinition(() => engines.size);
	const { name, kinds, create, checkpoint } = definition;
	const counted: ReadonlySet<EventKind> = new Set(kinds);
	const count = (aggregate: Aggregate, event: Event) => {
		if (counted.has(event.kind)) definition.count(aggregate, event);
	};
	const state: State<Event, Aggregate, Message> = {
		...{ definition, searchEngines, engines, kinds: counted },
		...{ readers: new Set(), unpublished: new Set(), unsaved: new Set() },
		recounts: createRecounts({ log, create, count, eventCountMax: eventsPerSliceMax }),
		position: startPosition,
		erasedUpTo: startPosition,
	};
	return {
		...{ name, kinds },
		get position() {
			return state.position;
		},
		attach(reader) {
			state.readers.add(reader);
			for (const hashid of engines.keys()) tell(state, hashid, [reader]);
		},
		removeObstacles: checkpoint.removeObstacles,
		open: (opened) => open(state, opened),
		clear: () => clear(state),
		apply: (event) => apply(state, event),
		moveTo(position) {
			if (comparePositions(position, state.position) > 0) state.position = position;
		},
		recount: () => recount(state),
		async restartRecounts() {
			for (const hashid of state.recounts.hashids()) await state.recounts.restart(hashid);
		},
		hasUnpublished: () => state.unpublished.size > 0,
		publish() {
			for (const hashid of state.unpublished) tell(state, hashid, state.readers);
			state.unpublished.clear();
		},
		take: (incarnation) => take(state, incarnation),
		forgetRemoved: () => forgetRemoved(state),
	};
}

async function open<E extends EngineEvent, A, M>(state: State<E, A, M>, log: OpenedLog): Promise<void> {
	const { definition, engines, recounts, unpublished } = state;
	const saved = await definition.checkpoint.read();
	const isIn = (position: Position) => log.isIn(position, saved?.incarnation ?? log.incarnation);
	// If the store's log ends earlier, it is another store or an older copy.
	if (saved === undefined || !(await isIn(saved.position))) {
		await definition.checkpoint.remove();
		state.position = startPosition;
		state.erasedUpTo = log.end;
		return;
	}
	for (const [hashid, engine] of saved.engines) {
		if (!(await isIn(engine.countedUpTo))) {
			await recounts.begin(hashid, saved.position);
			continue;
		}
		engines.set(hashid, engine);
		unpublished.add(hashid);
	}
	for (const hashid of saved.recounted) await recounts.begin(hashid, saved.position);
	state.position = saved.position;
}

function clear<E extends EngineEvent, A, M>(state: State<E, A, M>): void {
	const { engines, recounts, unpublished, unsaved } = state;
	for (const hashid of engines.keys()) unpublished.add(hashid);
	for (const hashid of recounts.hashids()) recounts.forget(hashid);
	engines.clear();
	unsaved.clear();
	state.erasedUpTo = startPosition;
}

async function apply<E extends EngineEvent, A, M>(state: State<E, A, M>, event: E): Promise<'counted' | 'erased'> {
	const { definition, kinds, engines, recounts } = state;
	const { kind, hashid, position } = event;
	if (comparePositions(position, state.position) <= 0) return 'counted';
	state.position = position;
	if (kind === erasureKind) {
		const isCounted = engines.has(hashid) || recounts.has(hashid);
		if (!isCounted || comparePositions(position, state.erasedUpTo) <= 0) return 'counted';
		await recounts.begin(hashid, position);
		return 'erased';
	}
	if (!kinds.has(kind)) return 'counted';
	const engine = engines.get(hashid) ?? { aggregate: definition.create(), countedUpTo: startPosition };
	if (comparePositions(position, engine.countedUpTo) <= 0) return 'counted';
	definition.count(engine.aggregate, event);
	if (definition.isEmpty(engine.aggregate)) return 'counted';
	engines.set(hashid, engine);
	state.unpublished.add(hashid);
	state.unsaved.add(hashid);
	return 'counted';
}

async function recount<E extends EngineEvent, A, M>(state: State<E, A, M>): Promise<RecountOutcome> {
	const { definition, recounts, engines, position } = state;
	const counted = await recounts.runSlice(position);
	if (counted !== undefined) {
		const { hashid, counts: aggregate } = counted;
		if (definition.isEmpty(aggregate)) engines.delete(hashid);
		else engines.set(hashid, { aggregate, countedUpTo: position });
		state.unpublished.add(hashid);
		state.unsaved.add(hashid);
	}
	return { hasCounted: counted !== undefined, isOver: recounts.hashids().length === 0 };
}

function tell<E extends EngineEvent, A, M>(
	{ definition, engines }: State<E, A, M>,
	hashid: string,
	to: Iterable<AggregateReader<M>>,
): void {
	const message = definition.toMessage(hashid, engines.get(hashid)?.aggregate);
	for (const reader of to) reader.send(message);
}

function take<E extends EngineEvent, A, M>(state: State<E, A, M>, incarnation: string): CheckpointWrite {
	const { definition, engines, recounts, unsaved, position } = state;
	const kept = [...engines].filter(([hashid]) => !recounts.has(hashid));
	const changed = new Set(unsaved);
	const write = definition.checkpoint.take({
		...{ position, incarnation, changed, recounted: recounts.hashids() },
		engines: kept.map(([hashid, { aggregate }]) => [hashid, aggregate]),
	});
	unsaved.clear();
	return async () => {
		try {
			await write();
		} catch (error) {
			for (const hashid of changed) unsaved.add(hashid);
			throw error;
		}
	};
}

async function forgetRemoved<E extends EngineEvent, A, M>(state: State<E, A, M>): Promise<boolean> {
	const { engines, recounts, searchEngines, unsaved, readers } = state;
	let hasRemoved = false;
	for (const hashid of new Set([...engines.keys(), ...recounts.hashids()])) {
		if ((await searchEngines.find(hashid)) !== undefined) continue;
		engines.delete(hashid);
		recounts.forget(hashid);
		unsaved.delete(hashid);
		tell(state, hashid, readers);
		hasRemoved = true;
	}
	return hasRemoved;
}
