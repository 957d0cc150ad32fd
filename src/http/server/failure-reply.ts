/**
 * From a failure to the wire: the only place that knows status numbers and the error envelope of each API family.
 *
 * management, statistics, admin   {"error":{"code","message","details"?}}      search   {"error":"text"}
 * recommendations            {"error":"text","details"?|"resource"?,"resource_id"?}
 */
import type { FastifyRequest } from 'fastify';
import type { Failure, FailureCode, Fault } from '../../lib/failure.ts';

export type ApiFamily = 'management' | 'statistics' | 'search' | 'recommendations' | 'operations';

/** The family in whose envelope a request is answered, even if it has no route. */
export function apiFamilyOf(request: FastifyRequest): ApiFamily {
	const { family } = request.route?.config ?? {};
	if (family !== undefined) return family;
	if (request.url.startsWith('/api/widget/')) return 'recommendations';
	if (request.url.startsWith('/api/v2/stats/')) return 'statistics';
	return /^\/[56]\//.test(request.url) ? 'search' : 'management';
}

interface WireForm {
	readonly status: number;
	/** The code of the management envelope. */
	readonly code: string;
}

/** docs/errors.md lists the same rows; a test compares them. */
export const wireForms: Readonly<Record<FailureCode, WireForm>> = {
	invalid: { status: 400, code: 'bad_params' },
	unauthenticated: { status: 401, code: 'not_authenticated' },
	code_required: { status: 401, code: 'second_factor_required' },
	forbidden: { status: 403, code: 'access_denied' },
	not_found: { status: 404, code: 'not_found' },
	timed_out: { status: 408, code: 'searchengine_timeout' },
	locked: { status: 409, code: 'searchengine_locked' },
	already_exists: { status: 409, code: 'index_exists' },
	temporary_exists: { status: 409, code: 'too_many_temporary' },
	outdated: { status: 412, code: 'outdated' },
	body_too_large: { status: 413, code: 'too_many_items' },
	wrong_host: { status: 421, code: 'wrong_zone' },
	batch_too_large: { status: 422, code: 'too_many_items' },
	throttled: { status: 429, code: 'too_many_requests' },
	overloaded: { status: 429, code: 'too_many_requests' },
	busy: { status: 503, code: 'internal_error' },
	unavailable: { status: 503, code: 'internal_error' },
	index_building: { status: 503, code: 'internal_error' },
	internal: { status: 500, code: 'internal_error' },
};

/** The status of a failure: as in the table, but a search that is not allowed is always 403. */
export function toStatus(code: FailureCode, family: ApiFamily): number {
	return family === 'search' && code === 'unauthenticated' ? wireForms.forbidden.status : wireForms[code].status;
}

/** The code of a failure in the management envelope: as in the table, but a report that takes too long is a `timeout`. */
export function toWireCode(code: FailureCode, family: ApiFamily): string {
	return family === 'statistics' && code === 'timed_out' ? 'timeout' : wireForms[code].code;
}

export interface WireFailure {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: object;
}

export function toWireFailure(failure: Failure, family: ApiFamily): WireFailure {
	return { status: toStatus(failure.code, family), headers: toHeaders(failure), body: toBody(failure, family) };
}

function toBody(failure: Failure, family: ApiFamily): object {
	if (family === 'recommendations') return toRecommendationsBody(failure);
	if (family === 'search') return toSearchBody(failure);
	return toManagementBody(failure, toWireCode(failure.code, family));
}

/** Failures that are worth a retry, after a second unless the failure says otherwise. */
const retriedCodes: readonly FailureCode[] = ['throttled', 'overloaded', 'busy', 'unavailable', 'index_building'];

function toHeaders({ code, retryAfterSeconds }: Failure): Record<string, string> {
	const seconds = retryAfterSeconds ?? (retriedCodes.includes(code) ? 1 : 0);
	return seconds > 0 ? { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } : {};
}

function toManagementBody({ message, faults }: Failure, code: string): object {
	return { error: faults === undefined ? { code, message } : { code, message, details: faults } };
}

function toSearchBody({ code, message }: Failure): object {
	return { error: code === 'unauthenticated' ? 'forbidden' : message };
}

function toRecommendationsBody({ code, message, faults, resource }: Failure): object {
	if (resource !== undefined) return { error: 'Not found', resource: resource.type, resource_id: resource.id };
	if (code === 'invalid') return { error: 'Bad request', details: groupByField(faults ?? []) };
	return { error: message };
}

function groupByField(faults: readonly Fault[]): Record<string, string[]> {
	const details: Record<string, string[]> = Object.create(null);
	for (const { name, fields, reason } of faults) {
		// A fault of the body as a whole has no field.
		for (const field of fields.length === 0 ? [name] : fields) {
			details[field] ??= [];
			details[field].push(reason);
		}
	}
	return details;
}
