/**
 * What is each field of an index for? What its name says, unless its owner overrides it.
 *
 *     inferred    marca → brand: weight B, filterable, suggested
 *     overridden  kleuren → attribute     claim → ignored     modelo → weight A
 */
import { createCache } from '../../lib/cache.ts';
import type { PopularityField } from '../query/index-query.ts';
import { classWeights, type FieldClass, type FieldRole, type RoleUses, usesOfRoles } from './field-role.ts';
import { toFieldMeasure, toGroupOfFields, toIndexedText, toRoleAndClass } from './indexed-text.ts';
import { type NamedRole, wellKnownNames } from './infer-field.ts';
import { type FieldOverride, noOverrides, parseOverrides, type SchemaOverrides } from './schema-override.ts';
import { type FieldWeights, listWeightGroups, toGroupWeight, type WeightGroup } from './weight-groups.ts';

export interface FieldSchema extends RoleUses {
	readonly name: string;
	readonly role: FieldRole;
	/** What its words weigh: 0 … `fieldWeightMax`. Null when they are not searched. */
	readonly weight: number | null;
	/** The number of the group that it is counted in; undefined where it is counted in its class. */
	readonly weightGroup: number | undefined;
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
	/** The groups of fields that are weighed by themselves, by number. */
	readonly weightGroups: readonly WeightGroup[];
	/** The weights that the owner gave; undefined where all fields have those of their classes. */
	readonly weights: FieldWeights | undefined;
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
	const toOverride = (fieldName: string) => (Object.hasOwn(overrides, fieldName) ? overrides[fieldName] : undefined);
	const groupOfFields = toGroupOfFields(overrides);
	const weightGroups = listWeightGroups(groupOfFields, (name) => toFieldMeasure(name, toOverride(name)));
	const weights = toFieldWeights(overrides, groupOfFields);

	function find(fieldName: string): FieldSchema {
		let field = fields.get(fieldName);
		if (field === undefined) {
			const unweighed = toFieldSchema(fieldName, toOverride(fieldName), groupOfFields.get(fieldName));
			field = { ...unweighed, weight: toWeight(unweighed, weightGroups, weights) };
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
		weightGroups,
		weights,
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

function toWeight(
	{ fieldClass, weightGroup = -1 }: Omit<FieldSchema, 'weight'>,
	weightGroups: readonly WeightGroup[],
	weights: FieldWeights | undefined,
): number | null {
	if (fieldClass === null) return null;
	if (weights === undefined) return classWeights[fieldClass];
	const group = weightGroups[weightGroup];
	if (group !== undefined) return toGroupWeight(group, weights) ?? classWeights[fieldClass];
	return fieldClass === 'A' ? weights.title : classWeights[fieldClass];
}

function toFieldWeights(
	overrides: SchemaOverrides,
	groupOfFields: ReadonlyMap<string, number>,
): FieldWeights | undefined {
	const ofFields = new Map<string, number>();
	let title = classWeights.A;
	for (const [name, override] of Object.entries(overrides)) {
		const { weight } = override;
		if (typeof weight !== 'number' || override.isIgnored === true) continue;
		if (groupOfFields.has(name)) ofFields.set(name, weight);
		else if (toRoleAndClass(name, override).role === 'title') title = weight;
	}
	return ofFields.size === 0 && title === classWeights.A ? undefined : { title, ofFields };
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

function toFieldSchema(
	name: string,
	override: FieldOverride | undefined,
	weightGroup: number | undefined,
): Omit<FieldSchema, 'weight'> {
	const { role, facet, fieldClass: usualClass } = toRoleAndClass(name, override);
	const uses = usesOfRoles[role];
	const { isFilterable, isIgnored = false, popularity = 0 } = override ?? {};
	const isWeighed = weightGroup !== undefined;
	const fieldClass = isIgnored ? null : isWeighed ? (usualClass ?? 'C') : toClass(override, usualClass);
	const hasColumn = !isIgnored && (isFilterable ?? uses.hasColumn);
	const isKnownOtherwise = role === 'title' || name === 'id';
	return {
		...uses,
		name,
		role,
		fieldClass,
		weightGroup,
		lengthMax: isWeighed || override?.weight !== undefined ? Number.POSITIVE_INFINITY : uses.lengthMax,
		hasColumn,
		isIdentifier: uses.isIdentifier && !isIgnored,
		facet: override?.facet ?? facet ?? uses.facet,
		isIgnored,
		isFilterable: hasColumn || (isKnownOtherwise && !isIgnored && isFilterable !== false),
		hasNumbers: !isIgnored && (popularity > 0 || (isFilterable ?? (fieldClass !== null || uses.hasColumn))),
		hasOtherValues: !isIgnored && isFilterable !== false,
		isOverridden: override !== undefined,
	};
}

function toClass(override: FieldOverride | undefined, usualClass: FieldClass | null): FieldClass | null {
	if (override?.isSearchable === false) return null;
	if (typeof override?.weight === 'string') return override.weight;
	return usualClass ?? (override?.isSearchable === true ? 'C' : null);
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
