/** How much does a match count that is not the word as typed? Exact before stem before prefix before relative before typo. */
import { type FormQuality, formQualities } from '../analysis/analyzed-query.ts';
import type { Slip } from './slip-likelihood.ts';

const weightsOfForms: Readonly<Record<FormQuality, number>> = {
	[formQualities.exact]: 1,
	[formQualities.joined]: 0.97,
	[formQualities.unit]: 0.95,
	[formQualities.variant]: 0.92,
	[formQualities.stem]: 0.88,
	[formQualities.relative]: 0.5,
	[formQualities.synonym]: 0.8,
	[formQualities.compound]: 0.45,
	[formQualities.part]: 0.3,
};

const prefixWeight = 0.7;
/** Whoever typed a word that products have is probably not about to type another one: desk, not desktop. */
const finishedPrefixWeight = 0.4;
/** Less than a prefix: what was typed is not there. */
const soundWeight = 0.6;
const typoWeights: readonly [number, number, number] = [1, 0.5, 0.3];

/** The weight of a form, 0 … 1; 1 for the word itself. */
export function toFormWeight(quality: FormQuality): number {
	return weightsOfForms[quality];
}

/** The weight of a term that starts with the word. @param isFinished whether products have the word as typed */
export function toPrefixWeight(quality: FormQuality, isFinished: boolean): number {
	return weightsOfForms[quality] * (isFinished ? finishedPrefixWeight : prefixWeight);
}

/** The weight of a term with one or two typing errors, or that sounds alike. */
export function toTypoWeight({ errorCount, soundChangeCount }: Slip): number {
	return soundChangeCount > 0 ? soundWeight : (typoWeights[errorCount] ?? 0);
}
