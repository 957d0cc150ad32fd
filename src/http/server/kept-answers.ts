/** Answers to searches that are kept as they are sent, except for what differs from request to request. */
import type { FoundPage } from '../../app/search/found-page.ts';
import type { SchemaOverrides } from '../../domain/schema/schema-override.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { SharedRest } from './compression/compress-answer.ts';

/** JSON in two parts, between which are the members of one request. */
export interface SharedAnswer {
	/** Up to the comma before them. */
	readonly head: string;
	readonly rest: SharedRest;
}

export interface KeptAnswer extends SharedAnswer {
	/** What the request asks of the answer. */
	readonly variant: string;
	/** Of the indices of the engine. */
	readonly schemas: readonly SchemaOverrides[];
}

export type KeptAnswers = Cache<FoundPage, KeptAnswer>;

/** An answer also keeps its page, and its bytes once more when they were compressed. */
const keptTimes = 1.5;
const recordBytes = 4_000;

/** @param bytesMax about as much memory is used; more than 0 */
export function createKeptAnswers(bytesMax: number): KeptAnswers {
	return createCache({
		weightMax: bytesMax,
		weigh: ({ head, rest }) => Math.ceil(recordBytes + 2 * head.length + keptTimes * rest.bytes.length),
		entryWeightMax: Math.ceil(bytesMax / 16),
	});
}
