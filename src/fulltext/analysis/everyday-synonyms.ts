/** The synonyms that hold in any shop of a language; a shop's own rules are added to them. */
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import type { Language } from './language.ts';

/** The rules of a language; empty for most. */
export function toEverydaySynonyms({ synonyms = [] }: Language): SynonymRule[] {
	return synonyms.map((line) => ({ kind: 'two_way', phrases: line.split(', ') }));
}
