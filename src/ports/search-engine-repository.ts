import type { SchemaChange } from '../domain/schema/schema-override.ts';
import type {
	JsonObject,
	NewIndex,
	ReindexTask,
	SearchEngine,
	SearchEngineSettings,
	SearchEngineWithIndices,
} from '../domain/search-engine/search-engine.ts';
import type { Fault } from '../lib/failure.ts';

/** A change of settings; absent fields stay as they are. */
export type SearchEngineChange = Partial<SearchEngineSettings>;
export interface IndexChange {
	readonly options?: JsonObject;
	readonly datasources?: readonly JsonObject[];
}

/**
 * Search engines, their indices and the life of temporary indices.
 *
 * Each method is one transaction that checks and changes: `missing` when the engine or the index is gone, `locked` when a
 * temporary index exists in the engine (see `isLocked`). The duration of none of them depends on the number of items.
 */
export interface SearchEngineRepository {
	create(engine: SearchEngine): Promise<'created' | 'missing' | 'full'>;
	find(hashid: string): Promise<SearchEngineWithIndices | undefined>;
	/** In order of creation. */
	list(accountId: string): Promise<readonly SearchEngineWithIndices[]>;
	update(hashid: string, change: SearchEngineChange): Promise<'updated' | 'missing' | 'locked'>;
	/** Never blocked by the lock. Also removes the indices; garbage collection removes their items later. */
	remove(hashid: string): Promise<'deleted' | 'missing'>;

	createIndex(hashid: string, index: NewIndex): Promise<'created' | 'missing' | 'locked' | 'exists' | 'full'>;
	updateIndex(hashid: string, name: string, change: IndexChange): Promise<'updated' | 'missing' | 'locked'>;
	/** Lays a change over the owner's overrides; refused with all faults that it would have. Never locked. */
	changeSchema(hashid: string, name: string, change: SchemaChange): Promise<'updated' | 'missing' | readonly Fault[]>;
	removeIndex(hashid: string, name: string): Promise<'deleted' | 'missing' | 'locked'>;

	/** An empty second generation beside the live one. */
	createTemporary(hashid: string, name: string): Promise<'created' | 'missing' | 'exists'>;
	/** Retires the temporary generation and ends its copy. `missing` also when there is no temporary index. */
	removeTemporary(hashid: string, name: string): Promise<'deleted' | 'missing'>;
	/**
	 * The temporary generation becomes the live one and the old one is retired, in one step. `processing` while a copy
	 * runs; `incomplete` after a copy that failed, until another one has completed.
	 */
	replaceByTemporary(hashid: string, name: string): Promise<'replaced' | 'missing' | 'processing' | 'incomplete'>;
	/** Requests a copy of the live items into the temporary index; `ItemRepository.copyNext` does the work. */
	startReindex(hashid: string, name: string): Promise<'started' | 'missing' | 'processing'>;
	/** The last copy of this index, running or finished after `finishedSinceMs`. */
	findReindex(hashid: string, name: string, finishedSinceMs: number): Promise<ReindexTask | undefined>;
}
