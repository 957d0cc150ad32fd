/** How much does a match count that is not the word as typed? Exact before stem before prefix before typo. */
import { type FormQuality, formQualities } from '../analysis/analyzed-query.ts';

const weightsOfForms: Readonly<Record<FormQuality, number>> = {
	[formQualities.exact]: 1,
	[formQualities.joined]: 0.97,
	[formQualities.unit]: 0.95,
	[formQualities.variant]: 0.92,
	[formQualities.stem]: 0.88,
	[formQualities.synonym]: 0.8,
	[formQualities.part]: 0.3,
};

const prefixWeight = 0.7;
const typoWeights: readonly [number, number, number] = [1, 0.5, 0.3];

/** The weight of a form, 0 … 1; 1 for the word itself. */
export function toFormWeight(quality: FormQuality): number {
	return weightsOfForms[quality];
}

/** The weight of a term that starts with the word. */
export function toPrefixWeight(quality: FormQuality): number {
	return weightsOfForms[quality] * prefixWeight;
}

/** The weight of a term with this many typing errors, 1 or 2. */
export function toTypoWeight(errorCount: number): number {
	return typoWeights[errorCount] ?? 0;
}
