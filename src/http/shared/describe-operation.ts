/**
 * The description of a route for the owner of an account or the operator of the server, in the form that Fastify and the
 * OpenAPI document need.
 */
import type { FastifyContextConfig } from 'fastify';
import type { TSchema } from 'typebox';
import type { FailureCode } from '../../lib/failure.ts';

export interface Operation {
	readonly id: string;
	readonly summary: string;
	readonly tag: string;
	/** Who may call; `owner` if omitted. */
	readonly access?: keyof typeof securityByAccess;
	/** In addition to those that every operation may answer with. */
	readonly failures: readonly FailureCode[];
	/** Those that every operation may answer with, and this one never does. */
	readonly without?: readonly FailureCode[];
	readonly config?: FastifyContextConfig;
}

/** Request schemas (`params`, `querystring`, `body`), and `response` by status. */
export type OperationParts = Readonly<Record<string, TSchema | Record<number, TSchema>>>;

const securityByAccess = {
	owner: [{ token: [] }, { jwt: [] }],
	operator: [{ operator: [] }],
	session: [{ session: [] }],
	sign_in: [],
};

const sharedFailures: readonly FailureCode[] = [
	'unauthenticated',
	'forbidden',
	'throttled',
	'overloaded',
	'wrong_host',
	'body_too_large',
];

/** The `schema` and `config` of a route. */
export function describeOperation<T extends OperationParts>(operation: Operation, parts: T) {
	const { id, summary, tag, access = 'owner', failures, without = [], config } = operation;
	return {
		schema: { operationId: id, summary, tags: [tag], security: securityByAccess[access], ...parts },
		config: {
			family: 'management',
			access,
			...(config?.target && { countsAs: 'management' as const }),
			...config,
			failures: [...failures, ...sharedFailures.filter((code) => !without.includes(code))],
		} satisfies FastifyContextConfig,
	};
}
