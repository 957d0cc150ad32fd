/**
 * Counts what shoppers search for, so that popular queries can be suggested to others: an aggregate of the log of events
 * for each search engine (`aggregate-follower.ts`).
 */
import { createPastQueries, type PastQueries } from '../../fulltext/suggest/past-queries.ts';
import { createShownQueryReader } from '../../fulltext/suggest/shown-query.ts';
import type { AggregateDefinition } from '../runtime/aggregate-definition.ts';
import {
	type AggregateFollower,
	type AggregateFollowerOptions,
	startAggregateFollower,
} from '../runtime/aggregate-follower.ts';
import { createQueryCheckpoint } from './query-checkpoint.ts';
import { createQueryCounter, type LoggedQuery } from './query-counter.ts';
import type { QueriesMessage } from './query-messages.ts';

/** How many queries of an engine the searching threads keep. */
const shownPerEngineMax = 300;

export function startQueryFollower(
	options: AggregateFollowerOptions<LoggedQuery>,
	toShown = createShownQueryReader(),
): AggregateFollower<QueriesMessage> {
	return startAggregateFollower(
		options,
		(countEngines): AggregateDefinition<LoggedQuery, PastQueries, QueriesMessage> => ({
			name: 'popular queries',
			kinds: ['search'],
			create: createPastQueries,
			count: createQueryCounter(toShown, countEngines),
			isEmpty: ({ queryCount }) => queryCount === 0,
			toMessage: (hashid, queries) => ({ kind: 'queries', hashid, queries: queries?.list(shownPerEngineMax) ?? [] }),
			checkpoint: createQueryCheckpoint(options),
		}),
	);
}
