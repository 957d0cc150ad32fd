/** How what is said of fields is changed: property by property, null takes it back. */
import type { Draft, DraftRules } from './use-draft.ts';
import { toSchemaPath } from './use-fields.ts';
import type { FieldOverride, IndexSchema, SchemaField } from './wire.ts';

export type SchemaChange = Readonly<Record<string, FieldOverride>>;
export type SchemaDraft = Draft<IndexSchema, SchemaChange>;

type Property = keyof FieldOverride;

export function toSchemaRules(hashid: string, indexName: string): DraftRules<IndexSchema, SchemaChange> {
	return {
		path: toSchemaPath(hashid, indexName),
		toBody: (change) => ({ fields: change }),
		apply: (saved, change) => ({
			...saved,
			fields: saved.fields.map((field) => applyToField(field, change[field.name])),
		}),
		tidy(saved, change) {
			const left = Object.entries(change).flatMap(([name, said]) => {
				const before = readSaid(saved, name);
				const entries = toEntries(said).filter(([property, value]) => value !== (before[property] ?? null));
				return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)]];
			});
			return left.length === 0 ? undefined : Object.fromEntries(left);
		},
		toUndo: pickSaid,
		pick: pickSaid,
	};
}

function applyToField(field: SchemaField, said: FieldOverride | undefined): SchemaField {
	if (said === undefined) return field;
	const override = { ...field.override, ...said };
	const usual = field.inferred ?? field;
	return {
		...field,
		override,
		inferred: field.inferred ?? field,
		weight: typeof override.weight === 'number' ? override.weight : usual.weight,
		popularity: override.popularity ?? 0,
		popularity_best: override.popularity_best ?? usual.popularity_best,
	};
}

function readSaid({ fields }: IndexSchema, name: string): FieldOverride {
	return fields.find((field) => field.name === name)?.override ?? {};
}

function pickSaid(schema: IndexSchema, change: SchemaChange): SchemaChange {
	return Object.fromEntries(
		Object.entries(change).map(([name, said]) => {
			const before = readSaid(schema, name);
			return [name, Object.fromEntries(toEntries(said).map(([property]) => [property, before[property] ?? null]))];
		}),
	);
}

function toEntries(said: FieldOverride): [Property, FieldOverride[Property]][] {
	return Object.entries(said) as [Property, FieldOverride[Property]][];
}
