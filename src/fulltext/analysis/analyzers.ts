import { type Analyzer, createAnalyzer } from './analyzer.ts';

/** The analyzer of a locale, `es-ES`, or of a language, `es`. */
export type ToAnalyzer = (locale: string) => Analyzer;

/**
 * Always the same analyzer for the same language, because synonyms are cached for each, and because locales of one language
 * make the same index.
 */
export function createAnalyzers(): ToAnalyzer {
	const byLocale = new Map<string, Analyzer>();
	const byLanguage = new Map<string, Analyzer>();
	return (locale) => {
		const known = byLocale.get(locale);
		if (known !== undefined) return known;
		const made = createAnalyzer(locale);
		const analyzer = byLanguage.get(made.language) ?? made;
		byLanguage.set(made.language, analyzer);
		byLocale.set(locale, analyzer);
		return analyzer;
	};
}
