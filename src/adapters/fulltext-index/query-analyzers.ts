/** Analyzers that know the synonyms of a search engine: made once for each list of rules, and gone with it. */
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { createSynonyms } from '../../fulltext/analysis/synonyms.ts';

const known = new WeakMap<readonly SynonymRule[], WeakMap<Analyzer, Analyzer>>();

/** The analyzer, with what the rules say for queries. Cost: as `createSynonyms` the first time, then O(1). */
export function withSynonyms(analyzer: Analyzer, rules: readonly SynonymRule[] | undefined): Analyzer {
	if (rules === undefined || rules.length === 0) return analyzer;
	const made = known.get(rules) ?? new WeakMap<Analyzer, Analyzer>();
	known.set(rules, made);
	let extended = made.get(analyzer);
	if (extended === undefined) {
		const synonyms = createSynonyms(rules, analyzer.analyzeQuery);
		extended = {
			...analyzer,
			analyzeQuery: (text, more) => analyzer.analyzeQuery(text, { synonyms, ...more }),
		};
		made.set(analyzer, extended);
	}
	return extended;
}
