import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureError } from '../../lib/failure.ts';
import { createDeferredCompiling } from '../server/deferred-compiling.ts';
import { createValidatorCompiler } from '../server/validation.ts';
import { parseSearchEngine, searchEngineInput } from './search-engine-wire.ts';

function readFaultyFields(input: object): readonly string[] {
	const validate = createValidatorCompiler(createDeferredCompiling())({
		schema: searchEngineInput,
		method: 'POST',
		url: '/',
		httpPart: 'body',
	}) as unknown as (data: unknown) => { readonly error?: unknown };
	const { error } = validate(input);
	if (error instanceof FailureError) return error.failure.faults?.flatMap(({ fields }) => fields) ?? [];
	const parsed = parseSearchEngine(input as { name: string });
	return parsed.ok ? [] : (parsed.failure.faults?.flatMap(({ fields }) => fields) ?? []);
}

test('the name of a search engine is one that can be read, as that of everything else', () => {
	assert.deepEqual(readFaultyFields({ name: 'Schuhe & Co 👟' }), []);
	for (const name of ['   ', 'two\nlines', 'x'.repeat(201)])
		assert.deepEqual(readFaultyFields({ name }), ['name'], name);
});

test('the address of a shop must be a web page, because it becomes a link', () => {
	for (const siteUrl of ['https://shop.example/es?x=1', 'http://127.0.0.1:8080', null]) {
		assert.deepEqual(readFaultyFields({ name: 'x', site_url: siteUrl }), []);
	}
	for (const siteUrl of ['javascript:alert(1)', 'data:text/html,x', 'shop.example', 'ftp://shop.example']) {
		assert.ok(
			readFaultyFields({ name: 'x', site_url: siteUrl }).every((field) => field === 'site_url'),
			siteUrl,
		);
		assert.notEqual(readFaultyFields({ name: 'x', site_url: siteUrl }).length, 0, siteUrl);
	}
});

test('a fault of a nullable field is reported once', () => {
	assert.deepEqual(readFaultyFields({ name: 'x', locale: 'x'.repeat(36) }), ['locale']);
	assert.deepEqual(readFaultyFields({ name: 'x', locale: 5, store_id: null }), ['locale']);
});
