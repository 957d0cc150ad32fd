/** Use cases on search engines: an account creates, reads, changes and deletes its own. */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import {
	hashidPattern,
	type SearchEngine,
	type SearchEngineSettings,
	type SearchEngineWithIndices,
	searchEnginesPerAccountMax,
} from '../../domain/search-engine/search-engine.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SearchEngineChange, SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

export type Freshness = 'fresh' | 'cached';

export interface SearchEngines {
	list(principal: Principal): Promise<readonly SearchEngineWithIndices[]>;
	/**
	 * The engine, `not_found` if it does not exist, or `forbidden` if it belongs to another account.
	 * @param freshness `cached`: as it was at most `Invalidation.stalenessMsMax` ago, if another process has changed it.
	 */
	open(principal: Principal, hashid: string, freshness?: Freshness): Promise<Result<SearchEngineWithIndices>>;
	create(principal: Principal, settings: SearchEngineSettings): Promise<Result<SearchEngineWithIndices>>;
	update(engine: SearchEngine, change: SearchEngineChange): Promise<Result<SearchEngineWithIndices>>;
	/** Never blocked by the lock. */
	remove(engine: SearchEngine): Promise<Result<null>>;
}

interface Dependencies {
	readonly searchEngines: SearchEngineRepository;
	/** `SearchEngineRepository.find` with a cache. */
	readonly findCached: SearchEngineRepository['find'];
	readonly stores: StoreRepository;
	readonly clock: Clock;
	readonly randomness: Randomness;
}

export function createSearchEngines(dependencies: Dependencies): SearchEngines {
	const { searchEngines, findCached, stores, clock, randomness } = dependencies;
	const finds = { fresh: searchEngines.find, cached: findCached };
	/**
	 * The change, without its store unless that belongs to the account. Plugins send store ids of the service they were
	 * written for, so an unknown store is ignored, and so is one of another account.
	 */
	async function withOwnStore<C extends SearchEngineChange>(accountId: string, change: C): Promise<C> {
		const { storeId } = change;
		if (storeId === null || storeId === undefined) return change;
		const store = await stores.findStore(storeId);
		return store?.accountId === accountId ? change : { ...change, storeId: null };
	}

	async function reread(hashid: string): Promise<Result<SearchEngineWithIndices>> {
		const engine = await searchEngines.find(hashid);
		return engine ? succeed(engine) : fail('not_found');
	}

	return {
		list: (principal) => searchEngines.list(principal.accountId),

		async open(principal, hashid, freshness = 'fresh') {
			if (!hashidPattern.test(hashid)) return fail('not_found');
			return toOwned(await finds[freshness](hashid), principal);
		},

		async create(principal, settings) {
			const hashid = randomness.hex(16);
			const { accountId } = principal;
			const own = await withOwnStore(accountId, settings);
			const engine = { ...own, hashid, accountId, createdAtMs: clock.nowMs() };
			const outcome = await searchEngines.create(engine);
			if (outcome === 'missing') return fail('forbidden');
			if (outcome === 'full') {
				return fail('invalid', { message: `An account has at most ${searchEnginesPerAccountMax} search engines` });
			}
			return succeed({ ...engine, indices: [] });
		},

		async update(engine, change) {
			const outcome = await searchEngines.update(engine.hashid, await withOwnStore(engine.accountId, change));
			if (outcome !== 'updated') return fail(outcome === 'locked' ? 'locked' : 'not_found');
			return reread(engine.hashid);
		},

		async remove(engine) {
			const outcome = await searchEngines.remove(engine.hashid);
			return outcome === 'deleted' ? succeed(null) : fail('not_found');
		},
	};
}
