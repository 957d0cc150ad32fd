/**
 * Words that mean the same in a shop, applied when searching: a changed rule needs no new index.
 *
 *     two-way   tv = television = smart tv       each finds the others
 *     one-way   sneaker → shoe, trainers         a search for sneaker finds shoe, not the other way round
 *
 * Phrases are compared by the keys of their words, so a rule about `sneaker` holds for `sneakers` too, and one about
 * `wi-fi` for `wifi`. Rules do not chain: what a rule yields is not looked up again.
 */
import { failFaults } from '../../lib/fail-faults.ts';
import { type Fault, type Result, succeed } from '../../lib/failure.ts';
import { type AnalyzedQuery, formQualities, type QueryForm, type QuerySpan, type QueryWord } from './analyzed-query.ts';

export type SynonymRule =
	| { readonly kind: 'two_way'; readonly phrases: readonly string[] }
	| { readonly kind: 'one_way'; readonly from: readonly string[]; readonly to: readonly string[] };

export interface Synonyms {
	/** The forms that stand for words of the query, longest phrases first at each word. Cost: O(words × phraseWordsMax). */
	findSpans(words: readonly QueryWord[]): QuerySpan[];
}

export const synonymRulesMax = 10_000;
export const phrasesPerRuleMax = 100;
export const phraseLengthMax = 100;
const phraseWordsMax = 5;

/** A phrase of a rule: the keys under which a query may say it, and the forms under which a document may. */
interface Phrase {
	readonly keys: readonly string[];
	readonly forms: readonly QueryForm[];
}

/**
 * @param analyze the `analyzeQuery` of the language that the queries will be in
 * @returns the faults of all rules in order, when there are any; `name` is the path, as in `rules.3.from.0`
 */
export function createSynonyms(
	rules: readonly SynonymRule[],
	analyze: (text: string) => AnalyzedQuery,
): Result<Synonyms> {
	if (rules.length > synonymRulesMax)
		return failFaults([toFault('rules', `must be at most ${synonymRulesMax}, there are ${rules.length}`)]);
	const faults: Fault[] = [];
	const formsByKey = new Map<string, QueryForm[]>();

	function parsePhrases(texts: readonly string[], path: string, countMin: number): Phrase[] {
		if (texts.length < countMin || texts.length > phrasesPerRuleMax)
			faults.push(toFault(path, `must have ${countMin} to ${phrasesPerRuleMax} phrases`));
		return texts.slice(0, phrasesPerRuleMax).map((text, index) => {
			const reason = text.length > phraseLengthMax ? `must have at most ${phraseLengthMax} characters` : undefined;
			const phrase = toPhrase(analyze(text.slice(0, phraseLengthMax)));
			const problem = reason ?? (phrase ? undefined : `must have 1 to ${phraseWordsMax} words`);
			if (problem !== undefined) faults.push(toFault(`${path}.${index}`, problem));
			return phrase ?? { keys: [], forms: [] };
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

	for (const [index, rule] of rules.entries()) {
		const isTwoWay = rule.kind === 'two_way';
		const from = isTwoWay
			? parsePhrases(rule.phrases, `rules.${index}.phrases`, 2)
			: parsePhrases(rule.from, `rules.${index}.from`, 1);
		const to = isTwoWay ? from : parsePhrases(rule.to, `rules.${index}.to`, 1);
		for (const source of from) for (const target of to) connect(source, target);
	}
	if (faults.length > 0) return failFaults(faults);
	return succeed({ findSpans: (words) => findSpans(words, formsByKey) });
}

function findSpans(words: readonly QueryWord[], formsByKey: ReadonlyMap<string, readonly QueryForm[]>): QuerySpan[] {
	const spans: QuerySpan[] = [];
	for (let firstWord = 0; firstWord < words.length; firstWord++) {
		for (let wordCount = Math.min(phraseWordsMax, words.length - firstWord); wordCount > 0; wordCount--) {
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
	if (words.length === 0 || words.length > phraseWordsMax || isTruncated) return undefined;
	const keys = [toKey(words)];
	const forms: QueryForm[] = [{ choices: words.map(toTerms), quality: formQualities.synonym }];
	for (const { wordCount, form } of spans) {
		// What other rules say about the phrase does not chain.
		if (wordCount !== words.length || form.choices.length !== 1 || form.quality === formQualities.synonym) continue;
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

function toFault(path: string, reason: string): Fault {
	return { name: path, fields: [path], reason };
}
