/** Answers as JSON text. The schema of an answer says which members it has; others are left out. */
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { DeferredCompiling } from './deferred-compiling.ts';

/** Fastify's hook for what a route answers. */
export function createSerializerCompiler({
	defer,
}: Pick<DeferredCompiling, 'defer'>): FastifySerializerCompiler<object> {
	return ({ schema }) => {
		const toSerializer = defer(() => fastJsonStringify(schema));
		return (answer: unknown) => toSerializer()(answer);
	};
}
