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

/** The `schema` and `config` of a route that the dashboard alone has. */
export function describeDashboardOperation<T extends OperationParts>({ failures = [], ...details }: Details, parts: T) {
	return describeOperation({ ...details, tag: 'Dashboard', failures: [...failures, 'timed_out'] }, parts);
}
