import { FailureError, fail } from '../../lib/failure.ts';

/** The failure of a search parameter, worded as in the search API: `Bad request, bad sort: …`. */
export function refuseParameter(name: string, reason?: string): FailureError {
	const message = reason === undefined ? `Bad request, bad ${name}` : `Bad request, bad ${name}: ${reason}`;
	return new FailureError(fail('invalid', { message }).failure);
}
