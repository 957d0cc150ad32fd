/** Interprets answers of the server: a value, or an error with a next step. */
import { type ApiClient, type ApiRequest, type ApiResponse, ConnectionError } from './api-client.ts';
import { CommandError } from './command-error.ts';
import { stripControls } from './text-table.ts';

export type JsonRecord = { readonly [name: string]: unknown };

/**
 * Sends once and returns the decoded body; undefined for an empty one.
 * @throws {CommandError} that begins with `subject`, such as "store 4f…", when the server refuses.
 */
export async function callApi(client: ApiClient, request: ApiRequest, subject = ''): Promise<unknown> {
	return readAnswer(await sendOnce(client, request), subject);
}

/** @throws {CommandError} when there was no answer. */
export async function sendOnce(client: ApiClient, request: ApiRequest): Promise<ApiResponse> {
	try {
		return await client.send(request);
	} catch (error) {
		throw error instanceof ConnectionError ? toUnreachable(error) : error;
	}
}

/** The answer as a list of objects. @throws {CommandError} when it is anything else. */
export function asRecords(answer: unknown): readonly JsonRecord[] {
	if (!Array.isArray(answer) || !answer.every(isRecord)) throw badAnswer('a list was expected');
	return answer;
}

/** The answer as one object. @throws {CommandError} when it is anything else. */
export function asRecord(answer: unknown): JsonRecord {
	if (!isRecord(answer)) throw badAnswer('an object was expected');
	return answer;
}

/** The body of a success; undefined when it is empty. @throws {CommandError} for every other status. */
export function readAnswer(response: ApiResponse, subject = ''): unknown {
	if (response.status < 200 || response.status > 299) throw toRefusal(response, subject);
	if (response.text === '') return undefined;
	try {
		return JSON.parse(response.text) as unknown;
	} catch (error) {
		throw badAnswer(`status ${response.status} with a body that is no JSON`, error);
	}
}

export function toUnreachable(error: ConnectionError): CommandError {
	return new CommandError('unreachable', error.message, {
		cause: error,
		nextStep: 'check that "vitrine serve" runs, and --url or VITRINE_URL',
	});
}

const nextSteps: { readonly [code: string]: string } = {
	not_authenticated: 'check VITRINE_KEY or --key, for accounts of the operator VITRINE_OPERATOR_TOKEN or --data-dir',
	access_denied: "use an API key of the account's owner",
	searchengine_locked: 'wait for the import that holds its temporary index, or delete that index',
	too_many_temporary: 'wait for the import that holds it, or repeat with --takeover to delete it first',
	too_many_requests: 'wait a second and repeat',
	searchengine_timeout: 'wait a moment and repeat',
	internal_error: "see the server's log",
};

/** The error for a status other than success, with the server's own code, message and details. */
export function toRefusal(response: ApiResponse, subject = ''): CommandError {
	const envelope = readEnvelope(response.text);
	if (envelope === undefined) return badAnswer(`status ${response.status} without an error code`);
	const { code, message, details } = envelope;
	const nextStep = nextSteps[code];
	const reasons = details.map(describeDetail).filter((text) => text !== '' && !message.includes(text));
	const parts = subject === '' ? [message, ...reasons] : [subject, message, ...reasons];
	const text = `${stripControls(parts.join(': '))} (${response.status} ${code})`;
	return new CommandError(code, text, {
		...(nextStep === undefined ? {} : { nextStep }),
		...(details.length === 0 ? {} : { details }),
	});
}

/** The error for an answer that no Vitrine server gives; `what` describes it. */
export function badAnswer(what: string, cause?: unknown): CommandError {
	return new CommandError('bad_answer', `unexpected answer: ${what}`, {
		cause,
		nextStep: 'check that --url or VITRINE_URL names a Vitrine server',
	});
}

interface Envelope {
	readonly code: string;
	readonly message: string;
	readonly details: readonly unknown[];
}

function readEnvelope(text: string): Envelope | undefined {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (!isRecord(body)) return undefined;
	if (typeof body.error === 'string') return { code: body.error, message: body.error, details: [] };
	if (!isRecord(body.error) || typeof body.error.code !== 'string') return undefined;
	const { code, message, details } = body.error;
	return {
		code,
		message: typeof message === 'string' ? message : code,
		details: Array.isArray(details) ? details : [],
	};
}

function describeDetail(detail: unknown): string {
	if (!isRecord(detail) || typeof detail.reason !== 'string') return '';
	const fields = Array.isArray(detail.fields) ? detail.fields.join(', ') : '';
	const where = fields === '' ? detail.name : fields;
	return typeof where === 'string' && where !== '' ? `${where} ${detail.reason}` : detail.reason;
}

/** Whether a decoded JSON value is an object. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
