/** The answer of a widget as JSON: the text of an item is sent as it is stored, as in a search. */
import type { Recommendations } from '../../app/recommendation/recommendation.ts';
import { isCurrencyCode, toCurrencyFormat } from '../../domain/search-engine/currency-format.ts';
import { toListBytes } from '../shared/list-bytes.ts';
import { toResultBytes } from '../shared/result-bytes.ts';

/** For a store without a search engine, which would have a currency. */
const currencyDefault = 'EUR';
const localeDefault = 'en';
const noEngine = { hashid: '', indices: [] };

export interface WidgetAnswer {
	readonly answer: Recommendations;
	/** The currency that the page asks for. */
	readonly priceName: string | null | undefined;
}

export function toWidgetBytes({ answer, priceName }: WidgetAnswer): Buffer {
	const { title, engine, fallback, results } = answer;
	const asked = priceName?.trim().toUpperCase() ?? '';
	const code = isCurrencyCode(asked) ? asked : (engine?.currency ?? currencyDefault);
	const head = {
		title,
		currency: toCurrencyFormat(code, engine?.locale ?? localeDefault),
		fallback_action: fallback,
	};
	const entries = results.map((item) => toResultBytes(engine ?? noEngine, item));
	return toListBytes(`${JSON.stringify(head).slice(0, -1)},"results":[`, entries);
}
