import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fail } from '../../lib/failure.ts';
import { toWireFailure, wireForms } from './failure-reply.ts';

test('docs/errors.md lists exactly the failures, statuses and codes that the server answers with', async () => {
	const page = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
	const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| `(\w+)` \|/gm)].map(([, name, status, code]) => [
		name,
		Number(status),
		code,
	]);
	const expected = Object.entries(wireForms).map(([name, { status, code }]) => [name, status, code]);
	assert.deepEqual(rows.sort(), expected.sort());
});

test('a throttled caller learns how long to wait, in whole seconds rounded up', () => {
	const { failure } = fail('throttled', { retryAfterSeconds: 0.2 });
	const { status, headers, body } = toWireFailure(failure, 'management');
	assert.equal(status, 429);
	assert.equal(headers['retry-after'], '1');
	assert.match(JSON.stringify(body), /throttled/);
});

test('messages contain the words that deployed plugins match', () => {
	assert.match(JSON.stringify(toWireFailure(fail('locked').failure, 'management').body), /indexing in progress/i);
	assert.match(
		JSON.stringify(toWireFailure(fail('throttled').failure, 'recommendations').body),
		/Too many requests, throttled/,
	);
});

test('the recommendations API maps each faulty field to its messages', () => {
	const faults = [
		{ name: 'title', fields: ['title'], reason: 'is required' },
		{ name: 'price', fields: ['price'], reason: 'must be a number' },
	];
	const { status, body } = toWireFailure(fail('invalid', { faults }).failure, 'recommendations');
	assert.equal(status, 400);
	assert.equal(
		JSON.stringify(body),
		'{"error":"Bad request","details":{"title":["is required"],"price":["must be a number"]}}',
	);
});

test('the recommendations API names what is missing', () => {
	const resource = { type: 'Widget', id: 'w' };
	const { body } = toWireFailure(fail('not_found', { resource }).failure, 'recommendations');
	assert.deepEqual(body, { error: 'Not found', resource: 'Widget', resource_id: 'w' });
});

test('the search API answers only with a text, and with 403 to callers that may not search', () => {
	const toAnswer = (failure: Parameters<typeof toWireFailure>[0]) => {
		const { status, body } = toWireFailure(failure, 'search');
		return `${status} ${JSON.stringify(body)}`;
	};
	assert.equal(toAnswer(fail('unauthenticated').failure), '403 {"error":"forbidden"}');
	assert.equal(toAnswer(fail('forbidden', { message: 'banned ip' }).failure), '403 {"error":"banned ip"}');
	assert.equal(toAnswer(fail('invalid', { message: 'Invalid rpp' }).failure), '400 {"error":"Invalid rpp"}');
	assert.equal(toAnswer(fail('not_found').failure), '404 {"error":"Not found"}');
});
