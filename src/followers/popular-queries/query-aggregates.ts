/**
 * Counts what shoppers search for, so that popular queries can be suggested to others: an aggregate of the log of events
 * for each search engine (`engine-aggregates.ts`).
 */
import { createPastQueries, type PastQueries } from '../../fulltext/suggest/past-queries.ts';
import type { AggregateDefinition, AggregateFollowerOptions } from '../runtime/aggregate-definition.ts';
import { createEngineAggregates, type EngineAggregates } from '../runtime/engine-aggregates.ts';
import { createQueryCheckpoint } from './query-checkpoint.ts';
import { createQueryCounter, type LoggedQuery } from './query-counter.ts';
import type { QueriesMessage } from './query-messages.ts';

/** How many queries of an engine the searching threads keep. */
const shownPerEngineMax = 300;

export function createQueryAggregates(
	options: AggregateFollowerOptions<LoggedQuery>,
): EngineAggregates<LoggedQuery, QueriesMessage> {
	return createEngineAggregates(
		options,
		(countEngines): AggregateDefinition<LoggedQuery, PastQueries, QueriesMessage> => ({
			name: 'popular queries',
			kinds: ['search'],
			create: createPastQueries,
			count: createQueryCounter(countEngines),
			isEmpty: ({ queryCount }) => queryCount === 0,
			toMessage: (hashid, queries) => ({ kind: 'queries', hashid, queries: queries?.list(shownPerEngineMax) ?? [] }),
			checkpoint: createQueryCheckpoint(options),
		}),
	);
}
