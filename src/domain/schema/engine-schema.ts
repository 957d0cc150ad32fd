/** What are the fields of a search engine for, each of whose indices may have a schema of its own? */
import type { FacetKind } from '../query/facet-kind.ts';
import type { FieldRole } from './field-role.ts';
import { type FieldSchema, type IndexSchema, inferredSchema, toIndexSchema } from './index-schema.ts';
import type { NamedRole } from './infer-field.ts';
import { noOverrides, type SchemaOverrides } from './schema-override.ts';

type Indices = readonly { readonly schemaOverrides: SchemaOverrides }[];

/** That of the index with this name; the inferred one where there is none. */
export function findIndexSchema(
	indices: readonly { readonly name: string; readonly schemaOverrides: SchemaOverrides }[],
	indexName: string,
): IndexSchema {
	return toIndexSchema(indices.find(({ name }) => name === indexName)?.schemaOverrides ?? noOverrides);
}

/** The schemas, none twice; the inferred one where there is no index. */
function listSchemas(indices: Indices): readonly IndexSchema[] {
	const [first, ...others] = new Set(indices.map(({ schemaOverrides }) => toIndexSchema(schemaOverrides)));
	return [first ?? inferredSchema, ...others];
}

/** The fields that stand for a role in any index: those that owners say so of, then those well known. */
export function listNamedFields(indices: Indices, role: NamedRole): readonly string[] {
	const all = listSchemas(indices);
	const assigned = listAssignedFields(indices, role);
	return [...new Set([...assigned, ...all.flatMap(({ listNamed }) => listNamed(role))])];
}

/** The fields that owners gave a role in any index. */
export function listAssignedFields(indices: Indices, role: FieldRole): readonly string[] {
	return [...new Set(listSchemas(indices).flatMap(({ listAssigned }) => listAssigned(role)))];
}

/** What an owner says of a field in the first index where one does; else what its name says. */
function findField(indices: Indices, fieldName: string): FieldSchema {
	const fields = listSchemas(indices).map(({ find }) => find(fieldName));
	return fields.find(({ isOverridden }) => isOverridden) ?? inferredSchema.find(fieldName);
}

/** The facet of a field that a request does not say the type of. */
export function findFacetKind(indices: Indices, fieldName: string): FacetKind {
	return findField(indices, fieldName).facet;
}

/** Whether a field can be filtered by in any index. */
export function isFilterableAnywhere(indices: Indices, fieldName: string): boolean {
	return listSchemas(indices).some(({ find }) => find(fieldName).isFilterable);
}
