/**
 * What is each field of an index for? What its name says, unless its owner overrides it.
 *
 *     inferred    marca → brand: weight B, filterable, suggested
 *     overridden  kleuren → attribute     claim → ignored     modelo → weight A
 */
import { createCache } from '../../lib/cache.ts';
import type { PopularityField } from '../query/index-query.ts';
import { type FieldRole, type FieldWeight, type RoleUses, usesOfRoles } from './field-role.ts';
import { type InferredField, inferField, type NamedRole, wellKnownNames } from './infer-field.ts';
import {
	type FieldOverride,
	noOverrides,
	parseOverrides,
	type SchemaOverrides,
	toIndexedText,
} from './schema-override.ts';

export interface FieldSchema extends RoleUses {
	readonly name: string;
	readonly role: FieldRole;
	/** Whether nothing of it is indexed. */
	readonly isIgnored: boolean;
	/** Whether it can be filtered by: by its values, or by its words if it is a title. */
	readonly isFilterable: boolean;
	/** Whether its numbers are kept. Those of titles and texts are kept too, because they take little space. */
	readonly hasNumbers: boolean;
	/** Whether its booleans and points are kept, whatever its name. */
	readonly hasOtherValues: boolean;
	/** Whether its owner overrides something. */
	readonly isOverridden: boolean;
}

export interface IndexSchema {
	readonly overrides: SchemaOverrides;
	/** See `toIndexedText`: equal for schemas that make equal indexes. */
	readonly indexedText: string;
	/** The fields that say how popular an item is, by name. */
	readonly popularity: readonly PopularityField[];
	/** The schema of a field. Cost: O(1) for a cached field, otherwise O(length of the name). */
	find(fieldName: string): FieldSchema;
	/**
	 * The fields that have this role, of which an item's first counts: first those assigned by the owner, then the
	 * well-known ones.
	 */
	listNamed(role: NamedRole): readonly string[];
	/** The fields to which the owner assigned this role, by name. */
	listAssigned(role: FieldRole): readonly string[];
}

/** Fields cached for each schema: a segment has at most this many. */
const fieldsMax = 10_000;

export function createIndexSchema(overrides: SchemaOverrides): IndexSchema {
	const fields = createCache<string, FieldSchema>({ entriesMax: fieldsMax });
	const assigned = new Map<FieldRole, readonly string[]>();
	const named = new Map<NamedRole, readonly string[]>();

	function find(fieldName: string): FieldSchema {
		let field = fields.get(fieldName);
		if (field === undefined) {
			field = toFieldSchema(fieldName, Object.hasOwn(overrides, fieldName) ? overrides[fieldName] : undefined);
			fields.set(fieldName, field);
		}
		return field;
	}

	function listAssigned(role: FieldRole): readonly string[] {
		const known = assigned.get(role);
		if (known !== undefined) return known;
		const list = Object.keys(overrides).filter((name) => overrides[name]?.role === role && !find(name).isIgnored);
		assigned.set(role, list);
		return list;
	}

	return {
		overrides,
		indexedText: toIndexedText(overrides),
		popularity: toPopularity(overrides),
		find,
		listAssigned,
		listNamed(role) {
			const known = named.get(role);
			if (known !== undefined) return known;
			const isStill = (name: string) => find(name).role === role && !find(name).isIgnored;
			const list = [...new Set([...listAssigned(role), ...wellKnownNames[role].filter(isStill)])];
			named.set(role, list);
			return list;
		},
	};
}

function toPopularity(overrides: SchemaOverrides): readonly PopularityField[] {
	return Object.entries(overrides).flatMap(([fieldName, { popularity: weight = 0, popularityBest, isIgnored }]) => {
		if (weight === 0 || isIgnored === true) return [];
		return [{ fieldName, weight, isLowestBest: popularityBest === 'lowest' }];
	});
}

/** The schema of an index without overrides. */
export const inferredSchema: IndexSchema = createIndexSchema(noOverrides);

/** Schemas by the overrides object: `parseOverrides` returns the same object for the same text. */
const schemas = new WeakMap<SchemaOverrides, IndexSchema>([[noOverrides, inferredSchema]]);

/** The schema of overrides; the same one for the same object. */
export function toIndexSchema(overrides: SchemaOverrides): IndexSchema {
	let schema = schemas.get(overrides);
	if (schema === undefined) {
		schema = createIndexSchema(overrides);
		schemas.set(overrides, schema);
	}
	return schema;
}

/** The schema of overrides given as `toIndexedText` or JSON. */
export function openIndexSchema(text: string): IndexSchema {
	return toIndexSchema(parseOverrides(text));
}

function toFieldSchema(name: string, override: FieldOverride | undefined): FieldSchema {
	const inferred: InferredField = override?.role === undefined ? inferField(name) : { role: override.role };
	const uses = usesOfRoles[inferred.role];
	const { isFilterable, isIgnored = false, popularity = 0 } = override ?? {};
	const weight = isIgnored ? null : toWeight(override, inferred.weight === undefined ? uses.weight : inferred.weight);
	const hasColumn = !isIgnored && (isFilterable ?? uses.hasColumn);
	const isKnownOtherwise = inferred.role === 'title' || name === 'id';
	return {
		...uses,
		name,
		role: inferred.role,
		weight,
		lengthMax: override?.weight === undefined ? uses.lengthMax : Number.POSITIVE_INFINITY,
		hasColumn,
		isIdentifier: uses.isIdentifier && !isIgnored,
		facet: override?.facet ?? inferred.facet ?? uses.facet,
		isIgnored,
		isFilterable: hasColumn || (isKnownOtherwise && !isIgnored && isFilterable !== false),
		hasNumbers: !isIgnored && (popularity > 0 || (isFilterable ?? (weight !== null || uses.hasColumn))),
		hasOtherValues: !isIgnored && isFilterable !== false,
		isOverridden: override !== undefined,
	};
}

function toWeight(override: FieldOverride | undefined, weight: FieldWeight | null): FieldWeight | null {
	if (override?.isSearchable === false) return null;
	return override?.weight ?? weight ?? (override?.isSearchable === true ? 'C' : null);
}

/** The value of a field of an item; dots in the name lead into nested objects. Undefined when it is missing. */
export function readItemField(item: Readonly<Record<string, unknown>>, fieldName: string): unknown {
	const value = item[fieldName];
	if (value !== undefined || !fieldName.includes('.')) return value;
	let at: unknown = item;
	for (const name of fieldName.split('.')) {
		if (typeof at !== 'object' || at === null) return undefined;
		at = (at as Readonly<Record<string, unknown>>)[name];
	}
	return at;
}
