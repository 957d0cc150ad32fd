import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideCredentials, toLoggedPath } from './hide-credentials.ts';

const key = '0123456789abcdef0123456789abcdef01234567';

test('keys and tokens in a path are hidden, with or without a zone, whatever is around them', () => {
	const token = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiYSJ9.c2ln-_A';
	assert.equal(
		hideCredentials(`/api/v2/search_engines/eu1-${key}/indices`),
		'/api/v2/search_engines/eu1-[hidden]/indices',
	);
	assert.equal(hideCredentials(`/6/${key.toUpperCase()}${'0'.repeat(24)}`), '/6/[hidden]');
	const encrypted = 'eyJhbGciOiJkaXIifQ..b2s3_.c2ln-_A.dGFn';
	assert.equal(hideCredentials(`/x-${token}`), '/x-[hidden]');
	assert.equal(hideCredentials(`/eyJa-${key}`), '/eyJa-[hidden]');
	for (const text of [token, encrypted]) assert.equal(hideCredentials(`/items/${text}/x`), '/items/[hidden]/x');
});

test('other text stays', () => {
	const path = `/api/v2/search_engines/${key.slice(0, 32)}/indices/product/items/eyJ.sku-1.b`;
	assert.equal(hideCredentials(path), path);
});

test('a logged path has no query, no credentials and no more than 256 characters', () => {
	assert.equal(toLoggedPath(`/6/${key}/_search?query=x`), '/6/[hidden]/_search');
	assert.equal(toLoggedPath(`/${'x'.repeat(255)}`), `/${'x'.repeat(255)}`);
	assert.equal(toLoggedPath(`/${'x'.repeat(250)}${key}`), `/${'x'.repeat(250)}[hidd…`);
});
