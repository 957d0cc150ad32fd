/**
 * Erasing what one shopper did, within an account.
 *
 *     store a suppression of the shopper: events that are still queued are not written any more
 *     walk the log, chunk by chunk ──► delete what is found; the log itself reports the erasure to followers
 *
 * For a user, all events that name the user are deleted, and those of the same sessions that name no user: what a shopper
 * did before logging in. Other users of such a session keep theirs. The events that name the user show which sessions
 * these are, so they are deleted last: if the process ends in between, repeating the call does the rest.
 *
 * A walk reads for some milliseconds at a time and then yields to other work; only its caller waits for it. The erasure is
 * complete when the call resolves.
 */
import type { Principal } from '../../domain/account/account.ts';
import { type ErasedShopper, toErasureSubject } from '../../domain/event/erasure.ts';
import { type Position, startPosition } from '../../domain/log/position.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository, FoundEvent } from '../../ports/event-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import {
	isOwned,
	noteSession,
	type Ownership,
	type OwnershipReads,
	readOwnership,
	type ShopperRequest,
	type Walk,
	walkShopper,
} from './shopper-walk.ts';

export interface EventEraser {
	/** @returns the number of erased events; `not_found` or `forbidden` when the search engine is not in the account. */
	erase(principal: Principal, request: ShopperRequest): Promise<Result<number>>;
}

interface Dependencies extends OwnershipReads {
	readonly events: Pick<EventRepository, 'suppressErased' | 'findOfShopper' | 'eraseEvents'>;
	readonly clock: Pick<Clock, 'nowMs' | 'steadyMs'>;
	readonly randomness: Randomness;
	/** Lets other work of the thread run. */
	readonly yieldToOthers: () => Promise<void>;
	readonly limits?: Partial<ErasureLimits>;
}

export interface ErasureLimits {
	/** How many events are read, and deleted, at once. */
	readonly chunkEventsMax: number;
	/** How many sessions of a user one walk collects; more sessions take more walks. */
	readonly sessionsMax: number;
}

const defaultLimits: ErasureLimits = { chunkEventsMax: 1000, sessionsMax: 10_000 };

/** As a date, and as the moment that separates queued events from later ones. */
interface Moment {
	readonly dateMs: number;
	readonly steadyMs: number;
}

type SuppressedShopper = ErasedShopper & { readonly hashid: string };

type Visit = (found: readonly FoundEvent[]) => Promise<'on' | 'enough'> | 'on' | 'enough';

/** What an erasure does in the store, a chunk at a time. */
interface ErasureSteps {
	/** From now on, events of these shoppers that were queued before are not written. */
	suppress(shoppers: readonly SuppressedShopper[], moment: Moment): Promise<void>;
	/**
	 * Passes the events of each chunk to `visit` until it says that they are enough. @returns where the walk ended; null:
	 * at the end of the log.
	 */
	walk(where: Walk, after: Position, visit: Visit): Promise<Position | null>;
	/** @returns the number of deleted events. */
	deleteAll(found: readonly FoundEvent[], moment: Moment): Promise<number>;
	/** Deletes what a walk over the whole log finds. @returns the number of deleted events. */
	deleteFound(where: Walk, isMeant: (event: FoundEvent) => boolean, moment: Moment): Promise<number>;
}

