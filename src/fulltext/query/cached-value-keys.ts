/**
 * Keys of values and of typed words, cached by language: the same values are in most segments, and shoppers type the same
 * words.
 */
import { createCache } from '../../lib/cache.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { createValueKeys } from '../understanding/value-key.ts';

/** Each takes about a hundred bytes. */
const keysMax = 50_000;

const knownKeys = createCache<string, string>({ entriesMax: keysMax });

/** As `createValueKeys`. Cost of a cached key: O(length). */
export function cacheValueKeys(analyzer: Analyzer): (text: string) => string {
	const toKey = createValueKeys(analyzer);
	return (text) => {
		const name = `${analyzer.language} ${text}`;
		const known = knownKeys.get(name);
		if (known !== undefined) return known;
		const key = toKey(text);
		knownKeys.set(name, key);
		return key;
	};
}
