/** The synonyms that hold in any shop of a language; a shop's own rules come on top. */
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';
import type { Language } from './language.ts';

/** The rules of a language; none for most. */
export function toEverydaySynonyms({ synonyms = [] }: Language): SynonymRule[] {
	return synonyms.map((line) => ({ kind: 'two_way', phrases: line.split(', ') }));
}
