/**
 * Analyzers with the synonyms of a search engine: made once for each list of rules, and released with it. A long list
 * takes a fifth of a second, so it is prepared in slices, between which other searches run.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { prepareSynonyms } from '../../fulltext/analysis/synonyms.ts';

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
