/** Documents and queries, analysed in the form that tests compare. */
import type { QueryForm, QueryPrefix } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import type { QueryOptions } from '../../src/fulltext/analysis/query-analyzer.ts';
import { createTokenBuffer, tokenKinds } from '../../src/fulltext/analysis/token-buffer.ts';

export interface Token {
	/** With ␁ and ␂ for the prefixes of stems and loose terms. */
	readonly term: string;
	readonly position: number;
	readonly kind: keyof typeof tokenKinds;
}

const kindNames = Object.keys(tokenKinds) as (keyof typeof tokenKinds)[];

/** The tokens of a text, with a dictionary of their own. */
export function toTokens(analyzer: Analyzer, text: string, tokensMax = 1_000_000): Token[] {
	const terms: string[] = [];
	const ids = new Map<string, number>();
	const documents = analyzer.openDocuments((term) => {
		const id = ids.get(term) ?? terms.push(term) - 1;
		ids.set(term, id);
		return id;
	});
	const buffer = createTokenBuffer(tokensMax);
	documents.analyze(text, buffer);
	return Array.from({ length: buffer.count }, (_, index) => ({
		term: toVisible(terms[buffer.termIds[index] ?? -1] ?? ''),
		position: buffer.positions[index] ?? -1,
		kind: kindNames.find((name) => tokenKinds[name] === buffer.kinds[index]) ?? 'word',
	}));
}

/** The words (and bigrams) of a text, in order: as written, without the other forms that find them. */
export function toWords(analyzer: Analyzer, text: string): string[] {
	return toTokens(analyzer, text)
		.filter(({ kind }) => kind === 'word' || kind === 'bigram')
		.map(({ term }) => term);
}

/**
 * Whether a document of one text matches the query: all words except the optional ones, each by a form, range or span.
 */
export function isFound(analyzer: Analyzer, query: string, document: string, options?: QueryOptions): boolean {
	const terms = new Set(toTokens(analyzer, document).map(({ term }) => term));
	const { words, spans } = analyzer.analyzeQuery(query, options);
	const isMatch = ({ choices }: QueryForm) =>
		choices.every((choice) => choice.some((term) => terms.has(toVisible(term))));
	const isInRange = ({ term }: QueryPrefix) => [...terms].some((other) => other.startsWith(toVisible(term)));
	return words.every(
		({ forms, prefixes, isOptional }, index) =>
			isOptional ||
			forms.some(isMatch) ||
			prefixes.some(isInRange) ||
			spans.some(
				({ firstWord, wordCount, form, prefixes: ranges }) =>
					firstWord <= index && index < firstWord + wordCount && (isMatch(form) || ranges.some(isInRange)),
			),
	);
}

export function toVisible(term: string): string {
	return term.replace('\u0001', '␁').replace('\u0002', '␂');
}
