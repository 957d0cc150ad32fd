/** Filters of searches and widgets, for the OpenAPI document. */
import { Type } from 'typebox';
import { component } from './schema-component.ts';

const bound = Type.Optional(
	component(
		'RangeBound',
		Type.Union([Type.Number(), Type.String()], { description: 'A number, or a date in ISO 8601' }),
	),
);

const range = component(
	'RangeFilter',
	Type.Object({ gte: bound, gt: bound, lte: bound, lt: bound }, { additionalProperties: false }),
);

const distance = component(
	'DistanceFilter',
	Type.Object(
		{
			distance: Type.String({ examples: ['20km'] }),
			position: Type.String({ description: '`latitude,longitude`', examples: ['41.4,2.2'] }),
		},
		{ additionalProperties: false },
	),
);

const filter = component(
	'Filter',
	// One flat union: generators make a separate type of each nested one.
	Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), range, distance], {
		description: 'A value, any of several values, a range of numbers or dates, or a distance from a place',
	}),
);

export const filtersExample = { brand: ['Nike', 'Puma'], price: { gte: 5, lt: 100 } };

/** Filters by field. */
export function searchFilters(description: string, examples?: readonly object[]) {
	const filters = component('Filters', Type.Record(Type.String(), filter));
	return Object.assign(filters, { description, ...(examples && { examples }) });
}
