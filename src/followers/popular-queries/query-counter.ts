/** Which searches count as popular queries, and how many queries are kept for an engine? */
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { PastQueries } from '../../fulltext/suggest/past-queries.ts';
import type { ShownQueryReader } from '../../fulltext/suggest/shown-query.ts';
import type { EngineEvent } from '../runtime/aggregate-definition.ts';

/** An event as it is counted. */
export type LoggedQuery = EngineEvent &
	Pick<LoggedEvent, 'sessionId' | 'text' | 'hitCount' | 'occurredAtMs' | 'clientKey' | 'isBot'>;

/** How many queries are kept of one engine, and of all together: each engine gets an equal share. */
const keptPerEngineMax = 2_000;
const keptMax = 100_000;
const keptPerEngineMin = 20;

export type QueryCounter = (queries: PastQueries, event: LoggedQuery) => void;

/** @param countEngines how many engines share the limit. */
export function createQueryCounter(toShown: ShownQueryReader, countEngines: () => number): QueryCounter {
	return (queries, { kind, text, hitCount, isBot, occurredAtMs, ...from }) => {
		// A network counts as one shopper for a day, however many sessions it invents.
		const client = from.clientKey ?? from.sessionId;
		if (kind !== 'search' || text === null || hitCount === null || hitCount === 0 || isBot || client === null) return;
		const shown = toShown(text);
		if (shown === undefined) return;
		queries.count({ ...shown, client, atMs: occurredAtMs });
		const share = Math.min(keptPerEngineMax, Math.max(keptPerEngineMin, Math.floor(keptMax / countEngines())));
		if (queries.queryCount > 2 * share) queries.prune(share);
	};
}
