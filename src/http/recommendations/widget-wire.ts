/** The answer of a widget as JSON text: the text of an item goes out as it is stored, as in a search. */
import type { Recommendations } from '../../app/recommendation/recommendation.ts';
import { isCurrencyCode, toCurrencyFormat } from '../../domain/search-engine/currency-format.ts';
import { toResultText } from '../search/search-wire.ts';

/** What a store without a search engine would have. */
const currencyDefault = 'EUR';
const localeDefault = 'en';

export interface WidgetAnswer {
	readonly answer: Recommendations;
	/** The currency that the page asks for. */
	readonly priceName: string | null | undefined;
}

export function toWidgetAnswerText({ answer, priceName }: WidgetAnswer): string {
	const { title, engine, fallback, results } = answer;
	const asked = priceName?.trim().toUpperCase() ?? '';
	const code = isCurrencyCode(asked) ? asked : (engine?.currency ?? currencyDefault);
	const head = { title, currency: toCurrencyFormat(code, engine?.locale ?? localeDefault), fallback_action: fallback };
	const rows = results.map((item) => toResultText(engine?.hashid ?? '', { ...item, variants: undefined }, []));
	return `${JSON.stringify(head).slice(0, -1)},"results":[${rows.join(',')}]}`;
}
