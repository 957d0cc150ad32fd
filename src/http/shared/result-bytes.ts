/**
 * The bytes of items as results. The same items are shown again and again, so their bytes are cached, by the text that is
 * stored: a changed item has another one.
 */
import type { FoundItem } from '../../app/search/found-page.ts';
import { findIndexSchema } from '../../domain/schema/engine-schema.ts';
import type { IndexSchema } from '../../domain/schema/index-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { createCache } from '../../lib/cache.ts';
import { toResultText } from './result-text.ts';

interface KnownResult {
	readonly hashid: string;
	readonly indexName: string;
	readonly schema: IndexSchema;
	readonly bytes: Buffer;
}

/** Of all items of this thread together, and of one. Texts and other records of an item take about as much again. */
const cachedBytesMax = 16 * 1024 * 1024;
const itemBytesMax = 32 * 1024;
const wholeItem = { variantFields: [], resultFields: undefined } as const;

const known = createCache<string, KnownResult>({
	weightMax: cachedBytesMax,
	weigh: ({ bytes }) => bytes.length,
	entryWeightMax: itemBytesMax,
});

/**
 * The bytes of `toResultText` for all fields of an item without variants. They must not be changed. Cost: O(1) if they
 * are cached, and the text is the same string as before.
 */
export function toResultBytes(
	{ hashid, indices }: Pick<SearchEngineWithIndices, 'hashid' | 'indices'>,
	{ indexName, id, text }: Pick<FoundItem, 'indexName' | 'id' | 'text'>,
): Buffer {
	const schema = findIndexSchema(indices, indexName);
	const entry = known.get(text);
	if (entry?.schema === schema && entry.indexName === indexName && entry.hashid === hashid) return entry.bytes;
	const bytes = Buffer.from(
		toResultText(hashid, { indexName, id, text, variants: undefined }, { ...wholeItem, schema }),
	);
	known.set(text, { hashid, indexName, schema, bytes });
	return bytes;
}
