/** The form of every refusal, for each API. */
import assert from 'node:assert/strict';
import type { Json } from './api.ts';

interface Refused {
	readonly status: number;
	readonly text: string;
	readonly json: Json;
	readonly headers: Headers | Readonly<Record<string, string>>;
}

/** @returns the reasons by faulty field; fails unless the answer is a refusal in the envelope of the API of `path`. */
export function readRefusal(answer: Refused, path: string): Readonly<Record<string, readonly string[]>> {
	const { status, text, json, headers } = answer;
	assert.ok(status >= 400 && status < 500, `${status} ${text}`);
	const requestId =
		headers instanceof Object && 'get' in headers ? (headers as Headers).get('x-request-id') : headers['x-request-id'];
	assert.ok(requestId, `no X-Request-Id with ${text}`);
	assert.doesNotMatch(text, /\n|sqlite|\/src\/|node:|undefined/i, 'one line, and nothing of our insides');
	return path.startsWith('/api/widget/') ? readRecommendationsError(json, text) : readManagementError(json, text);
}

function readRecommendationsError(json: Json, text: string): Record<string, readonly string[]> {
	assert.equal(typeof json?.error, 'string', text);
	const details = json.details ?? {};
	for (const reasons of Object.values(details)) assert.ok(Array.isArray(reasons) && reasons.every(isText), text);
	return details;
}

function readManagementError(json: Json, text: string): Record<string, readonly string[]> {
	assert.ok(isText(json?.error?.code) && isText(json.error.message), text);
	const faults: Record<string, string[]> = Object.create(null);
	for (const { name, fields, reason } of json.error.details ?? []) {
		assert.ok(isText(name) && isText(reason) && Array.isArray(fields) && fields.every(isText), text);
		for (const field of fields.length === 0 ? [name] : fields) faults[field] = [...(faults[field] ?? []), reason];
	}
	return faults;
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

/** The same for an invalid request: it names at least one field, and the reason. */
export function assertFaulty(
	answer: Refused,
	{ method, path }: { readonly method: string; readonly path: string },
	field?: string,
): void {
	const label = `${method} ${path}: ${answer.status} ${answer.text}`;
	assert.equal(answer.status, 400, label);
	const faults = readRefusal(answer, path);
	assert.ok(Object.keys(faults).length > 0, label);
	if (field !== undefined) assert.ok(Object.hasOwn(faults, field), `${field} is not named: ${label}`);
	if (!path.startsWith('/api/widget/')) assert.equal(answer.json.error.code, 'bad_params', label);
}
