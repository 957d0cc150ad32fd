import type { FieldUse } from './index-description.ts';

/** The fields that the items of some indices have. */
export interface FieldCatalogue {
	/** The number of items; without any, nothing is known of fields. */
	readonly itemCount: number;
	/** How the values of a field are used; undefined when no item has the field. Cost: O(segments). */
	find(fieldName: string): readonly FieldUse[] | undefined;
	/** All field names, in no particular order. Cost: O(fields · segments). */
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
