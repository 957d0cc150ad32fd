/** The schema of an index on the wire, and back. */
import { type Static, Type } from 'typebox';
import type { SchemaReport } from '../../app/search-engine/index-schemas.ts';
import { facetWireNames, parseFacetKind, toFacetWireName } from '../../domain/query/facet-kind.ts';
import { popularityWeightMax } from '../../domain/query/index-query.ts';
import { fieldNameLengthMax } from '../../domain/query/query-limits.ts';
import type { FieldProperties } from '../../domain/schema/field-report.ts';
import {
	classWeights,
	type FieldClass,
	fieldClasses,
	fieldRoles,
	fieldWeightMax,
	usesOfRoles,
} from '../../domain/schema/field-role.ts';
import {
	type FieldOverride,
	popularityBests,
	popularityFieldsMax,
	type SchemaChange,
	schemaOverridesMax,
} from '../../domain/schema/schema-override.ts';
import { nullable, nullableEnum } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';

const assignableRoles = fieldRoles.filter((role) => usesOfRoles[role].isAssignable);
const { A, B, C } = classWeights;
const facetDescription = 'The type of a facet where a request does not say it';

const override = Type.Object(
	{
		role: Type.Optional(nullableEnum(assignableRoles, { description: 'What the field is for' })),
		weight: Type.Optional(
			// Numbers out of range are refused here, other texts than these by the domain, which says what a weight is.
			Type.Unsafe<number | FieldClass | null>({
				type: ['number', 'string', 'null'],
				minimum: 0,
				maximum: fieldWeightMax,
				description:
					`Of its words, however long the values are: 0 to ${fieldWeightMax}, ` +
					`or one of ${fieldClasses.join(', ')} to count as a title (${A}), as what the item is (${B}) or as the rest of its data sheet (${C}). ` +
					'Words of weight 0 are found and do not count. Any other weight makes a field searched that was not',
				examples: [7.5],
			}),
		),
		searchable: Type.Optional(nullable(Type.Boolean(), { description: 'Whether its words are searched' })),
		filterable: Type.Optional(
			nullable(Type.Boolean(), { description: 'Whether its values are kept, to be filtered, counted and sorted by' }),
		),
		facet: Type.Optional(nullableEnum(facetWireNames, { description: facetDescription })),
		ignored: Type.Optional(nullable(Type.Boolean(), { description: 'Nothing of the field is indexed' })),
		popularity: Type.Optional(
			nullable(Type.Number({ minimum: 0, maximum: popularityWeightMax }), {
				description: `How far the numbers of the field raise and lower items, at most ${popularityFieldsMax} fields of an index; 0 for not at all`,
			}),
		),
		popularity_best: Type.Optional(
			nullableEnum(popularityBests, {
				description: 'Which of its numbers stand for the most popular items: `lowest` for a sales rank',
			}),
		),
	},
	{ additionalProperties: false },
);

export const schemaInput = component(
	'IndexSchemaChange',
	Type.Object(
		{
			fields: Type.Record(Type.String({ maxLength: fieldNameLengthMax }), nullable(override, {}), {
				maxProperties: schemaOverridesMax,
				description:
					'By the name of the field, of a member of a nested object with the dots between. Null takes back all that was said of it, null of a property that alone. At most ' +
					`${schemaOverridesMax} fields of an index`,
				examples: [{ maker: { role: 'brand' }, internal_note: { ignored: true }, care: null }],
			}),
		},
		{ additionalProperties: false },
	),
);

const properties = {
	role: Type.Enum([...fieldRoles]),
	weight: nullable(Type.Number(), {
		description: `Of its words, 0 to ${fieldWeightMax}: ${A} of a title, ${B} of what the item is and ${C} of the rest of its data sheet, where nobody says otherwise. Null: they are not searched`,
		examples: [B],
	}),
	searchable: Type.Boolean(),
	filterable: Type.Boolean(),
	sortable: Type.Boolean(),
	facet: nullableEnum(facetWireNames, { description: `${facetDescription}; null: it has no facets` }),
	ignored: Type.Boolean(),
	popularity: Type.Number({
		description: `How far its numbers raise and lower items, 0 to ${popularityWeightMax}; 0: not at all`,
	}),
	popularity_best: nullableEnum(popularityBests, {
		description: 'Which of its numbers stand for the most popular items; null: they move nothing',
	}),
};

