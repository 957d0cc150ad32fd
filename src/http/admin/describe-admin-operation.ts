/** What an admin route says about itself, in the form Fastify and the OpenAPI document want. */
import type { FastifyContextConfig } from 'fastify';
import type { TSchema } from 'typebox';
import type { FailureCode } from '../../lib/failure.ts';

interface AdminOperation {
	readonly id: string;
	readonly summary: string;
	readonly tag: string;
	/** Beyond those that every operation can answer with. */
	readonly failures?: readonly FailureCode[];
	/** The answer names a key, which it must not be possible to guess from how well it is compressed. */
	readonly carriesSecret?: boolean;
}

const commonFailures: readonly FailureCode[] = [
	'unauthenticated',
	'forbidden',
	'throttled',
	'overloaded',
	'timed_out',
	'wrong_host',
	'body_too_large',
];

/** What a body can be refused for. */
export const bodyFailures = ['invalid'] as const satisfies readonly FailureCode[];

type Parts = Readonly<Record<string, TSchema | Record<number, TSchema>>>;

function describe<T extends Parts>(operation: AdminOperation, parts: T) {
	const { id, summary, tag, failures = [], carriesSecret = false } = operation;
	return {
		schema: { operationId: id, summary, tags: [tag], ...parts },
		failures: [...failures, ...commonFailures],
		carriesSecret,
	};
}

/**
 * The `schema` and `config` of a route that an account's owner calls.
 * @param parts request schemas (`params`, `body`) and `response` by status.
 */
export function describeOwnerOperation<T extends Parts>(operation: AdminOperation, parts: T) {
	const { schema, ...config } = describe(operation, parts);
	return {
		schema: { ...schema, security: [{ token: [] }, { jwt: [] }] },
		config: { family: 'management', access: 'owner', ...config } satisfies FastifyContextConfig,
	};
}

/** The same of a route that the operator of the server calls. */
export function describeOperatorOperation<T extends Parts>(operation: AdminOperation, parts: T) {
	const { schema, ...config } = describe(operation, parts);
	return {
		schema: { ...schema, security: [{ operator: [] }] },
		config: { family: 'management', access: 'operator', ...config } satisfies FastifyContextConfig,
	};
}
