import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readErrorCode, toError } from './thrown.ts';

test('an error stays the same object, and anything else becomes an error with its text', () => {
	const error = new TypeError('no');
	assert.equal(toError(error), error);
	assert.equal(toError('no').message, 'no');
	assert.equal(toError(undefined).message, 'undefined');
});

test('the code of an error is a text or undefined', () => {
	assert.equal(readErrorCode(Object.assign(new Error('no'), { code: 'ENOENT' })), 'ENOENT');
	for (const thrown of [new Error('no'), Object.assign(new Error('no'), { code: 5 }), { code: 'ENOENT' }, null]) {
		assert.equal(readErrorCode(thrown), undefined);
	}
});
