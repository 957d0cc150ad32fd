/** The schemas of a search engine, each of whose indices may have one of its own. */
import type { FacetKind } from '../query/facet-kind.ts';
import type { FieldRole } from './field-role.ts';
import { type FieldSchema, type IndexSchema, inferredSchema, toIndexSchema } from './index-schema.ts';
import type { NamedRole } from './infer-field.ts';
import { noOverrides, type SchemaOverrides } from './schema-override.ts';

type Indices = readonly { readonly schemaOverrides: SchemaOverrides }[];

/** The schema of the index with this name; the inferred one when it does not exist. */
export function findIndexSchema(
	indices: readonly { readonly name: string; readonly schemaOverrides: SchemaOverrides }[],
	indexName: string,
): IndexSchema {
	return toIndexSchema(indices.find(({ name }) => name === indexName)?.schemaOverrides ?? noOverrides);
}

/** The distinct schemas; the inferred one when there is no index. */
function listSchemas(indices: Indices): readonly IndexSchema[] {
	const [first, ...others] = new Set(indices.map(({ schemaOverrides }) => toIndexSchema(schemaOverrides)));
	return [first ?? inferredSchema, ...others];
}

/** The fields that have a role in any index: first those assigned by owners, then the well-known ones. */
export function listNamedFields(indices: Indices, role: NamedRole): readonly string[] {
	const all = listSchemas(indices);
	const assigned = listAssignedFields(indices, role);
	return [...new Set([...assigned, ...all.flatMap(({ listNamed }) => listNamed(role))])];
}

/** The fields to which owners assigned a role in any index. */
export function listAssignedFields(indices: Indices, role: FieldRole): readonly string[] {
	return [...new Set(listSchemas(indices).flatMap(({ listAssigned }) => listAssigned(role)))];
}

/** The override of a field in the first index that has one; otherwise the field as inferred from its name. */
export function findField(indices: Indices, fieldName: string): FieldSchema {
	const fields = listSchemas(indices).map(({ find }) => find(fieldName));
	return fields.find(({ isOverridden }) => isOverridden) ?? inferredSchema.find(fieldName);
}

/** The kind of facet for a field when a request does not say. */
export function findFacetKind(indices: Indices, fieldName: string): FacetKind {
	return findField(indices, fieldName).facet;
}

/** Whether a field can be filtered by in any index. */
export function isFilterableAnywhere(indices: Indices, fieldName: string): boolean {
	return listSchemas(indices).some(({ find }) => find(fieldName).isFilterable);
}
