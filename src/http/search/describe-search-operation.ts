/** The description of a route of the search API, in the form that Fastify and the OpenAPI document need. */
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { CallKind } from '../../domain/statistics/call-kind.ts';
import type { FailureCode } from '../../lib/failure.ts';
import { overlayParameters, type ParameterNode } from '../server/parameter-node.ts';
import { parseQueryString, toParameters } from '../server/parse-parameters.ts';
import { hashidExample } from '../shared/example-ids.ts';

/** Searches are short; anything longer is not a search. */
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
	/** Whether there is a newer operation that should be used instead. */
	readonly isDeprecated?: boolean;
	/** Who may call: anyone who may search, or the owner of the engine alone. */
	readonly access?: 'searcher' | 'engine_owner';
	/** As what its calls are counted; by default events as events, and all others as searches. */
	readonly countsAs?: CallKind;
	/** Only for the document: parameters are accepted in many spellings, which no schema can express. */
	readonly querystring?: TSchema;
	readonly body?: TSchema;
	/** Failures of searches that this operation never has. */
	readonly without?: readonly FailureCode[];
	/** Parameters in the path; `hashid` if omitted. */
	readonly path?: Readonly<Record<string, TSchema>>;
	/** Undefined if it never succeeds. */
	readonly response: TSchema | undefined;
}

export const hashid = Type.String({
	description: 'The search engine: 32 hex digits, and behind a hyphen whatever you like',
	examples: [hashidExample],
});

/** The options of a route. The handler checks the parameters by calling `readParameters`. */
export function describeSearchOperation(operation: SearchOperation) {
	const {
		id,
		summary,
		tag,
		isDeprecated = false,
		access = 'searcher',
		countsAs = tag === 'Events' ? 'event' : 'search',
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
			security: access === 'searcher' ? [{ token: [] }, {}] : [{ token: [] }],
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
			access,
			countsAs,
			isReading: countsAs !== 'event',
			failures: failures.filter((code) => !without.includes(code)),
		} satisfies FastifyContextConfig,
	};
}

/**
 * The parameters of query string and body; those of the body take precedence.
 * @throws {FailureError} `invalid` when there are too many of them, or the body is not an object.
 */
export function readParameters({ url, body }: FastifyRequest): ParameterNode {
	const queryStart = url.indexOf('?');
	const query = parseQueryString(queryStart === -1 ? '' : url.slice(queryStart + 1));
	return body === undefined ? query : overlayParameters(query, toParameters(body));
}
