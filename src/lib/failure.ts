/**
 * What can go wrong, as data.
 *
 * A use case returns a `Result`. Its `Failure` says which of the codes below occurred, with a message for the caller.
 * Only `http/` turns a code into a status number and the code of its API family. A failure never carries a cause, SQL
 * or a path: those go to the log.
 */

/** Every code that the program knows, with its default message. */
export const failureMessages = {
	invalid: 'Bad parameters',
	unauthenticated: 'Authentication required',
	code_required: 'The code of your second factor is required',
	forbidden: 'Access denied',
	not_found: 'Not found',
	timed_out: 'Timeout connecting to backend',
	locked: 'The search engine is being processed: indexing in progress',
	already_exists: 'It exists already',
	temporary_exists: 'A temporary index already exists for this index',
	outdated: 'It was changed in the meantime: read it again',
	body_too_large: 'The request body is larger than the limit',
	batch_too_large: 'The request has more entries than the limit',
	throttled: 'Too many requests, throttled',
	wrong_host: 'This host does not serve that zone',
	overloaded: 'The server has more work than it accepts at once, throttled',
	busy: 'The server has too much to search to answer this in time',
	unavailable: 'The server cannot reach its data at the moment; nothing was changed',
	index_building: 'The search index is being built, try again in a moment',
	internal: 'Internal server error',
} as const;

export type FailureCode = keyof typeof failureMessages;

/** One faulty part of a request: where it is (`name`, `fields`) and what is wrong with it (`reason`). */
export interface Fault {
	readonly name: string;
	readonly fields: readonly string[];
	readonly reason: string;
}

export interface Failure {
	readonly code: FailureCode;
	readonly message: string;
	readonly faults?: readonly Fault[];
	/** The missing resource, where the API family names it. */
	readonly resource?: { readonly type: string; readonly id: string };
	readonly retryAfterSeconds?: number;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function succeed<T>(value: T): Result<T> {
	return { ok: true, value };
}

/** A failed result; `more.message` replaces the default message of the code. */
export function fail(code: FailureCode, more: Partial<Omit<Failure, 'code'>> = {}): { ok: false; failure: Failure } {
	return { ok: false, failure: { message: failureMessages[code], ...more, code } };
}

/** A failed result of code `invalid` that names one faulty field. */
export function failField(field: string, reason: string): { ok: false; failure: Failure } {
	return fail('invalid', { message: `${field} ${reason}`, faults: [{ name: field, fields: [field], reason }] });
}

/** Carries a failure through code that cannot return a `Result`: a hook, a parser, a lost database. */
export class FailureError extends Error {
	readonly failure: Failure;

	constructor(failure: Failure, options?: ErrorOptions) {
		super(failure.message, options);
		this.name = 'FailureError';
		this.failure = failure;
	}
}

/** The value of a result; throws its failure as a `FailureError`. */
export function unwrap<T>(result: Result<T>): T {
	if (result.ok) return result.value;
	throw new FailureError(result.failure);
}
