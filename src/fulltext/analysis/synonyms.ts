/**
 * Synonyms of a shop, applied when searching: a changed rule needs no new index.
 *
 * Phrases are compared by the keys of their words, so a rule about `sneaker` holds for `sneakers` too, and one about
 * `wi-fi` for `wifi`. Rules do not chain: what a rule yields is not looked up again.
 */
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import { type AnalyzedQuery, formQualities, type QueryForm, type QuerySpan, type QueryWord } from './analyzed-query.ts';

export interface Synonyms {
	/** The forms that stand for words of the query, longest phrases first at each word. Cost: O(words · longest phrase). */
	findSpans(words: readonly QueryWord[]): QuerySpan[];
}

/** A phrase of a rule: the keys under which a query may say it, and the forms under which a document may. */
interface Phrase {
	readonly keys: readonly string[];
	readonly forms: readonly QueryForm[];
}

/**
 * Rules as searches need them. A phrase that is no words in this language, or more than a query has, is left out: the
 * language of a search engine may change after its rules were written. Cost: about 15 µs for each phrase.
 * @param rules as `findSynonymFaults` has them
 * @param analyze the `analyzeQuery` of the language that the queries will be in
 */
export function createSynonyms(rules: readonly SynonymRule[], analyze: (text: string) => AnalyzedQuery): Synonyms {
	const formsByKey = new Map<string, QueryForm[]>();
	let wordCountMax = 0;

	function parsePhrases(texts: readonly string[]): Phrase[] {
		return texts.flatMap((text) => {
			// A blank at the end: the last word of a rule is not one that is still being typed.
			const analyzed = analyze(`${text} `);
			wordCountMax = Math.max(wordCountMax, analyzed.words.length);
			return toPhrase(analyzed) ?? [];
		});
	}

	function connect(from: Phrase, to: Phrase): void {
		for (const key of from.keys) {
			if (to.keys.includes(key)) continue;
			const forms = formsByKey.get(key) ?? [];
			forms.push(...to.forms);
			formsByKey.set(key, forms);
		}
	}

	for (const rule of rules) {
		const from = parsePhrases(rule.kind === 'two_way' ? rule.phrases : rule.from);
		const to = rule.kind === 'two_way' ? from : parsePhrases(rule.to);
		for (const source of from) for (const target of to) connect(source, target);
	}
	return { findSpans: (words) => findSpans(words, formsByKey, wordCountMax) };
}

function findSpans(
	words: readonly QueryWord[],
	formsByKey: ReadonlyMap<string, readonly QueryForm[]>,
	wordCountMax: number,
): QuerySpan[] {
	const spans: QuerySpan[] = [];
	for (let firstWord = 0; firstWord < words.length; firstWord++) {
		for (let wordCount = Math.min(wordCountMax, words.length - firstWord); wordCount > 0; wordCount--) {
			const forms = formsByKey.get(toKey(words.slice(firstWord, firstWord + wordCount)));
			for (const form of forms ?? []) spans.push({ firstWord, wordCount, form, prefixes: [] });
		}
	}
	return spans;
}

function toKey(words: readonly QueryWord[]): string {
	return words.map(({ key }) => key).join(' ');
}

/** @returns undefined when the text has no words, or too many. */
function toPhrase({ words, spans, isTruncated }: AnalyzedQuery): Phrase | undefined {
	if (words.length === 0 || isTruncated) return undefined;
	const keys = [toKey(words)];
	const forms: QueryForm[] = [{ choices: words.map(toTerms), quality: formQualities.synonym }];
	for (const { wordCount, form } of spans) {
		if (wordCount !== words.length || form.choices.length !== 1) continue;
		forms.push({ choices: form.choices, quality: formQualities.synonym });
		keys.push(...(form.choices[0] ?? []));
	}
	return { keys: [...new Set(keys)], forms };
}

/** The terms that are the word or an inflection of it. */
function toTerms(word: QueryWord): string[] {
	const terms = word.forms
		.filter(({ choices, quality }) => choices.length === 1 && quality <= formQualities.stem)
		.flatMap(({ choices }) => choices[0] ?? []);
	return [...new Set(terms)];
}
