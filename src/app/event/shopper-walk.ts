/** What erasing and showing the events of one shopper have in common: whose they are, and how they are found. */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import type { Position } from '../../domain/log/position.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { FoundEvent, FoundEvents, ShopperWalk } from '../../ports/event-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

/** A session belongs to one search engine. A user may be meant in the whole account or in one search engine. */
export type ShopperRequest =
	| { readonly hashid: string; readonly sessionId: string }
	| { readonly hashid: string | null; readonly userId: string };

/** What belongs to the account. Events outlive their search engine and then belong to its store. */
export interface Ownership {
	readonly hashids: ReadonlySet<string>;
	readonly storeIds: ReadonlySet<string>;
}

export function isOwned({ hashids, storeIds }: Ownership, { hashid, storeId }: FoundEvent): boolean {
	return hashids.has(hashid) || (storeId !== null && storeIds.has(storeId));
}

export interface OwnershipReads {
	readonly searchEngines: Pick<SearchEngineRepository, 'find' | 'list'>;
	readonly stores: Pick<StoreRepository, 'listStores'>;
}

/** `not_found` or `forbidden` when the search engine that the request names is not in the account. */
export async function readOwnership(
	{ searchEngines, stores }: OwnershipReads,
	principal: Principal,
	{ hashid }: ShopperRequest,
): Promise<Result<Ownership>> {
	if (hashid !== null) {
		const engine = toOwned(await searchEngines.find(hashid), principal);
		if (!engine.ok) return engine;
	}
	const { accountId } = principal;
	const engines = await searchEngines.list(accountId);
	return succeed({
		hashids: new Set(engines.map((engine) => engine.hashid)),
		storeIds: new Set((await stores.listStores(accountId)).map(({ id }) => id)),
	});
}

export type Walk<W = ShopperWalk> = W extends unknown ? Omit<W, 'after' | 'eventCountMax'> : never;

export interface WalkOptions<Event> {
	/** One step, as a method of `EventRepository`. */
	readonly read: (walk: ShopperWalk) => Promise<FoundEvents<Event>>;
	/** Lets other work of the thread run, after each chunk. */
	readonly yieldToOthers: () => Promise<void>;
	/** How many events are read at once. */
	readonly chunkEventsMax: number;
}

/** Chunk by chunk, each with the position where it ends; the last one has none. */
export async function* walkShopper<Event>(
	{ read, yieldToOthers, chunkEventsMax }: WalkOptions<Event>,
	where: Walk,
	after: Position,
): AsyncGenerator<FoundEvents<Event>> {
	for (let next: Position | null = after; next !== null; ) {
		const chunk: FoundEvents<Event> = await read({
			...where,
			after: next,
			eventCountMax: chunkEventsMax,
		} as ShopperWalk);
		yield chunk;
		next = chunk.position;
		await yieldToOthers();
	}
}

/** Adds the session of an event to those of its search engine. */
export function noteSession(sessions: Map<string, Set<string>>, { hashid, sessionId }: FoundEvent): void {
	if (sessionId === null) return;
	const known = sessions.get(hashid) ?? new Set();
	sessions.set(hashid, known.add(sessionId));
}
