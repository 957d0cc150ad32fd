/** What a management route says about itself, in the form Fastify and the OpenAPI document want. */
import type { FastifyContextConfig } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { hashidPattern, indexNamePattern } from '../../domain/search-engine/search-engine.ts';
import type { FailureCode } from '../../lib/failure.ts';
import { hashidExample } from '../server/example-ids.ts';
import { component } from '../server/schema-component.ts';

export interface Operation {
	readonly id: string;
	readonly summary: string;
	readonly tag: string;
	/** Beyond those that every operation can answer with. */
	readonly failures: readonly FailureCode[];
	readonly config?: FastifyContextConfig;
}

const commonFailures: readonly FailureCode[] = [
	'unauthenticated',
	'forbidden',
	'throttled',
	'overloaded',
	'wrong_host',
	'body_too_large',
];

export const searchEnginePath = Type.Object({
	hashid: Type.String({
		pattern: hashidPattern.source,
		description: 'The search engine: 32 lower-case hex digits',
		examples: [hashidExample],
	}),
});
export const indexPath = Type.Object({
	...searchEnginePath.properties,
	name: Type.String({ pattern: indexNamePattern.source, description: 'The index', examples: ['product'] }),
});
export const itemPath = Type.Object({
	...indexPath.properties,
	'*': Type.String({ description: 'The item id, percent-encoded', examples: ['sku-1001'] }),
});

export const noContent = Type.Null({ description: 'Done; the body is empty' });
export const statusOk = component('StatusOk', Type.Object({ status: Type.Literal('OK') }, { description: 'Done' }));

/**
 * The `schema` and `config` of a route.
 * @param parts request schemas (`params`, `querystring`, `body`) and `response` by status.
 */
export function describeOperation<T extends Readonly<Record<string, TSchema | Record<number, TSchema>>>>(
	operation: Operation,
	parts: T,
) {
	const { id, summary, tag, failures, config } = operation;
	return {
		schema: {
			operationId: id,
			summary,
			tags: [tag],
			security: [{ token: [] }, { jwt: [] }],
			...parts,
		},
		config: {
			family: 'management',
			access: 'owner',
			...config,
			failures: [...failures, ...commonFailures],
		} satisfies FastifyContextConfig,
	};
}
