/** Messages about popular queries to the threads that suggest. */
import type { PopularQuery } from '../../fulltext/suggest/past-queries.ts';

/** The popular queries of an engine, most popular first; they replace those of the previous message. */
export interface QueriesMessage {
	readonly kind: 'queries';
	readonly hashid: string;
	readonly queries: readonly PopularQuery[];
}
