import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDeferredCompiling } from './deferred-compiling.ts';
import { createValidatorCompiler } from './validation.ts';

it('names null among the values that are allowed', () => {
	const schema = { enum: ['a', null] };
	const compile = createValidatorCompiler(createDeferredCompiling());
	const validate = compile({ schema, method: 'POST', url: '/' }) as (data: unknown) => { error?: Error };
	assert.match(String(validate('b').error), /must be one of a, null$/);
});
