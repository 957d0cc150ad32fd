/**
 * Which part of the overrides decides what an index is like? Of the weights that are numbers only the groups of fields (see
 * `weight-groups.ts`): what a group weighs is said when it is searched.
 *
 *     overrides  {"brand": {"weight": 8}, "care": {"facet": "range"}, "title": {"weight": 6}}
 *     text       {"brand": {"weightGroup": 0}}
 */
import { type FieldClass, usesOfRoles } from './field-role.ts';
import { inferField } from './infer-field.ts';
import type { FieldOverride, SchemaOverrides } from './schema-override.ts';
import { groupFields, type TextMeasure, toTextMeasure } from './weight-groups.ts';

/** Equal texts make equal indexes. Empty if nothing differs from an index without overrides. */
export function toIndexedText(overrides: SchemaOverrides): string {
	const groups = toGroupOfFields(overrides);
	const entries = Object.entries(overrides).flatMap(([name, override]) => {
		const { facet: _, popularity = 0, popularityBest: __, ...kept } = override;
		const { weight, ...others } = kept;
		const weightGroup = groups.get(name);
		const indexed = {
			...(typeof weight === 'number' ? others : kept),
			...(weightGroup !== undefined && { weightGroup }),
			// The numbers of other fields are there already.
			...(kept.isFilterable === false && popularity > 0 && { popularity: 1 }),
		};
		return Object.keys(indexed).length === 0 ? [] : [[name, indexed] as const];
	});
	return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

/** The number of the group of each field that is weighed by itself; titles are not among them. */
export function toGroupOfFields(overrides: SchemaOverrides): ReadonlyMap<string, number> {
	const said = Object.entries(overrides);
	const indexed = said.flatMap(([name, { weightGroup }]) =>
		weightGroup === undefined ? [] : [[name, weightGroup] as const],
	);
	if (indexed.length > 0) return new Map(indexed);
	const weighed = said.flatMap(([name, override]) => {
		const { weight } = override;
		if (typeof weight !== 'number' || !isWeighed(name, override)) return [];
		return [{ name, weight, measure: toFieldMeasure(name, override) }];
	});
	return groupFields(weighed);
}

/** Whether the words of a field are searched with a number as weight, in a group beside the title. */
function isWeighed(name: string, override: FieldOverride): boolean {
	const { role, fieldClass } = toRoleAndClass(name, override);
	if (role === 'title' || override.isIgnored === true) return false;
	return fieldClass !== null || override.isSearchable === true || override.weight !== 0;
}

/** How the texts of a field are measured that has a weight of its own. */
export function toFieldMeasure(name: string, override: FieldOverride | undefined): TextMeasure {
	const { role, fieldClass } = toRoleAndClass(name, override);
	return toTextMeasure(role, fieldClass);
}

/** The role of a field, and the class of its words by that; null if they would not be searched. */
export function toRoleAndClass(name: string, override: FieldOverride | undefined) {
	const inferred = override?.role === undefined ? inferField(name) : { role: override.role };
	const fieldClass: FieldClass | null =
		inferred.fieldClass === undefined ? usesOfRoles[inferred.role].fieldClass : inferred.fieldClass;
	return { role: inferred.role, facet: inferred.facet, fieldClass };
}
