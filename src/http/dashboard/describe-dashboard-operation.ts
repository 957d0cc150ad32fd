import type { FastifyContextConfig } from 'fastify';
import type { FailureCode } from '../../lib/failure.ts';
import { describeOperation, type OperationParts } from '../shared/describe-operation.ts';

interface Details {
	readonly id: string;
	readonly summary: string;
	readonly access: 'sign_in' | 'session';
	readonly failures?: readonly FailureCode[];
	/** Failures that every other operation may answer with. */
	readonly without?: readonly FailureCode[];
	readonly config?: FastifyContextConfig;
}

/** More than any of these bodies needs. Some are read of callers whom nobody knows. */
const bodyBytesMax = 16 * 1024;

/** The `schema` and `config` of a route that the dashboard alone has. */
export function describeDashboardOperation<T extends OperationParts>({ failures = [], ...details }: Details, parts: T) {
	const operation = { ...details, tag: 'Dashboard', failures: [...failures, 'timed_out'] } as const;
	return { ...describeOperation(operation, parts), bodyLimit: bodyBytesMax };
}
