/** The schema of an item in answers, see `result-text.ts`. */
import { Type } from 'typebox';
import { dfidExample } from './example-ids.ts';
import { component } from './schema-component.ts';

const highlight = component(
	'Highlight',
	Type.Object({
		value: Type.String({ examples: ['Trail running <em>shoe</em>'] }),
		match_level: Type.Enum(['none', 'partial', 'full'], { description: 'How many of the words it has' }),
		matched_words: Type.Array(Type.String(), { examples: [['shoe']] }),
	}),
);

function highlightedFields(description: string) {
	return Type.Record(Type.String(), Type.Union([highlight, Type.Array(highlight)]), { description });
}

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
			_highlight: Type.Optional(highlightedFields('The fields of `highlight`, with what was found in tags')),
			_snippet: Type.Optional(highlightedFields('The words around what was found, in the fields of `snippet`')),
		},
		{ additionalProperties: true, description: 'The fields of the item as they were sent' },
	),
);
