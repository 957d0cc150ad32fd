import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideCredentials } from './hide-credentials.ts';

const key = '0123456789abcdef0123456789abcdef01234567';

test('keys and tokens in a path are hidden, with or without a zone, whatever is around them', () => {
	const token = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiYSJ9.c2ln-_A';
	assert.equal(
		hideCredentials(`/api/v2/search_engines/eu1-${key}/indices`),
		'/api/v2/search_engines/eu1-[hidden]/indices',
	);
	assert.equal(hideCredentials(`/6/${key.toUpperCase()}${'0'.repeat(24)}`), '/6/[hidden]');
	const encrypted = 'eyJhbGciOiJkaXIifQ..b2s3_.c2ln-_A.dGFn';
	for (const text of [token, encrypted]) assert.equal(hideCredentials(`/items/${text}/x`), '/items/[hidden]/x');
});

test('other text stays', () => {
	const path = `/api/v2/search_engines/${key.slice(0, 32)}/indices/product/items/eyJ.sku-1.b`;
	assert.equal(hideCredentials(path), path);
});
