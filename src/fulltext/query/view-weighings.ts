/** What do the words of each segment of a view weigh by the fields that have them? */
import { plainWeighing, toWeighing, type Weighing } from '../ranking/weighing.ts';
import type { IndexView } from './index-view.ts';

export interface ViewWeighings {
	readonly bySegment: readonly Weighing[];
	/** The part of a score beside rarity is below this in every segment. */
	readonly partMax: number;
}

/** Cost: O(segments). */
export function toViewWeighings({ segments, weights }: Pick<IndexView, 'segments' | 'weights'>): ViewWeighings {
	const bySegment = segments.map(({ segment }, at) => toWeighing(segment.schema.weightGroups, weights?.[at]));
	return {
		bySegment,
		partMax: bySegment.reduce((most, { partMax }) => Math.max(most, partMax), plainWeighing.partMax),
	};
}
