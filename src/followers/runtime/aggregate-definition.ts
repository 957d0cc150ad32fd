import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { EventKind } from '../../domain/event/shopper-event.ts';
import type { Position } from '../../domain/log/position.ts';
import type { CheckpointWrite } from './checkpoints.ts';

/** What is needed of every event; a definition names what else it reads. */
export type EngineEvent = Pick<LoggedEvent, 'position' | 'hashid' | 'kind'> &
	Partial<Pick<LoggedEvent, 'occurredAtMs'>>;

/** What an aggregate is, and what becomes of it. An aggregate belongs to one search engine. */
export interface AggregateDefinition<Event extends EngineEvent, Aggregate, Message> {
	/** For traces. */
	readonly name: string;
	/** The kinds of events that change an aggregate, besides erasures. */
	readonly kinds: readonly EventKind[];
	/** An aggregate of no events. */
	readonly create: () => Aggregate;
	/** Adds an event. After an erasure it gets all events of the engine, whatever their kind, but never an erasure. */
	readonly count: (aggregate: Aggregate, event: Event) => void;
	/** Whether nothing is to be kept of the engine. */
	readonly isEmpty: (aggregate: Aggregate) => boolean;
	/** What readers are told about an engine, in place of all before it. Undefined: there is no aggregate of it any more. */
	readonly toMessage: (hashid: string, aggregate: Aggregate | undefined) => Message;
	readonly checkpoint: AggregateCheckpoint<Aggregate>;
}

/** The aggregates on disk. */
export interface AggregateCheckpoint<Aggregate> {
	/** Removes directories in the place of files and vice versa. */
	removeObstacles(): Promise<void>;
	/** Undefined when there is no valid checkpoint. */
	read(): Promise<SavedAggregates<Aggregate> | undefined>;
	remove(): Promise<void>;
	/** A snapshot: aggregates may change before it is written. Those of engines that it does not list leave the disk. */
	take(snapshot: AggregateSnapshot<Aggregate>): CheckpointWrite;
}

export interface AggregateSnapshot<Aggregate> {
	/** The aggregates have every event up to this one. */
	readonly position: Position;
	/** In which incarnation of the store they were read, see `StoreHistory`. */
	readonly incarnation: string;
	readonly engines: readonly (readonly [hashid: string, aggregate: Aggregate])[];
	/** Engines that may have changed since the last checkpoint that was written, listed or not. */
	readonly changed: ReadonlySet<string>;
	/** Engines that must be counted from the beginning of the log; they are not among `engines`. */
	readonly recounted: readonly string[];
}

export interface SavedAggregates<Aggregate> {
	readonly position: Position;
	readonly incarnation: string;
	readonly engines: readonly (readonly [hashid: string, engine: EngineAggregate<Aggregate>])[];
	readonly recounted: readonly string[];
}

export interface EngineAggregate<Aggregate> {
	readonly aggregate: Aggregate;
	/** It has all events up to this one, and may be ahead of the position of the checkpoint. */
	readonly countedUpTo: Position;
}
