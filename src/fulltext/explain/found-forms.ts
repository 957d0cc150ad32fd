/** How was a word found? The variant of a word says what of the query it stands for. */
import type { FoundForm, WordForm } from '../../domain/query/explanation.ts';
import { type FormQuality, formQualities } from '../analysis/analyzed-query.ts';
import { loosePrefix, stemPrefix } from '../analysis/token-buffer.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import type { Variant, VariantOrigin } from '../query/resolve-words.ts';

const formsOfQualities: Readonly<Record<FormQuality, WordForm>> = {
	[formQualities.exact]: 'exact',
	[formQualities.joined]: 'joined',
	[formQualities.unit]: 'unit',
	[formQualities.variant]: 'variant',
	[formQualities.stem]: 'stem',
	[formQualities.relative]: 'stem',
	[formQualities.synonym]: 'synonym',
	[formQualities.compound]: 'part',
	[formQualities.part]: 'part',
};

/** What a variant stands for. Cost: O(length of the term). */
export function toFoundForm(segment: Segment, { origin, term, weight }: Variant): FoundForm {
	const text = term >= 0 ? toShownTerm(decodeString(segment.terms, term)) : toJointText(origin);
	if ('choices' in origin) return { form: formsOfQualities[origin.quality], text, errorCount: 0, weight };
	if ('errorCount' in origin) {
		const { soundChangeCount } = origin;
		if (soundChangeCount > 0) return { form: 'sound', text, errorCount: soundChangeCount, weight };
		return { form: 'typo', text, errorCount: origin.errorCount, weight };
	}
	return { form: 'prefix', text, errorCount: 0, weight };
}

/** A term without what tells its namespace. */
export function toShownTerm(term: string): string {
	return term.startsWith(stemPrefix) || term.startsWith(loosePrefix) ? term.slice(1) : term;
}

/** Terms that must occur together. */
function toJointText(origin: VariantOrigin): string {
	const choices = 'choices' in origin ? origin.choices : [];
	return choices.map(([first = '']) => toShownTerm(first)).join(' + ');
}
