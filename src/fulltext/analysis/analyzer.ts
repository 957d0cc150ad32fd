/**
 * Text in, terms out: the one place that decides which spellings are the same thing to a shopper.
 *
 * Documents go through `DocumentAnalyzer.analyze`, which writes term numbers into a reused buffer; queries through
 * `analyzeQuery`, which yields strings and their qualities. Both rest on the same rules for one chunk of text, so what
 * a document says can be found the way it is written, and in the other ways that people write it.
 */
import type { AnalyzedQuery } from './analyzed-query.ts';
import type { TokenBuffer } from './token-buffer.ts';

export interface DocumentAnalyzer {
	/**
	 * Appends the tokens of `text` to `tokens`; positions go on from `tokens.positionCount`, so that several texts can
	 * share a buffer (leave a gap between them by raising `positionCount`). Never throws, whatever the text.
	 * Cost: O(text length); about 0.1 µs per word that was seen before, 5 µs for a new one.
	 */
	analyze(text: string, tokens: TokenBuffer): void;
}

export interface Analyzer {
	/** The language whose rules are in use, as an ISO 639-1 code; `und` where the locale's language is not known. */
	readonly language: string;
	/**
	 * An analyzer that names terms by the numbers that `idOf` gives them (int32 ≥ 0, always the same for the same term).
	 * `idOf` is asked about once per distinct term, as numbers are remembered; make one per dictionary.
	 */
	openDocuments(idOf: (term: string) => number): DocumentAnalyzer;
	/** Never throws, whatever the text. No words for a text without letters, digits or symbols that name something. */
	analyzeQuery(text: string): AnalyzedQuery;
}
