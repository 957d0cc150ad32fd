/**
 * Analyzers with the synonyms and the words of a search engine: made once for each list, and released with it. A long list
 * takes a fifth of a second, so it is prepared in slices, between which other searches run.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { prepareSynonyms } from '../../fulltext/analysis/synonyms.ts';
import { applyWordRules, toWordKeys, type WordRules } from '../../fulltext/analysis/word-rules.ts';

/** Some 2 ms of work, as rules have few phrases. */
const rulesPerSlice = 50;

const known = new WeakMap<readonly SynonymRule[], WeakMap<Analyzer, Promise<Analyzer>>>();

/** The analyzer with the rules applied to queries. Cost: as `prepareSynonyms` the first time, then O(1). */
export async function withSynonyms(analyzer: Analyzer, rules: readonly SynonymRule[] | undefined): Promise<Analyzer> {
	if (rules === undefined || rules.length === 0) return analyzer;
	const ofRules = known.get(rules) ?? new WeakMap<Analyzer, Promise<Analyzer>>();
	known.set(rules, ofRules);
	const made = ofRules.get(analyzer);
	if (made !== undefined) return made;
	const extended = extend(analyzer, rules);
	ofRules.set(analyzer, extended);
	return extended;
}

async function extend(analyzer: Analyzer, rules: readonly SynonymRule[]): Promise<Analyzer> {
	const steps = prepareSynonyms(rules, analyzer.analyzeQuery);
	for (let count = 1; ; count++) {
		const step = steps.next();
		if (step.done) {
			const synonyms = step.value;
			return { ...analyzer, analyzeQuery: (text, more) => analyzer.analyzeQuery(text, { synonyms, ...more }) };
		}
		if (count % rulesPerSlice === 0) await yieldToOthers();
	}
}

/** What the settings say of words. */
export type AskedWords = Pick<IndexQuery, 'stopWords' | 'exactWords' | 'isTypoTolerant'>;

/**
 * The analyzer with what the settings say of words applied to queries. Always the same one for the same lists, because
 * more is cached by analyzer. Cost: as `toWordKeys` the first time, then O(1).
 */
export function withWordRules(
	analyzer: Analyzer,
	{ stopWords = [], exactWords = [], isTypoTolerant = true }: AskedWords,
): Analyzer {
	const tolerant = isTypoTolerant ? analyzer : withoutTypos(analyzer);
	const stopping = stopWords.length === 0 ? tolerant : withStopWords(tolerant, stopWords);
	return exactWords.length === 0 ? stopping : withExactWords(stopping, exactWords);
}

const noWords: ReadonlySet<string> = new Set();
const noRules: WordRules = { stopWords: noWords, exactWords: noWords, isTypoTolerant: true };

const withStopWords = cacheByList((stopWords) => ({ ...noRules, stopWords }));
const withExactWords = cacheByList((exactWords) => ({ ...noRules, exactWords }));
const intolerant = new WeakMap<Analyzer, Analyzer>();

function withoutTypos(analyzer: Analyzer): Analyzer {
	const made = intolerant.get(analyzer) ?? withRules(analyzer, { ...noRules, isTypoTolerant: false });
	intolerant.set(analyzer, made);
	return made;
}

function cacheByList(toRules: (keys: ReadonlySet<string>) => WordRules) {
	const made = new WeakMap<readonly string[], WeakMap<Analyzer, Analyzer>>();
	return (analyzer: Analyzer, words: readonly string[]): Analyzer => {
		const ofWords = made.get(words) ?? new WeakMap<Analyzer, Analyzer>();
		made.set(words, ofWords);
		const known = ofWords.get(analyzer) ?? withRules(analyzer, toRules(toWordKeys(words, analyzer.analyzeQuery)));
		ofWords.set(analyzer, known);
		return known;
	};
}

function withRules(analyzer: Analyzer, rules: WordRules): Analyzer {
	return { ...analyzer, analyzeQuery: (text, more) => applyWordRules(analyzer.analyzeQuery(text, more), rules) };
}
