/** Has the parts of the program that read texts of strangers and of items read long ones, in a thread that can be given up. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { readPrice } from '../../src/domain/price/price-text.ts';
import { cutQueryText } from '../../src/domain/query/query-text.ts';
import { parseAllowedDomain } from '../../src/domain/store/origin-rule.ts';
import { createAnalyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { foldValue, toNode } from '../../src/fulltext/analysis/fold-value.ts';
import { cutPhrases } from '../../src/fulltext/analysis/naming-words.ts';
import { toSuggestionText } from '../../src/fulltext/analysis/suggestion-text.ts';
import { clearTokens, createTokenBuffer } from '../../src/fulltext/analysis/token-buffer.ts';
import { toCanonicalNumber } from '../../src/fulltext/analysis/units.ts';
import { tidy } from '../../src/fulltext/suggest/cut-phrase.ts';
import { createShownQueryReader } from '../../src/fulltext/suggest/shown-query.ts';
import { spellPhrase } from '../../src/fulltext/suggest/spell-phrase.ts';
import { parseSearchRequest } from '../../src/http/search/search-parameters.ts';
import { hideCredentials } from '../../src/http/server/hide-credentials.ts';
import { toParameters } from '../../src/http/server/parse-parameters.ts';
import { FailureError } from '../../src/lib/failure.ts';
import { listLongTexts } from './long-texts.ts';
import { createSmallIndex } from './small-index.ts';

/** As long as an item may be; and less for what takes microseconds for each word. */
const lengthMax = 1_000_000;
const shortLengthMax = 300_000;
const analyzer = createAnalyzer('en');
const documents = analyzer.openDocuments(() => 0);
const tokens = createTokenBuffer(4_096);
const phrase = { words: ['a'], tailLength: 1 };
const parameters = [
	'query',
	'sort',
	'filter',
	'fields',
	'facets',
	'highlight',
	'snippet',
	'indices',
	'page',
	'session_id',
];

function parseParameters(text: string): void {
	for (const name of parameters) {
		for (const value of [text, [text], { [text]: text }]) {
			try {
				parseSearchRequest(toParameters({ [name]: value }));
			} catch (error) {
				assert(error instanceof FailureError);
			}
		}
	}
}

export const longTextReaders: Readonly<Record<string, (text: string) => unknown>> = {
	'the parameters of a search': parseParameters,
	'a path in the log': hideCredentials,
	'the phrases of a title': cutPhrases,
	'the purpose of a title': (text) => [text, `case for ${text}`].map(analyzer.findPurpose),
	'a suggestion': (text) => [tidy(text), toSuggestionText(text)],
	'a phrase of a title': (text) => spellPhrase(analyzer, `a ${text}`, phrase),
	'a query that was typed': (text) => cutQueryText(text),
	'a query that is shown to others': createShownQueryReader(),
	'a text of an item': (text) => {
		clearTokens(tokens);
		documents.analyze(text, tokens);
	},
	'a number and a level of a path': (text) => [toCanonicalNumber(`1.${text}`), toNode(foldValue(text))],
	'a domain that a shop allows': (text) => parseAllowedDomain(`${text}_`),
	'a price': (text) => readPrice(text, { locale: 'en', currency: 'EUR' }),
};

/** In the same way, with fewer texts. */
export const longItemReaders: typeof longTextReaders = {
	'the title of an item': (title) => createSmallIndex({ 1: { title } }),
	'the values of an item': (text) =>
		createSmallIndex({ 1: { title: 'a', brand: text, color: text, link: text, mpn: text } }),
};

parentPort?.on('message', (name: string) => {
	const read = longTextReaders[name];
	const readItem = longItemReaders[name];
	if (read !== undefined) for (const text of listLongTexts(lengthMax)) read(text);
	if (readItem !== undefined) for (const text of listLongTexts(shortLengthMax, 1)) readItem(text);
	parentPort?.postMessage(name);
});
