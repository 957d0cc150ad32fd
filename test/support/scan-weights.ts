/** What the ways in which an item contains a word weigh: 0 … 1 (decision 0007). */
import { formQualities, type QueryForm } from '../../src/fulltext/analysis/analyzed-query.ts';

export const weights: Readonly<Record<keyof typeof formQualities, number>> = {
	exact: 1,
	joined: 0.97,
	unit: 0.95,
	variant: 0.92,
	stem: 0.88,
	relative: 0.5,
	synonym: 0.8,
	compound: 0.45,
	part: 0.3,
};
export const weightOfPrefix = 0.7;
export const weightOfPrefixOfKnown = 0.4;
export const weightOfSound = 0.6;
export const weightsOfTypos = [0, 0.5, 0.3];

const weightsByQuality = new Map(
	Object.entries(formQualities).map(([name, quality]) => [quality, weights[name as keyof typeof formQualities]]),
);

export function toWeight(quality: QueryForm['quality']): number {
	return weightsByQuality.get(quality) as number;
}
