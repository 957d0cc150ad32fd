/**
 * Exports the events of a search engine, in the order of the log, as far as it reached when the export began.
 *
 * A few hundred events are read at a time, when the caller asks for more, and the thread serves others in between. An event
 * that arrived late stands where it arrived, so all of the log is read for any span of time. Whoever continues after
 * the position of an event gets exactly those that come after it in the log: nothing is ever added before it.
 */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position } from '../../domain/log/position.ts';
import type { TimeSpan } from '../../domain/statistics/period.ts';
import { type Result, succeed } from '../../lib/failure.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { findStart, type LogRange } from './find-start.ts';

export interface EventExportRequest {
	readonly hashid: string;
	readonly after: Position;
	/** When the events happened. */
	readonly span: TimeSpan;
}

export interface EventExporter {
	/**
	 * The events, batch by batch. `not_found` or `forbidden` when the search engine is not the caller's, `invalid` for a
	 * position of another store.
	 */
	export(principal: Principal, request: EventExportRequest): Promise<Result<AsyncIterable<readonly LoggedEvent[]>>>;
}

interface Dependencies {
	readonly events: Pick<EventRepository, 'log'>;
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
	/** Lets other work of the thread run. */
	readonly yieldToOthers: () => Promise<void>;
	/** How many events are read at once: some milliseconds of work. */
	readonly batchEventsMax?: number;
}

const batchEventsMaxDefault = 250;

export function createEventExporter(dependencies: Dependencies): EventExporter {
	const { events, searchEngines, yieldToOthers, batchEventsMax = batchEventsMaxDefault } = dependencies;

	async function* readBatches(
		log: ChangeFeed<LoggedEvent>,
		{ after, upTo }: LogRange,
		{ startMs, endMs }: TimeSpan,
	): AsyncGenerator<readonly LoggedEvent[]> {
		const isWanted = ({ kind, occurredAtMs, position }: LoggedEvent) =>
			kind !== erasureKind && occurredAtMs >= startMs && occurredAtMs < endMs && comparePositions(position, upTo) <= 0;
		for (let next = after; comparePositions(next, upTo) < 0; ) {
			const { changes, position, isEnd } = await log.read(next, batchEventsMax);
			const wanted = changes.filter(isWanted);
			if (wanted.length > 0) yield wanted;
			if (isEnd) return;
			next = position;
			await yieldToOthers();
		}
	}

	return {
		async export(principal, { hashid, after, span }) {
			const engine = toOwned(await searchEngines.find(hashid), principal);
			if (!engine.ok) return engine;
			const log = events.log({ hashid });
			const range = await findStart(log, after);
			if (!range.ok) return range;
			return succeed(readBatches(log, range.value, span));
		},
	};
}
