/** The schema of an item in answers, see `result-text.ts`. */
import { Type } from 'typebox';
import { dfidExample } from './example-ids.ts';
import { component } from './schema-component.ts';

export const searchResult = component(
	'SearchResult',
	Type.Object(
		{
			id: Type.String({ examples: ['sku-1001'] }),
			dfid: Type.String({
				description: 'Names the item in events',
				examples: [dfidExample],
			}),
			type: Type.String({ description: 'The index', examples: ['product'] }),
			title: Type.Optional(
				Type.Unknown({ description: 'Left out where `fields` does not name it', examples: ['Trail running shoe'] }),
			),
		},
		{ additionalProperties: true, description: 'The fields of the item as they were sent' },
	),
);
