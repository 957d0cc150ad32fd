/** Lets a shop read its own events, to keep or to analyse them. */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position } from '../../domain/log/position.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { findStart } from './find-start.ts';

export interface EventPage {
	readonly events: readonly LoggedEvent[];
	/** Where the next page starts; null after the last page. */
	readonly nextAfter: Position | null;
}

export interface EventReader {
	/**
	 * Up to `countMax` events of a search engine after a position. `not_found` or `forbidden` when the engine is not the
	 * caller's, `invalid` for a position of another store.
	 */
	read(principal: Principal, hashid: string, page: { after: Position; countMax: number }): Promise<Result<EventPage>>;
}

interface Dependencies {
	readonly events: Pick<EventRepository, 'log'>;
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
}

export function createEventReader({ events, searchEngines }: Dependencies): EventReader {
	return {
		async read(principal, hashid, { after, countMax }) {
			const engine = toOwned(await searchEngines.find(hashid), principal);
			if (!engine.ok) return engine;
			const log = events.log({ hashid });
			const range = await findStart(log, after);
			if (!range.ok) return range;
			if (comparePositions(after, range.value.upTo) >= 0) return succeed({ events: [], nextAfter: null });
			const { changes, position, isEnd } = await log.read(after, countMax);
			return succeed({
				events: changes.filter(({ kind }) => kind !== erasureKind),
				nextAfter: isEnd ? null : position,
			});
		},
	};
}
