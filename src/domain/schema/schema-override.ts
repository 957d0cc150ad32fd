/** What does the owner of an index say of its fields? What is left out stays as it is inferred. */
import { createCache } from '../../lib/cache.ts';
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';
import type { FacetKind } from '../query/facet-kind.ts';
import { findFieldNameProblem } from '../query/search-settings.ts';
import { type FieldRole, type FieldWeight, usesOfRoles } from './field-role.ts';
import { inferField, wellKnownNames } from './infer-field.ts';

export interface FieldOverride {
	readonly role?: FieldRole;
	/** Searches the words of the field with this weight, however long its values are. */
	readonly weight?: FieldWeight;
	/** Whether its words are searched: with the weight of its role, C where that has none. */
	readonly isSearchable?: boolean;
	/** Whether its values are kept, to be filtered, counted and sorted by. */
	readonly isFilterable?: boolean;
	/** The type of a facet of requests that do not say it. The index does not depend on it. */
	readonly facet?: FacetKind;
	/** Whether nothing of the field is indexed, whatever else is said. */
	readonly isIgnored?: boolean;
}

/** By name of the field; of members of nested objects with the dots between. In the order of the names. */
export type SchemaOverrides = Readonly<Record<string, FieldOverride>>;

/** One object, by which an index of which nothing is said is known. */
export const noOverrides: SchemaOverrides = {};

/** By field: null takes back what was said of it, as does null of one property. */
export type SchemaChange = Readonly<
	Record<string, { readonly [Name in keyof FieldOverride]: FieldOverride[Name] | null } | null>
>;

/** Fields of an index that its owner may say something of. */
export const schemaOverridesMax = 500;

/** Fields that mean something to the server itself. */
const ownNames: ReadonlySet<string> = new Set([
	'id',
	...wellKnownNames.group,
	'group_leader',
	'df_group_leader',
	'df_manual_boost',
]);

/** `overrides` with `change` laid over it; fields of which nothing is said are not in it. */
export function changeOverrides(overrides: SchemaOverrides, change: SchemaChange): SchemaOverrides {
	const changed = new Map<string, FieldOverride>(Object.entries(overrides));
	for (const [name, override] of Object.entries(change)) {
		const properties = override === null ? [] : Object.entries({ ...changed.get(name), ...override });
		const said = properties.filter(([, value]) => value !== null && value !== undefined);
		if (said.length > 0) changed.set(name, Object.fromEntries(said.sort(compareNames)));
		else changed.delete(name);
	}
	// Of entries, as a field may be called `__proto__`.
	return Object.fromEntries([...changed].sort(compareNames));
}

function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
	return a < b ? -1 : Number(a > b);
}

/** @returns every fault of overrides, by the path `fields.<name>`. */
export function findOverrideFaults(overrides: SchemaOverrides): Fault[] {
	const entries = Object.entries(overrides);
	if (entries.length > schemaOverridesMax) {
		return toFaults('fields', `must be at most ${schemaOverridesMax}, with those that were set before`);
	}
	return entries.flatMap(([name, override]) => findFieldFaults(name, override));
}

function findFieldFaults(name: string, override: FieldOverride): Fault[] {
	const path = `fields.${name.slice(0, 100)}`;
	const nameProblem = ownNames.has(name) ? 'means something to the server itself' : findFieldNameProblem(name);
	if (nameProblem !== undefined) return toFaults(path, nameProblem);
	const { role = inferField(name).role } = override;
	const isRoleKept = !usesOfRoles[role].isAssignable;
	return [
		...toFaults(`${path}.role`, isRoleKept ? `${role} is not for fields of other names` : undefined),
		...toFaults(`${path}.weight`, findWeightProblem(role, override)),
	];
}

function findWeightProblem(role: FieldRole, { weight, isSearchable }: FieldOverride): string | undefined {
	if (weight === undefined) return undefined;
	if (isSearchable === false) return 'is for fields that are searched';
	return role === 'title' && weight !== 'A' ? 'must be A for a title: give the field another role' : undefined;
}

/** What of the overrides is in an index: equal texts make equal indexes. Empty without any. */
export function toIndexedText(overrides: SchemaOverrides): string {
	const entries = Object.entries(overrides).flatMap(([name, { facet: _, ...indexed }]) =>
		Object.keys(indexed).length === 0 ? [] : [[name, indexed] as const],
	);
	return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

const parsed = createCache<string, SchemaOverrides>({ entriesMax: 1_000 });

/**
 * Of a text that `toIndexedText` or `JSON.stringify` made; one object for equal texts, as long as it is in memory, so that
 * what follows from it can be kept with it.
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