export const schemaOutput = component(
	'IndexSchema',
	Type.Object({
		name: Type.String({ description: 'The index' }),
		state: Type.Enum(['current', 'rebuilding', 'building', 'unknown'], {
			description:
				'`current`: searches go by this schema. `rebuilding`: the index is built anew, and searches go by what held before until it is whole. `building`: searches are answered 503 until it is. `unknown`: the index cannot be asked now, or this server does not search',
		}),
		writes_indexed: nullable(Type.Integer(), { description: 'How far an index is that is being built; else null' }),
		writes_wanted: nullable(Type.Integer(), { description: 'With how many writes it is whole' }),
		fields: Type.Array(
			Type.Object({
				name: Type.String(),
				source: Type.Enum(['inferred', 'overridden'], { description: 'Whether anything is said of it' }),
				...properties,
				inferred: nullable(Type.Object(properties), { description: 'What would hold otherwise; null where it does' }),
				override: nullable(override, { description: 'What is said of it, as a change writes it; null: nothing' }),
			}),
			{ description: 'Those that items have, and those of which something is said; by name' },
		),
	}),
);

type Override = Static<typeof override>;

export function toSchemaChange({ fields }: Static<typeof schemaInput>): SchemaChange {
	// From entries, because a field may be called `__proto__`.
	return Object.fromEntries(
		Object.entries(fields).map(([name, said]) => [name, said === null ? null : toOverrideChange(said)]),
	);
}

/** Leaves out properties that the body does not name, so that they do not change. */
function toOverrideChange({
	role,
	weight,
	searchable,
	filterable,
	facet,
	ignored,
	popularity,
	popularity_best: popularityBest,
}: Override): NonNullable<SchemaChange[string]> {
	const change: { [Name in keyof FieldOverride]: FieldOverride[Name] | null | undefined } = {
		role,
		weight,
		isSearchable: searchable,
		isFilterable: filterable,
		facet: facet === null || facet === undefined ? facet : parseFacetKind(facet),
		isIgnored: ignored,
		popularity,
		popularityBest,
	};
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export function toSchemaWire(name: string, { fields, state, build }: SchemaReport): Static<typeof schemaOutput> {
	return {
		name,
		state,
		writes_indexed: build?.writesIndexed ?? null,
		writes_wanted: build?.writesWanted ?? null,
		fields: fields.map((field) => ({
			name: field.name,
			source: field.override === undefined ? 'inferred' : 'overridden',
			...toPropertiesWire(field),
			inferred: field.override === undefined ? null : toPropertiesWire(field.inferred),
			override: field.override === undefined ? null : toOverrideWire(field.override),
		})),
	};
}

/** From the text of an answer to what its owner says: the rest follows from the items and the state of the index. */
export function readOverrides(text: string): string {
	const { fields } = JSON.parse(text) as Static<typeof schemaOutput>;
	return JSON.stringify(
		fields.filter(({ override: said }) => said !== null).map(({ name, override: said }) => [name, said]),
	);
}

/** The properties that were said, under the names of a change. */
function toOverrideWire(said: FieldOverride): Override {
	const { role, weight, isSearchable, isFilterable, facet, isIgnored, popularity, popularityBest } = said;
	return {
		...(role !== undefined && { role }),
		...(weight !== undefined && { weight }),
		...(isSearchable !== undefined && { searchable: isSearchable }),
		...(isFilterable !== undefined && { filterable: isFilterable }),
		...(facet !== undefined && { facet: toFacetWireName(facet) }),
		...(isIgnored !== undefined && { ignored: isIgnored }),
		...(popularity !== undefined && { popularity }),
		...(popularityBest !== undefined && { popularity_best: popularityBest }),
	};
}

function toPropertiesWire(properties: FieldProperties) {
	const { role, weight, isFilterable, isSortable, facet, isIgnored, popularity, popularityBest } = properties;
	return {
		role,
		weight,
		searchable: weight !== null,
		filterable: isFilterable,
		sortable: isSortable,
		facet: facet === null ? null : toFacetWireName(facet),
		ignored: isIgnored,
		popularity,
		popularity_best: popularityBest,
	};
}
