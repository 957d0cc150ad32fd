/** What a text says besides words, by the rules of the program. */
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { findLanguage } from '../../src/fulltext/analysis/language-registry.ts';
import { toLanguageRules } from '../../src/fulltext/understanding/language-rules.ts';
import type { QueryPart } from '../../src/fulltext/understanding/part.ts';
import { understand } from '../../src/fulltext/understanding/understand.ts';
import { createValueKeys } from '../../src/fulltext/understanding/value-key.ts';
import type { Vocabulary } from '../../src/fulltext/understanding/vocabulary.ts';

export function createUnderstand(analyzer: Analyzer): (text: string, vocabulary: Vocabulary) => readonly QueryPart[] {
	const rules = toLanguageRules(findLanguage(analyzer.language));
	const toKey = createValueKeys(analyzer);
	return (text, vocabulary) => understand(text, { rules, vocabulary, toKey });
}
