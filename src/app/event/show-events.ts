/**
 * Shows everything that is stored of one shopper, within an account: the same events that an erasure would delete.
 *
 *     a session    its events, in the order of the log
 *     a user       those that name the user; then, of the same sessions, those that name no user
 *
 * The log is walked as for an erasure, and a chunk of events is in memory at a time.
 */
import type { Principal } from '../../domain/account/account.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { startPosition } from '../../domain/log/position.ts';
import { FailureError, fail, type Result, succeed } from '../../lib/failure.ts';
import type { EventRepository, FoundEvent } from '../../ports/event-repository.ts';
import {
	isOwned,
	noteSession,
	type OwnershipReads,
	readOwnership,
	type ShopperRequest,
	type Walk,
	walkShopper,
} from './shopper-walk.ts';

export interface EventShower {
	/**
	 * The events, chunk by chunk; `not_found` or `forbidden` when the search engine is not in the account. They are read
	 * as the caller asks for them, so what is recorded meanwhile may be among them.
	 */
	show(principal: Principal, request: ShopperRequest): Promise<Result<AsyncIterable<readonly LoggedEvent[]>>>;
}

interface Dependencies extends OwnershipReads {
	readonly events: Pick<EventRepository, 'readOfShopper'>;
	/** Lets other work of the thread run. */
	readonly yieldToOthers: () => Promise<void>;
	readonly limits?: Partial<ShowingLimits>;
}

export interface ShowingLimits {
	readonly chunkEventsMax: number;
	/** The sessions of a user: more than any person has. */
	readonly sessionsMax: number;
}

const defaultLimits: ShowingLimits = { chunkEventsMax: 1000, sessionsMax: 100_000 };

export function createEventShower(dependencies: Dependencies): EventShower {
	const { events, yieldToOthers } = dependencies;
	const { chunkEventsMax, sessionsMax } = { ...defaultLimits, ...dependencies.limits };

	async function* readFound(
		where: Walk,
		isMeant: (event: FoundEvent) => boolean,
	): AsyncGenerator<readonly LoggedEvent[]> {
		const walk = walkShopper({ read: events.readOfShopper, yieldToOthers, chunkEventsMax }, where, startPosition);
		for await (const { events: found } of walk) {
			const meant = found.filter(isMeant);
			if (meant.length > 0) yield meant;
		}
	}

	async function* readUser(
		hashid: string | null,
		userId: string,
		isOwn: (event: FoundEvent) => boolean,
	): AsyncGenerator<readonly LoggedEvent[]> {
		const sessions = new Map<string, Set<string>>();
		let sessionCount = 0;
		const note = (event: FoundEvent): boolean => {
			if (!isOwn(event)) return false;
			const before = sessions.get(event.hashid)?.size ?? 0;
			noteSession(sessions, event);
			sessionCount += (sessions.get(event.hashid)?.size ?? 0) - before;
			if (sessionCount > sessionsMax) throw new FailureError(fail('batch_too_large', { message: tooMany }).failure);
			return true;
		};
		yield* readFound({ hashid, userId }, note);
		for (const [engine, sessionIds] of sessions) {
			yield* readFound({ hashid: engine }, ({ sessionId }) => sessionId !== null && sessionIds.has(sessionId));
		}
	}

	return {
		async show(principal, request) {
			const owned = await readOwnership(dependencies, principal, request);
			if (!owned.ok) return owned;
			if ('sessionId' in request) return succeed(readFound(request, () => true));
			return succeed(readUser(request.hashid, request.userId, (event) => isOwned(owned.value, event)));
		},
	};
}

const tooMany = 'The user has too many sessions to be shown';
