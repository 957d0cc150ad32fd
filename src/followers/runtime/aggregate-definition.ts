import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { EventKind } from '../../domain/event/shopper-event.ts';
import type { Position } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import type { CheckpointWrite } from './checkpoints.ts';
import type { DurableFiles } from './durable-files.ts';
import type { Timing } from './timing.ts';

/** What is needed of every event; a definition names what else it reads. */
export type EngineEvent = Pick<LoggedEvent, 'position' | 'hashid' | 'kind'> &
	Partial<Pick<LoggedEvent, 'occurredAtMs'>>;

/** What is read, where it is saved, and how often readers are told: for all definitions that share a follower. */
export interface AggregateFollowerOptions<Event extends EngineEvent> {
	readonly log: { log(criteria: LogCriteria): ChangeFeed<Event> };
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
	/** Left out where the store has one past only. */
	readonly history?: StoreHistory | undefined;
	readonly files: DurableFiles;
	/** The directory in which the checkpoints are. */
	readonly directory: string;
	readonly onFailure: (error: unknown) => void;
	readonly timing: Timing;
	/** Minimum time between two messages about an engine, because each thread that searches prepares them anew. */
	readonly publishIntervalMs: number;
	readonly saveIntervalMs: number;
}

/** What an aggregate is, and what becomes of it. An aggregate belongs to one search engine. */
export interface AggregateDefinition<Event extends EngineEvent, Aggregate, Message> {
	/** For traces. */
	readonly name: string;
	/** The kinds of events that change an aggregate, besides erasures. */
	readonly kinds: readonly EventKind[];
	/** An aggregate of no events. */
	readonly create: () => Aggregate;
	/** Adds an event of one of the kinds. */
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
