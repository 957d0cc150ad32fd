/** The answer of a widget as JSON: the text of an item goes out as it is stored, as in a search. */
import type { Recommendations, RecommendedItem } from '../../app/recommendation/recommendation.ts';
import { isCurrencyCode, toCurrencyFormat } from '../../domain/search-engine/currency-format.ts';
import { toResultText } from '../search/search-wire.ts';

/** What a store without a search engine would have. */
const currencyDefault = 'EUR';
const localeDefault = 'en';
/** Texts that are remembered, together and each; their bytes take about as much again. */
const knownLengthMax = 16 * 1024 * 1024;
const rememberedLengthMax = 16 * 1024;
const allFields = { variantFields: [], resultFields: undefined } as const;
const comma = Buffer.from(',');
const end = Buffer.from(']}');

export interface WidgetAnswer {
	readonly answer: Recommendations;
	/** The currency that the page asks for. */
	readonly priceName: string | null | undefined;
}

/** Bytes of the answer: items come again and again, so theirs are made once, and made anew when their text is another. */
export function createWidgetAnswerWriter(): (answer: WidgetAnswer) => Buffer {
	const known = new Map<string, { readonly text: string; readonly bytes: Buffer }>();
	let knownLength = 0;

	function toBytes(hashid: string, item: RecommendedItem): Buffer {
		const { indexName, id, text } = item;
		const name = `${hashid} ${indexName} ${id}`;
		const entry = known.get(name);
		if (entry?.text === text) return entry.bytes;
		const bytes = Buffer.from(toResultText(hashid, { ...item, variants: undefined }, allFields));
		if (text.length > rememberedLengthMax) return bytes;
		knownLength += text.length - (entry?.text.length ?? 0);
		if (knownLength > knownLengthMax) {
			known.clear();
			knownLength = text.length;
		}
		known.set(name, { text, bytes });
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
		const pieces: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"results":[`)];
		for (const [at, item] of results.entries()) {
			if (at > 0) pieces.push(comma);
			pieces.push(toBytes(engine?.hashid ?? '', item));
		}
		pieces.push(end);
		return Buffer.concat(pieces);
	};
}
