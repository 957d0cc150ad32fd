/** The schema of a widget's answer. */
import { Type } from 'typebox';
import { widgetKinds } from '../../domain/widget/widget-kind.ts';
import { component } from '../shared/schema-component.ts';
import { searchResult } from '../shared/search-result.ts';
import { widgetCall } from '../shared/widget-call.ts';
import { widgetPath } from './cart-schema.ts';

const currency = component(
	'CurrencyFormat',
	Type.Object(
		{
			code: Type.String({ examples: ['EUR'] }),
			label: Type.String({ examples: ['Euro'] }),
			format: Type.String({ description: '%v stands for the number, %s for the symbol', examples: ['%v %s'] }),
			symbol: Type.String({ examples: ['€'] }),
			precision: Type.Integer({ examples: [2] }),
			decimal: Type.String({ examples: [','] }),
			thousand: Type.String({ examples: ['.'] }),
		},
		{ description: 'How prices are written in the language of the search engine' },
	),
);

const widgetAnswer = component(
	'WidgetAnswer',
	Type.Object({
		title: Type.String({ examples: ['You may also like'] }),
		currency,
		fallback_action: Type.Enum(['disabled', 'none', ...widgetKinds], {
			description:
				'The kind that was used in the place of the own one, as that had no results; `none`: it was not used',
		}),
		results: Type.Array(searchResult, {
			description: 'Items as they are stored, with `dfid`, `type`, `url` and `image_url`',
		}),
	}),
);

export const widgetRouteSchema = {
	operationId: 'recommend',
	summary: 'Recommendations of a widget for a page',
	tags: ['Recommendations'],
	security: [],
	params: widgetPath,
	body: widgetCall,
	response: { 200: widgetAnswer },
};
