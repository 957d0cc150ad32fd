/** What is a field for? The report for its owner: what was inferred, what is overridden, and what applies. */
import { idField } from '../item/item-id.ts';
import type { FacetKind } from '../query/facet-kind.ts';
import type { FieldUse } from '../query/index-description.ts';
import type { FieldRole } from './field-role.ts';
import { type IndexSchema, inferredSchema } from './index-schema.ts';
import { toIndexedText } from './indexed-text.ts';
import { refineRole } from './infer-field.ts';
import type { FieldOverride, PopularityBest } from './schema-override.ts';

export interface FieldProperties {
	readonly role: FieldRole;
	/** Null when its words are not searched. */
	readonly weight: number | null;
	readonly isFilterable: boolean;
	readonly isSortable: boolean;
	/** The kind for requests that do not say; null when the field has no values to count. */
	readonly facet: FacetKind | null;
	readonly isIgnored: boolean;
	/** How far its numbers raise and lower items: 0 … `popularityWeightMax`. */
	readonly popularity: number;
	/** Which numbers stand for the most popular items; null when they move nothing. */
	readonly popularityBest: PopularityBest | null;
}

export interface FieldReport extends FieldProperties {
	readonly name: string;
	/** What would apply without an override. */
	readonly inferred: FieldProperties;
	/** Undefined when the owner overrides nothing. */
	readonly override: FieldOverride | undefined;
}

/** @param uses how the values of the field are used in the index; empty when no item has it, or it is unknown */
export function toFieldReport(schema: IndexSchema, name: string, uses: readonly FieldUse[]): FieldReport {
	const { overrides } = schema;
	const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
	return {
		name,
		...toProperties(schema, name, { uses, override }),
		inferred: toProperties(inferredSchema, name, { uses, override: undefined }),
		override,
	};
}

function toProperties(
	{ find, popularity }: IndexSchema,
	name: string,
	{ uses, override = {} }: { readonly uses: readonly FieldUse[]; readonly override: FieldOverride | undefined },
): FieldProperties {
	const field = find(name);
	const isIndexedAsInferred = toIndexedText({ [name]: override }) === '';
	const role = isIndexedAsInferred ? refineRole(field.role, uses) : field.role;
	// Values of these roles have no texts to search or count.
	const isOtherThanText = role !== field.role && role !== 'date';
	const hasValues = role === 'geo' && isOtherThanText ? false : field.hasColumn;
	const weight = isOtherThanText ? null : field.weight;
	const popular = popularity.find(({ fieldName }) => fieldName === name);
	return {
		role,
		weight,
		isFilterable: field.isFilterable,
		isSortable: hasValues || name === idField || (role === 'title' && weight !== null),
		facet: hasValues ? field.facet : null,
		isIgnored: field.isIgnored,
		popularity: popular?.weight ?? 0,
		popularityBest: popular === undefined ? null : popular.isLowestBest ? 'lowest' : 'highest',
	};
}
