/** The description of an admin route, in the form that Fastify and the OpenAPI document need. */
import type { FailureCode } from '../../lib/failure.ts';
import { describeOperation, type Operation, type OperationParts } from '../shared/describe-operation.ts';

interface AdminOperation extends Pick<Operation, 'id' | 'summary' | 'tag'> {
	/** In addition to those that every operation may answer with. */
	readonly failures?: readonly FailureCode[];
	/** It changes nothing, although its method is not GET. */
	readonly isReading?: boolean;
	/** See the configuration of routes. */
	readonly toVersionedPart?: (text: string) => string;
	/** The answer contains a key. Compression could reveal it, so the answer is not compressed. */
	readonly carriesSecret?: boolean;
}

/** The failures of operations that have a body. */
export const bodyFailures = ['invalid'] as const satisfies readonly FailureCode[];

/** The `schema` and `config` of a route that an account's owner calls. */
export function describeOwnerOperation<T extends OperationParts>(operation: AdminOperation, parts: T) {
	return describeOperation(toOperation(operation), parts);
}

/** The same for a route that the operator of the server calls. */
export function describeOperatorOperation<T extends OperationParts>(operation: AdminOperation, parts: T) {
	return describeOperation({ ...toOperation(operation), access: 'operator' }, parts);
}

function toOperation({
	failures = [],
	carriesSecret = false,
	isReading = false,
	toVersionedPart,
	...operation
}: AdminOperation): Operation {
	return {
		...operation,
		failures: [...failures, 'timed_out'],
		config: { carriesSecret, isReading, ...(toVersionedPart && { toVersionedPart }) },
	};
}
