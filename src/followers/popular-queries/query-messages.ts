/** What the threads that suggest are told of what shoppers ask. */
import type { PopularQuery } from '../../fulltext/suggest/past-queries.ts';

/** What shoppers asked of an engine, the most popular first, in the place of what was said of it before. */
export interface QueriesMessage {
	readonly kind: 'queries';
	readonly hashid: string;
	readonly queries: readonly PopularQuery[];
}

/** A thread that suggests. */
export interface QueryReaderLink {
	send(message: QueriesMessage): void;
}