function createErasureSteps(
	{ events, randomness, yieldToOthers }: Dependencies,
	{ chunkEventsMax }: ErasureLimits,
): ErasureSteps {
	const walking = { read: events.findOfShopper, yieldToOthers, chunkEventsMax };

	async function suppress(shoppers: readonly SuppressedShopper[], { steadyMs: erasedAtMs }: Moment): Promise<void> {
		const suppressions = shoppers.map(({ hashid, ...shopper }) => ({
			hashid,
			subject: toErasureSubject(shopper),
			erasedAtMs,
		}));
		for (let start = 0; start < suppressions.length; start += chunkEventsMax) {
			await events.suppressErased(suppressions.slice(start, start + chunkEventsMax));
		}
	}

	async function walk(where: Walk, after: Position, visit: Visit): Promise<Position | null> {
		for await (const { events: found, position } of walkShopper(walking, where, after)) {
			if ((await visit(found)) === 'enough') return position;
		}
		return null;
	}

	/** One deletion for each search engine of the events. */
	async function deleteAll(found: readonly FoundEvent[], { dateMs: erasedAtMs }: Moment): Promise<number> {
		let erasedCount = 0;
		for (const [hashid, own] of Map.groupBy(found, (event) => event.hashid)) {
			const storeId = own[0]?.storeId ?? null;
			const positions = own.map(({ position }) => position);
			erasedCount += await events.eraseEvents({ id: randomness.hex(16), hashid, storeId, positions, erasedAtMs });
		}
		return erasedCount;
	}

	async function deleteFound(where: Walk, isMeant: (event: FoundEvent) => boolean, moment: Moment): Promise<number> {
		let erasedCount = 0;
		const visit = async (found: readonly FoundEvent[]): Promise<'on'> => {
			erasedCount += await deleteAll(found.filter(isMeant), moment);
			return 'on';
		};
		await walk(where, startPosition, visit);
		return erasedCount;
	}

	return { suppress, walk, deleteAll, deleteFound };
}

export function createEventEraser(dependencies: Dependencies): EventEraser {
	const { clock } = dependencies;
	const limits = { ...defaultLimits, ...dependencies.limits };
	const { chunkEventsMax, sessionsMax } = limits;
	const { suppress, walk, deleteAll, deleteFound } = createErasureSteps(dependencies, limits);

	/** The same moment for the whole erasure: later events are kept. */
	function readMoment(): Moment {
		return { dateMs: clock.nowMs(), steadyMs: clock.steadyMs() };
	}

	/** Deletes the events of these sessions that name no user. */
	async function deleteUnnamed(sessions: ReadonlyMap<string, ReadonlySet<string>>, moment: Moment) {
		let erasedCount = 0;
		for (const [hashid, sessionIds] of sessions) {
			const shoppers = [...sessionIds].map((unnamedSessionId) => ({ hashid, unnamedSessionId }));
			await suppress(shoppers, moment);
			const isMeant = ({ sessionId }: FoundEvent) => sessionId !== null && sessionIds.has(sessionId);
			erasedCount += await deleteFound({ hashid }, isMeant, moment);
		}
		return erasedCount;
	}

	async function eraseUser(hashid: string | null, userId: string, owned: Ownership): Promise<number> {
		const moment = readMoment();
		const suppressed = hashid === null ? [...owned.hashids] : [hashid];
		await suppress(
			suppressed.map((own) => ({ hashid: own, userId })),
			moment,
		);
		let erasedCount = 0;
		for (let next: Position | null = startPosition; next !== null; ) {
			const named: FoundEvent[] = [];
			const sessions = new Map<string, Set<string>>();
			next = await walk({ hashid, userId }, next, (found) => {
				const own = found.filter((event) => isOwned(owned, event));
				named.push(...own);
				for (const event of own) noteSession(sessions, event);
				return named.length < sessionsMax ? 'on' : 'enough';
			});
			erasedCount += await deleteUnnamed(sessions, moment);
			for (let start = 0; start < named.length; start += chunkEventsMax) {
				erasedCount += await deleteAll(named.slice(start, start + chunkEventsMax), moment);
			}
		}
		return erasedCount;
	}

	async function eraseSession(hashid: string, sessionId: string): Promise<number> {
		const moment = readMoment();
		await suppress([{ hashid, sessionId }], moment);
		return deleteFound({ hashid, sessionId }, () => true, moment);
	}

	return {
		async erase(principal, request) {
			const owned = await readOwnership(dependencies, principal, request);
			if (!owned.ok) return owned;
			if ('sessionId' in request) return succeed(await eraseSession(request.hashid, request.sessionId));
			return succeed(await eraseUser(request.hashid, request.userId, owned.value));
		},
	};
}
