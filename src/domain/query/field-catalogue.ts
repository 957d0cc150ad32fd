import type { FieldUse } from './index-description.ts';

/** The fields that the items of some indices have. */
export interface FieldCatalogue {
	/** Items; without any, nothing is known of fields. */
	readonly itemCount: number;
	/** What its values are taken for; undefined when no item has such a field. Cost: O(segments). */
	find(fieldName: string): readonly FieldUse[] | undefined;
	/** All of them, in no particular order. Cost: O(fields · segments). */
	listNames(): readonly string[];
}

/** The fields of both. */
export function joinCatalogues(one: FieldCatalogue, other: FieldCatalogue): FieldCatalogue {
	return {
		itemCount: one.itemCount + other.itemCount,
		find(fieldName) {
			const uses = [one.find(fieldName), other.find(fieldName)];
			return uses.every((part) => part === undefined) ? undefined : uses.flatMap((part) => part ?? []);
		},
		listNames: () => [...new Set([...one.listNames(), ...other.listNames()])],
	};
}
