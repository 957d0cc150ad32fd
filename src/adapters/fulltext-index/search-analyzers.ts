import { type Analyzer, createAnalyzer } from '../../fulltext/analysis/analyzer.ts';

/** The analyzer of a language, for queries with the language's stop words or without. */
export type ToAnalyzer = (language: string, hasStopwords: boolean) => Analyzer;

/** Always the same analyzer for the same language, because synonyms are cached for each. */
export function createSearchAnalyzers(): ToAnalyzer {
	const analyzers = new Map<string, Analyzer>();
	return (language, hasStopWords) => {
		const key = `${language} ${hasStopWords}`;
		let analyzer = analyzers.get(key);
		if (analyzer === undefined) {
			const plain = createAnalyzer(language);
			analyzer = { ...plain, analyzeQuery: (text, more) => plain.analyzeQuery(text, { hasStopWords, ...more }) };
			analyzers.set(key, analyzer);
		}
		return analyzer;
	};
}
