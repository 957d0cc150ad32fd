import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FailureError } from '../../lib/failure.ts';
import { toParameters } from './parse-parameters.ts';

it('a JSON body is refused when it is not an object, too deep or too large', () => {
	let deep: unknown = 1;
	for (let depth = 0; depth < 8; depth += 1) deep = { deep };
	for (const body of [[], [1], 'text', 7, deep, { a: Array.from({ length: 5001 }, () => 1) }]) {
		assert.throws(() => toParameters(body), FailureError);
	}
});
