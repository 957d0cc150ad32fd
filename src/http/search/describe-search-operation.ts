/** What a route of the search API says about itself, in the form Fastify and the OpenAPI document want. */
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { FailureCode } from '../../lib/failure.ts';
import { overlayParameters, type ParameterNode } from '../server/parameter-node.ts';
import { parseQueryString, toParameters } from '../server/parse-parameters.ts';
import { hashidExample } from '../shared/example-ids.ts';

/** A search says little; what is longer is no search. */
const bodyBytesMax = 256 * 1024;

const failures: readonly FailureCode[] = [
	'invalid',
	'forbidden',
	'not_found',
	'timed_out',
	'throttled',
	'overloaded',
	'busy',
	'index_building',
	'wrong_host',
	'body_too_large',
];

export interface SearchOperation {
	readonly id: string;
	readonly summary: string;
	readonly tag: 'Search' | 'Events' | 'Version 5';
	/** There is a newer way, which should be used instead. */
	readonly isDeprecated?: boolean;
	/** For the document: parameters are read in many spellings, which no schema can say. */
	readonly querystring?: TSchema;
	readonly body?: TSchema;
	/** What it is never refused with, of what searches are. */
	readonly without?: readonly FailureCode[];
	/** Parameters in the path; `hashid` when left out. */
	readonly path?: Readonly<Record<string, TSchema>>;
	/** Undefined for what is never answered with success. */
	readonly response: TSchema | undefined;
}

export const hashid = Type.String({
	description: 'The search engine: 32 hex digits, and behind a hyphen whatever you like',
	examples: [hashidExample],
});

/** The options of a route. Parameters are checked by the handler, which calls `readParameters`. */
export function describeSearchOperation(operation: SearchOperation) {
	const {
		id,
		summary,
		tag,
		isDeprecated = false,
		without = [],
		querystring,
		body,
		path = { hashid },
		response,
	} = operation;
	return {
		schema: {
			operationId: id,
			summary,
			tags: [tag],
			security: [{ token: [] }, {}],
			...(isDeprecated && { deprecated: true }),
			params: Type.Object(path),
			...(querystring === undefined ? {} : { querystring }),
			...(body === undefined ? {} : { body }),
			...(response && { response: { 200: response } }),
		},
		validatorCompiler: () => () => true,
		bodyLimit: bodyBytesMax,
		config: {
			family: 'search',
			access: 'searcher',
			failures: failures.filter((code) => !without.includes(code)),
		} satisfies FastifyContextConfig,
	};
}

/**
 * The parameters of query string and body, those of the body first.
 * @throws {FailureError} `invalid` when there are too many of them, or the body is no object.
 */
export function readParameters({ url, body }: FastifyRequest): ParameterNode {
	const queryStart = url.indexOf('?');
	const query = parseQueryString(queryStart === -1 ? '' : url.slice(queryStart + 1));
	return body === undefined ? query : overlayParameters(query, toParameters(body));
}
