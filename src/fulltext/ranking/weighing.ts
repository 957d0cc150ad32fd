/** What is a word worth by the fields that have it? The weights of their classes, or those that the owner of the index gave. */
import { classWeights } from '../../domain/schema/field-role.ts';
import { type FieldWeights, toGroupWeight, type WeightGroup } from '../../domain/schema/weight-groups.ts';
import { type CountLayout, type CountSlot, classLayout, toCountLayout } from './packed-counts.ts';

export interface WeighedSlot extends CountSlot {
	/** 1 for titles, where no owner says otherwise: 0 … 2. */
	readonly weight: number;
}

export interface Weighing {
	/** Equal for weighings of equal layouts and weights. */
	readonly key: string;
	/** The title's comes first. */
	readonly slots: readonly WeighedSlot[];
	/** The part of a score beside rarity is below this. */
	readonly partMax: number;
}

/** The share that the slots other than the best one add, 0 … 1. */
export const tie = 0.3;

const partMaxLeast = 2;

/** The weighing of fields by their classes. */
export const plainWeighing: Weighing = { ...weigh(classLayout, classWeights.A, []), key: '' };

/**
 * The weighing of postings with these groups of fields, by the weights that are stored now; undefined for those of the
 * classes. They may be newer than the groups, while an index with others is being built. Cost: microseconds.
 */
export function toWeighing(groups: readonly WeightGroup[], weights: FieldWeights | undefined): Weighing {
	if (weights === undefined && groups.length === 0) return plainWeighing;
	const known = weights ?? { title: classWeights.A, ofFields: new Map() };
	const groupWeights = groups.map((group) => toGroupWeight(group, known) ?? classWeights[group.fieldClass]);
	return weigh(toCountLayout(groups), known.title, groupWeights);
}

function weigh(layout: CountLayout, titleWeight: number, groupWeights: readonly number[]): Weighing {
	const slots = [layout.title, layout.attributes, layout.descriptions, ...layout.groups];
	const weights = [titleWeight, classWeights.B, classWeights.C, ...groupWeights].map((one) => one / classWeights.A);
	const best = Math.max(...weights);
	const others = weights.reduce((sum, weight) => sum + weight, 0) - best;
	return {
		key: slots.map(({ weightClass, occurrences }, at) => [weightClass, occurrences, weights[at]]).join(' '),
		slots: slots.map((slot, at) => ({ ...slot, weight: weights[at] as number })),
		partMax: Math.max(partMaxLeast, best + tie * others),
	};
}
