/**
 * The synonyms of a shop. They apply when searching, so a changed rule does not require a new index.
 *
 * Phrases are compared by the keys of their words: a rule about `sneaker` also applies to `sneakers`, and one about
 * `wi-fi` to `wifi`. One about `laptop` also applies to `lap top`, which shoppers write by mistake. Rules do not chain: the
 * result of a rule is not looked up again.
 */
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import { type AnalyzedQuery, formQualities, type QueryForm, type QuerySpan, type QueryWord } from './analyzed-query.ts';

export interface Synonyms {
	/**
	 * The forms that stand for words of the query, longest phrases first at each word. Cost: O(words · longest phrase).
	 */
	findSpans(words: readonly QueryWord[]): QuerySpan[];
}

/** A phrase of a rule: the keys by which a query may contain it, and the forms by which a document may. */
interface Phrase {
	readonly keys: readonly string[];
	readonly forms: readonly QueryForm[];
}

/** By key, the phrases that the rules substitute for it; all phrases of one side of a rule share them. */
type TargetsByKey = ReadonlyMap<string, readonly (readonly Phrase[])[]>;

/**
 * Prepares rules for searching, one step for each rule, so that a long list can be processed in time slices. A phrase
 * that has no words in this language, or more than a query may have, is ignored: the language of a search engine may
 * change after its rules were written. Cost: about 20 µs and 1 kB for each phrase.
 * @param rules valid according to `findSynonymFaults`
 * @param analyze the `analyzeQuery` of the language of the queries
 */
export function* prepareSynonyms(
	rules: readonly SynonymRule[],
	analyze: (text: string) => AnalyzedQuery,
): Generator<undefined, Synonyms> {
	const targetsByKey = new Map<string, (readonly Phrase[])[]>();
	let wordCountMax = 0;

	function parsePhrases(texts: readonly string[]): Phrase[] {
		return texts.flatMap((text) => {
			// The blank at the end says that the last word of a rule is complete.
			const analyzed = analyze(`${text} `);
			wordCountMax = Math.max(wordCountMax, analyzed.words.length);
			return toPhrase(analyzed) ?? [];
		});
	}

	for (const rule of rules) {
		const from = parsePhrases(rule.kind === 'two_way' ? rule.phrases : rule.from);
		const to = rule.kind === 'two_way' ? from : parsePhrases(rule.to);
		for (const key of new Set(from.flatMap(({ keys }) => keys))) {
			const targets = targetsByKey.get(key);
			if (targets === undefined) targetsByKey.set(key, [to]);
			else targets.push(to);
		}
		yield;
	}
	const beginnings = new Set([...targetsByKey.keys()].map((key) => key.slice(0, beginningLength)));
	const toJoinedKey = (left: QueryWord, right: QueryWord) => {
		const joined = left.text + right.text;
		const isCandidate = isJoinable(left) && isJoinable(right) && beginnings.has(joined.slice(0, beginningLength));
		return isCandidate ? analyze(`${joined} `).words[0]?.key : undefined;
	};
	return { findSpans: (words) => findSpans(words, { targetsByKey, wordCountMax, toJoinedKey }) };
}

/** Two words that begin with other letters than all rules need no analysis to see whether they are one of a rule. */
const beginningLength = 4;

/** Whether the word may be half of a word that was written apart: letters only, and no function word. */
function isJoinable({ isTypoTolerant, isOptional }: QueryWord): boolean {
	return isTypoTolerant && !isOptional;
}

interface PreparedRules {
	readonly targetsByKey: TargetsByKey;
	/** Of the longest phrase. */
	readonly wordCountMax: number;
	/** The key of two words written together; undefined where no rule has such a word. */
	toJoinedKey(left: QueryWord, right: QueryWord): string | undefined;
}

/** Prepares all rules at once, as `prepareSynonyms` does; for short lists. */
export function createSynonyms(...[rules, analyze]: Parameters<typeof prepareSynonyms>): Synonyms {
	const steps = prepareSynonyms(rules, analyze);
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

function findSpans(
	words: readonly QueryWord[],
	{ targetsByKey, wordCountMax, toJoinedKey }: PreparedRules,
): QuerySpan[] {
	const spans: QuerySpan[] = [];

	const added = new Set<string>();

	function addSpans(firstWord: number, wordCount: number, key: string): void {
		for (const { keys, forms } of targetsByKey.get(key)?.flat() ?? []) {
			// A rule may have two words as they were typed and written together: wi fi, wifi.
			const name = `${firstWord} ${wordCount} ${keys.join(' | ')}`;
			if (keys.includes(key) || added.has(name)) continue;
			added.add(name);
			for (const form of forms) spans.push({ firstWord, wordCount, form, prefixes: [] });
		}
	}

	for (const [firstWord, word] of words.entries()) {
		const keysByCount = listKeys(words, firstWord, wordCountMax);
		for (let wordCount = keysByCount.length; wordCount > 0; wordCount--) {
			addSpans(firstWord, wordCount, keysByCount[wordCount - 1] as string);
		}
		const next = words[firstWord + 1];
		const joined = next === undefined ? undefined : toJoinedKey(word, next);
		if (joined !== undefined) addSpans(firstWord, 2, joined);
	}
	return spans;
}

/** The keys of the phrases of one word, two words and so on that start at a word. */
function listKeys(words: readonly QueryWord[], firstWord: number, wordCountMax: number): string[] {
	const keys: string[] = [];
	let key = '';
	for (let at = firstWord; at < Math.min(words.length, firstWord + wordCountMax); at++) {
		const word = words[at] as QueryWord;
		key = at === firstWord ? word.key : `${key} ${word.key}`;
		keys.push(key);
	}
	return keys;
}

function toKey(words: readonly QueryWord[]): string {
	return words.map(({ key }) => key).join(' ');
}

/** @returns undefined when the text has no words, or too many */
function toPhrase({ words, spans, isTruncated }: AnalyzedQuery): Phrase | undefined {
	if (words.length === 0 || isTruncated) return undefined;
	const keys = [toKey(words)];
	const forms: QueryForm[] = [{ choices: words.map(toWordTerms), quality: formQualities.synonym }];
	for (const { wordCount, form } of spans) {
		// Rules do not chain, so other rules' synonyms for the phrase are skipped.
		if (wordCount !== words.length || form.choices.length !== 1 || form.quality === formQualities.synonym) continue;
		forms.push({ choices: form.choices, quality: formQualities.synonym });
		keys.push(...(form.choices[0] ?? []));
	}
	return { keys: [...new Set(keys)], forms };
}

/** The terms that are the word or an inflection of it. */
export function toWordTerms(word: QueryWord): string[] {
	const terms = word.forms
		.filter(({ choices, quality }) => choices.length === 1 && quality <= formQualities.relative)
		.flatMap(({ choices }) => choices[0] ?? []);
	return [...new Set(terms)];
}
