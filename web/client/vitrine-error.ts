import type { components } from './schema.ts';

/** A refused field of a call to the management API. */
export type Fault = { readonly name: string; readonly fields: readonly string[]; readonly reason: string };

/** The code of an answer, or why there was none. */
export type VitrineErrorCode = components['schemas']['ErrorCode'] | 'network' | 'timed_out' | 'bad_answer';

interface VitrineErrorFacts {
	readonly code: VitrineErrorCode;
	/** The HTTP status; 0 where there was no answer. */
	readonly status?: number | undefined;
	readonly faults?: readonly Fault[] | undefined;
	readonly requestId?: string | undefined;
	readonly retryAfterMs?: number | undefined;
	readonly cause?: unknown;
}

/**
 * A call that failed, after the last repetition. A call that its `signal` ended fails with the reason of the signal
 * instead, as `fetch` does.
 */
export class VitrineError extends Error {
	override readonly name = 'VitrineError';
	readonly code: VitrineErrorCode;
	/** The HTTP status; 0 where there was no answer. */
	readonly status: number;
	/** What was wrong with the call; empty where the answer names nothing. */
	readonly faults: readonly Fault[];
	/** The `X-Request-Id` of the answer, by which the server's log tells more. */
	readonly requestId: string | undefined;
	/** How long the server asks to wait, in milliseconds. */
	readonly retryAfterMs: number | undefined;

	constructor(message: string, { code, status = 0, faults = [], requestId, retryAfterMs, cause }: VitrineErrorFacts) {
		super(message, { cause });
		this.code = code;
		this.status = status;
		this.faults = faults;
		this.requestId = requestId;
		this.retryAfterMs = retryAfterMs;
	}
}

/** Codes by status, for the APIs whose refusals are a text. */
const codes: Readonly<Record<number, VitrineErrorCode>> = {
	400: 'bad_params',
	401: 'not_authenticated',
	403: 'access_denied',
	404: 'not_found',
	408: 'searchengine_timeout',
	409: 'searchengine_locked',
	413: 'too_many_items',
	421: 'wrong_zone',
	422: 'too_many_items',
	429: 'too_many_requests',
};

/** What a refusal says, in the form of any of the APIs; an answer of something else, such as a proxy, has its status. */
export async function toVitrineError(response: Response): Promise<VitrineError> {
	const { status, headers } = response;
	const text = await response.text();
	const { error, details } = parseRefusal(text);
	const isEnvelope = typeof error === 'object' && error !== null;
	return new VitrineError((isEnvelope ? error.message : error) ?? `The server answered with status ${status}`, {
		code: (isEnvelope ? error.code : undefined) ?? codes[status] ?? 'internal_error',
		status,
		faults: isEnvelope ? error.details : toFaults(details),
		requestId: headers.get('x-request-id') ?? undefined,
		retryAfterMs: parseRetryAfter(headers.get('retry-after')),
	});
}

interface Refusal {
	readonly error?: string | { readonly code?: VitrineErrorCode; readonly message?: string; readonly details?: Fault[] };
	readonly details?: Readonly<Record<string, readonly string[]>>;
}

function parseRefusal(text: string): Refusal {
	try {
		return (JSON.parse(text) as Refusal | null) ?? {};
	} catch {
		// A page of a proxy, for example.
		return {};
	}
}

/** The recommendations API names faulty fields with their messages. */
function toFaults(details: Refusal['details'] = {}): readonly Fault[] {
	return Object.entries(details).map(([name, reasons]) => ({ name, fields: [name], reason: reasons.join('; ') }));
}

/** Seconds, or a date. */
function parseRetryAfter(value: string | null): number | undefined {
	if (value === null || value === '') return undefined;
	const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
	return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
