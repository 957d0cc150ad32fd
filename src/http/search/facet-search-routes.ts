/** The values of one facet whose text matches what is typed, counted as a search counts them. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { TermsFacet } from '../../domain/query/facet-kind.ts';
import { cutQueryText } from '../../domain/query/query-text.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { toParameters } from '../server/parse-parameters.ts';
import { readEventClient } from '../shared/event-client.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';
import { component } from '../shared/schema-component.ts';
import { servicesOf } from './admission.ts';
import { describeSearchOperation, readParameters } from './describe-search-operation.ts';
import { parseHighlightTags } from './highlight-parameters.ts';
import { toTagged } from './highlight-wire.ts';
import { parseFacet, parseSearchRequest } from './search-parameters.ts';
import { searchBody, searchParameters } from './search-schema.ts';

const asked = {
	facet: Type.String({ description: 'A field', examples: ['brand'] }),
	facet_query: Type.Optional(
		Type.String({ description: 'Each word begins a word of the value', examples: ['new bal'] }),
	),
	filtered: Type.Optional(
		Type.Boolean({ default: false, description: 'Whether the filter on the field itself counts as well' }),
	),
	facet_size: Type.Optional(Type.Integer({ minimum: 1, default: 10, description: 'At most 50 come' })),
};
const querystring = Type.Object({ ...searchParameters.properties, ...asked });
const body = component('FacetSearchRequest', Type.Object({ ...searchBody.properties, ...asked }));

const facetSearchAnswer = component(
	'FacetSearchAnswer',
	Type.Object({
		facet: Type.String({ examples: ['brand'] }),
		facet_query: Type.String({ examples: ['new bal'] }),
		values: Type.Array(
			Type.Object({
				value: Type.String({ examples: ['New Balance'] }),
				highlighted: Type.String({ examples: ['<em>New</em> <em>Bal</em>ance'] }),
				count: Type.Integer({ examples: [12] }),
			}),
			{ description: 'With the most items first' },
		),
		total: Type.Object({ value: Type.Integer({ description: 'Distinct values that match', examples: [1] }) }),
		approximate: Type.Optional(Type.Literal(true, { description: 'As in a facet' })),
	}),
);

export function addFacetSearchRoutes(app: App): void {
	const operation = { summary: 'Search for values of a facet', tag: 'Search', response: facetSearchAnswer } as const;
	app.get(
		'/_facet_search',
		describeSearchOperation({ id: 'searchFacet', ...operation, querystring }),
		answerFacetSearch,
	);
	app.post(
		'/_facet_search',
		describeSearchOperation({ id: 'searchFacetByBody', ...operation, body }),
		answerFacetSearch,
	);
}

/** A search of which only this facet is of interest. */
async function answerFacetSearch(request: FastifyRequest) {
	const root = readParameters(request);
	const tags = parseHighlightTags(root);
	const { text } = cutQueryText(readText(root, 'facet_query') ?? '');
	const facet = { ...parseWanted(root), kind: 'terms', matching: text } as const;
	const { searchEngine, zone } = request;
	const search = { ...parseSearchRequest(root), facets: [facet], page: 1, hitsPerPage: 1, isRecorded: false };
	const found = unwrap(await servicesOf(zone).products.search(searchEngine, search, readEventClient(request)));
	// The answer has the facets of the request, in its order.
	const { buckets, valueCount, isApproximate } = found.facets[0] as TermsFacet;
	return {
		facet: facet.fieldName,
		facet_query: text,
		values: buckets.map(({ value, count, highlights = [] }) => ({
			value,
			highlighted: toTagged(value, highlights, tags),
			count,
		})),
		total: { value: valueCount },
		...(isApproximate === true && { approximate: true }),
	};
}

/** @throws {FailureError} `invalid` */
function parseWanted(root: ParameterNode) {
	const fieldName = readText(root, 'facet') ?? '';
	if (fieldName === '') throw refuseParameter('facet', 'it is missing');
	const members = { field: fieldName, size: readText(root, 'facet_size'), filtered: readText(root, 'filtered') };
	return parseFacet(toParameters(members));
}
