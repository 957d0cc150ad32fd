/** Use cases on the indices of a search engine and on their temporary indices. */
import { noOverrides } from '../../domain/schema/schema-override.ts';
import {
	type Index,
	indicesPerSearchEngineMax,
	type NewIndex,
	type ReindexTask,
	type SearchEngine,
} from '../../domain/search-engine/search-engine.ts';
import { type FailureCode, FailureError, fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IndexChange, SearchEngineRepository } from '../../ports/search-engine-repository.ts';

/** For how long the status of a finished copy can be read. */
export const reindexTaskLifeMs = 24 * 3600 * 1000;

export interface Indices {
	create(engine: SearchEngine, index: NewIndex): Promise<Result<Index>>;
	update(engine: SearchEngine, name: string, change: IndexChange): Promise<Result<Index>>;
	remove(engine: SearchEngine, name: string): Promise<Result<null>>;
	createTemporary(engine: SearchEngine, name: string): Promise<Result<null>>;
	removeTemporary(engine: SearchEngine, name: string): Promise<Result<null>>;
	replaceByTemporary(engine: SearchEngine, name: string): Promise<Result<null>>;
	startReindex(engine: SearchEngine, name: string): Promise<Result<null>>;
	/** `not_found` when no copy runs or ended within the last 24 hours. */
	readReindex(engine: SearchEngine, name: string): Promise<Result<ReindexTask>>;
}

/** How each refusal of the repository is reported to the caller. */
const refusals = {
	missing: 'not_found',
	locked: 'locked',
	processing: 'locked',
	exists: 'temporary_exists',
} as const satisfies Record<string, FailureCode>;

/** Clients retry what is "in progress". An incomplete copy is not, and waiting does not help. */
const incompleteCopy = fail('locked', {
	message:
		'The copy into the temporary index has failed, so that items are missing in it: start the copy again, or delete the temporary index',
});

/**
 * Resolves when searches would find everything in a temporary index if it were the live one, or when there is none.
 * @throws {FailureError} when that takes too long or is impossible.
 */
type PrepareReplacement = (hashid: string, name: string) => Promise<unknown>;

export interface IndicesOptions {
	readonly searchEngines: SearchEngineRepository;
	readonly clock: Pick<Clock, 'steadyMs'>;
	readonly pause: (delayMs: number) => Promise<unknown>;
	readonly prepareReplacement: PrepareReplacement;
}

/** How often a replacement polls the copy that it waits for: for one second in total, in which a small copy ends. */
const copyPollCount = 50;
const copyPollMs = 20;

export function createIndices({ searchEngines, clock, pause, prepareReplacement }: IndicesOptions): Indices {
	async function reread({ hashid }: SearchEngine, name: string): Promise<Result<Index>> {
		const engine = await searchEngines.find(hashid);
		const index = engine?.indices.find((candidate) => candidate.name === name);
		return index ? succeed(index) : fail('not_found');
	}

	function settle(outcome: string): Result<null> {
		return Object.hasOwn(refusals, outcome) ? fail(refusals[outcome as keyof typeof refusals]) : succeed(null);
	}

	/**
	 * One client library's own example replaces the index right after it started the copy. @returns whether the copy is
	 * still running.
	 */
	async function isCopying(hashid: string, name: string): Promise<boolean> {
		for (let polled = 0; ; polled += 1) {
			const task = await searchEngines.findReindex(hashid, name, clock.steadyMs());
			if (task?.status !== 'reindexing') return false;
			if (polled === copyPollCount) return true;
			await pause(copyPollMs);
		}
	}

	/** Searches switch to the new generation when the store does, so its index must be ready before. */
	async function replaceByTemporary({ hashid }: SearchEngine, name: string): Promise<Result<null>> {
		// While a copy runs, the replacement is refused in any case: there is no reason to wait for the index.
		if (!(await isCopying(hashid, name))) {
			try {
				await prepareReplacement(hashid, name);
			} catch (error) {
				if (error instanceof FailureError) return { ok: false, failure: error.failure };
				throw error;
			}
		}
		const outcome = await searchEngines.replaceByTemporary(hashid, name);
		return outcome === 'incomplete' ? incompleteCopy : settle(outcome);
	}

	return {
		async create(engine, index) {
			const outcome = await searchEngines.createIndex(engine.hashid, index);
			if (outcome === 'created') return succeed({ ...index, hasTemporary: false, schemaOverrides: noOverrides });
			if (outcome === 'exists') return fail('already_exists', { message: `Index ${index.name} exists already` });
			if (outcome === 'full') {
				return fail('invalid', { message: `A search engine has at most ${indicesPerSearchEngineMax} indices` });
			}
			return fail(refusals[outcome]);
		},

		async update(engine, name, change) {
			const outcome = await searchEngines.updateIndex(engine.hashid, name, change);
			return outcome === 'updated' ? reread(engine, name) : fail(refusals[outcome]);
		},

		remove: async ({ hashid }, name) => settle(await searchEngines.removeIndex(hashid, name)),
		createTemporary: async ({ hashid }, name) => settle(await searchEngines.createTemporary(hashid, name)),
		removeTemporary: async ({ hashid }, name) => settle(await searchEngines.removeTemporary(hashid, name)),
		replaceByTemporary,
		startReindex: async ({ hashid }, name) => settle(await searchEngines.startReindex(hashid, name)),

		async readReindex({ hashid }, name) {
			const task = await searchEngines.findReindex(hashid, name, clock.steadyMs() - reindexTaskLifeMs);
			return task ? succeed(task) : fail('not_found');
		},
	};
}
