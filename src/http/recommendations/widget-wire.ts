/** The answer of a widget as JSON: the text of an item is sent as it is stored, as in a search. */
import type { Recommendations, RecommendedItem } from '../../app/recommendation/recommendation.ts';
import { findIndexSchema } from '../../domain/schema/engine-schema.ts';
import type { IndexSchema } from '../../domain/schema/index-schema.ts';
import { isCurrencyCode, toCurrencyFormat } from '../../domain/search-engine/currency-format.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { createCache } from '../../lib/cache.ts';
import { toResultText } from '../shared/result-text.ts';

/** For a store without a search engine, which would have a currency. */
const currencyDefault = 'EUR';
const localeDefault = 'en';
/** Characters of the texts whose bytes are cached, in total and each; the bytes take about as much again. */
const cachedLengthMax = 16 * 1024 * 1024;
const textLengthMax = 16 * 1024;
const allFields = { variantFields: [], resultFields: undefined } as const;
const noEngine = { hashid: '', indices: [] };
const comma = Buffer.from(',');
const end = Buffer.from(']}');

export interface WidgetAnswer {
	readonly answer: Recommendations;
	/** The currency that the page asks for. */
	readonly priceName: string | null | undefined;
}

/**
 * Returns the bytes of an answer. The same items recur, so their bytes are cached, and made again when their text
 * changes.
 */
export function createWidgetAnswerWriter(): (answer: WidgetAnswer) => Buffer {
	const known = createCache<string, { readonly text: string; readonly schema: IndexSchema; readonly bytes: Buffer }>({
		weightMax: cachedLengthMax,
		weigh: ({ text }) => text.length,
		entryWeightMax: textLengthMax,
	});

	function toBytes(
		{ hashid, indices }: Pick<SearchEngineWithIndices, 'hashid' | 'indices'>,
		item: RecommendedItem,
	): Buffer {
		const { indexName, id, text } = item;
		const name = `${hashid} ${indexName} ${id}`;
		const entry = known.get(name);
		const schema = findIndexSchema(indices, indexName);
		if (entry?.text === text && entry.schema === schema) return entry.bytes;
		const bytes = Buffer.from(toResultText(hashid, { ...item, variants: undefined }, { ...allFields, schema }));
		known.set(name, { text, schema, bytes });
		return bytes;
	}

	return ({ answer, priceName }) => {
		const { title, engine, fallback, results } = answer;

		const asked = priceName?.trim().toUpperCase() ?? '';
		const code = isCurrencyCode(asked) ? asked : (engine?.currency ?? currencyDefault);
		const head = {
			title,
			currency: toCurrencyFormat(code, engine?.locale ?? localeDefault),
			fallback_action: fallback,
		};
		const chunks: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"results":[`)];
		for (const [at, item] of results.entries()) {
			if (at > 0) chunks.push(comma);
			chunks.push(toBytes(engine ?? noEngine, item));
		}
		chunks.push(end);
		return Buffer.concat(chunks);
	};
}
