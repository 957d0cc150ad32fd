/** What does the owner of an index override about a field? Properties that are absent are inferred. */
import { createCache } from '../../lib/cache.ts';
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';
import type { FacetKind } from '../query/facet-kind.ts';
import { popularityWeightMax } from '../query/index-query.ts';
import { findFieldNameProblem } from '../query/search-settings.ts';
import { type FieldClass, type FieldRole, fieldClasses, fieldWeightMax, usesOfRoles } from './field-role.ts';
import { inferField, wellKnownNames } from './infer-field.ts';

export interface FieldOverride {
	readonly role?: FieldRole;
	/**
	 * What its words weigh, however long its values are: a number from 0 to `fieldWeightMax`, or that they count as those of
	 * a class. Words of weight 0 are found and do not count. It makes a field searched that is not, unless it is 0.
	 */
	readonly weight?: FieldClass | number;
	/** Only in the text of `toIndexedText`, in place of a number as weight: the group that the field is counted in. */
	readonly weightGroup?: number;
	/** Whether its words are searched: with the weight of its role, or C if that has none. */
	readonly isSearchable?: boolean;
	/** Whether its values are kept for filters, facets and sorts. */
	readonly isFilterable?: boolean;
	/** The kind of facet for requests that do not say. It does not affect the index. */
	readonly facet?: FacetKind;
	/** Whether nothing of the field is indexed, regardless of the other properties. */
	readonly isIgnored?: boolean;
	/**
	 * How far its numbers raise and lower items, 0 … `popularityWeightMax`; 0 or absent for not at all. It does not affect
	 * the index, except where it needs numbers that would not be kept otherwise.
	 */
	readonly popularity?: number;
	/** Which of its numbers stand for the most popular items; by default the highest. It does not affect the index. */
	readonly popularityBest?: PopularityBest;
}

export const popularityBests = ['highest', 'lowest'] as const;
export type PopularityBest = (typeof popularityBests)[number];

/** By field name, dotted for members of nested objects; sorted by name. */
export type SchemaOverrides = Readonly<Record<string, FieldOverride>>;

/** The overrides of every index that has none; always this object. */
export const noOverrides: SchemaOverrides = {};

/** By field: null removes its override, and null as a property removes that property. */
export type SchemaChange = Readonly<
	Record<string, { readonly [Name in keyof FieldOverride]: FieldOverride[Name] | null } | null>
>;

/** The most fields of an index that can have an override. */
export const schemaOverridesMax = 500;
/** The most fields of an index that can have a weight as popularity. */
export const popularityFieldsMax = 5;

/** Fields that have a meaning to the server itself. */
const ownNames: ReadonlySet<string> = new Set([
	'id',
	...wellKnownNames.group,
	'group_leader',
	'df_group_leader',
	'df_manual_boost',
]);

/** `overrides` with `change` applied, without fields that have no overrides left. */
export function changeOverrides(overrides: SchemaOverrides, change: SchemaChange): SchemaOverrides {
	const changed = new Map<string, FieldOverride>(Object.entries(overrides));
	for (const [name, override] of Object.entries(change)) {
		const properties = override === null ? [] : Object.entries({ ...changed.get(name), ...override });
		const said = properties.filter(([, value]) => value !== null && value !== undefined);
		if (said.length > 0) changed.set(name, Object.fromEntries(said.sort(compareNames)));
		else changed.delete(name);
	}
	// Built from entries, because a field may be called `__proto__`.
	return Object.fromEntries([...changed].sort(compareNames));
}

function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
	return a < b ? -1 : Number(a > b);
}

/** @returns every fault of overrides, under the path `fields.<name>` */
export function findOverrideFaults(overrides: SchemaOverrides): Fault[] {
	const entries = Object.entries(overrides);
	if (entries.length > schemaOverridesMax) {
		return toFaults('fields', `must be at most ${schemaOverridesMax}, with those that were set before`);
	}
	const mainTitle = findMainTitle(overrides);
	const popular = entries.filter(([, { popularity = 0 }]) => popularity > 0);
	return [
		...entries.flatMap(([name, override]) => findFieldFaults(name, override, mainTitle)),
		...popular
			.slice(popularityFieldsMax)
			.flatMap(([name]) => toFaults(`fields.${name}.popularity`, `is for at most ${popularityFieldsMax} fields`)),
	];
}

function findFieldFaults(name: string, override: FieldOverride, mainTitle: string | undefined): Fault[] {
	const path = `fields.${name.slice(0, 100)}`;
	const nameProblem = ownNames.has(name) ? 'means something to the server itself' : findFieldNameProblem(name);
	if (nameProblem !== undefined) return toFaults(path, nameProblem);
	const { role = inferField(name).role } = override;
	const isRoleKept = !usesOfRoles[role].isAssignable;
	return [
		...toFaults(`${path}.role`, isRoleKept ? `${role} is not for fields of other names` : undefined),
		...toFaults(`${path}.weight`, findWeightProblem(role, override, name === mainTitle)),
		...toFaults(`${path}.popularity`, findPopularityProblem(role, override)),
	];
}

/** Fields with these roles have no numbers that could say how popular an item is. */
const otherThanNumbers: ReadonlySet<FieldRole> = new Set(['title', 'text', 'item_id', 'geo', 'link', 'image', 'group']);

function findPopularityProblem(role: FieldRole, { popularity, isIgnored }: FieldOverride): string | undefined {
	if (popularity === undefined) return undefined;
	if (!(popularity >= 0 && popularity <= popularityWeightMax)) return `must be from 0 to ${popularityWeightMax}`;
	if (popularity === 0) return undefined;
	if (isIgnored === true) return 'is for fields that are indexed';
	return otherThanNumbers.has(role) ? `is for fields of numbers: a field with the role ${role} has none` : undefined;
}

function findWeightProblem(
	role: FieldRole,
	{ weight, isSearchable }: FieldOverride,
	isMainTitle: boolean,
): string | undefined {
	if (weight === undefined) return undefined;
	if (isSearchable === false) return 'is for fields that are searched';
	if (typeof weight === 'number' ? !(weight >= 0 && weight <= fieldWeightMax) : !fieldClasses.includes(weight)) {
		return `must be a number from 0 to ${fieldWeightMax}, or one of ${fieldClasses.join(', ')}`;
	}
	if (role !== 'title' || weight === 'A') return undefined;
	if (typeof weight === 'string') return 'must be A or a number for a title: give the field another role';
	return isMainTitle
		? undefined
		: 'is for the title: give the field the role title if it is that, or else another role';
}

/** The field whose text is the title of items that have it; undefined where no field can be a title. */
function findMainTitle(overrides: SchemaOverrides): string | undefined {
	const assigned = Object.keys(overrides).filter((name) => overrides[name]?.role === 'title');
	return [...assigned.sort(), ...wellKnownNames.title].find((name) => {
		const { role = 'title', isIgnored = false } = (Object.hasOwn(overrides, name) ? overrides[name] : undefined) ?? {};
		return role === 'title' && !isIgnored;
	});
}

const parsed = createCache<string, SchemaOverrides>({ entriesMax: 1_000 });

/**
 * Parses a text from `toIndexedText` or `JSON.stringify`. Equal texts give the same object while it is cached, so that
 * what is derived from it can be cached by it.
 */
export function parseOverrides(text: string): SchemaOverrides {
	if (text === '') return noOverrides;
	let overrides = parsed.get(text);
	if (overrides === undefined) {
		overrides = JSON.parse(text) as SchemaOverrides;
		parsed.set(text, overrides);
	}
	return overrides;
}
