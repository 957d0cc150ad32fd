/** What an admin route says about itself, in the form Fastify and the OpenAPI document want. */
import type { FailureCode } from '../../lib/failure.ts';
import { describeOperation, type Operation, type OperationParts } from '../shared/describe-operation.ts';

interface AdminOperation extends Pick<Operation, 'id' | 'summary' | 'tag'> {
	/** Beyond those that every operation can answer with. */
	readonly failures?: readonly FailureCode[];
	/** The answer names a key, which it must not be possible to guess from how well it is compressed. */
	readonly carriesSecret?: boolean;
}

/** What a body can be refused for. */
export const bodyFailures = ['invalid'] as const satisfies readonly FailureCode[];

/** The `schema` and `config` of a route that an account's owner calls. */
export function describeOwnerOperation<T extends OperationParts>(operation: AdminOperation, parts: T) {
	return describeOperation(toOperation(operation), parts);
}

/** The same of a route that the operator of the server calls. */
export function describeOperatorOperation<T extends OperationParts>(operation: AdminOperation, parts: T) {
	return describeOperation({ ...toOperation(operation), access: 'operator' }, parts);
}

function toOperation({ failures = [], carriesSecret = false, ...operation }: AdminOperation): Operation {
	return { ...operation, failures: [...failures, 'timed_out'], config: { carriesSecret } };
}
