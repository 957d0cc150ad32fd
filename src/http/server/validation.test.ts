import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createValidators } from './validation.ts';

const part = (schema: object) => ({ schema, method: 'POST', url: '/', httpPart: 'body' });

it('compiles a schema when it is first needed, or in spare time before that', () => {
	const validators = createValidators();
	const validate = validators.compile(part({ type: 'string' })) as (data: unknown) => object;
	validators.compile(part({ type: 'number' }));
	assert('error' in validate(1));
	assert.equal(validators.compileNext(), true, 'the one that nothing was validated by');
	assert.equal(validators.compileNext(), false);
	assert.deepEqual(validate('x'), { value: 'x' });
});

it('says which schema is none when it is compiled', () => {
	const { compile, compileNext } = createValidators();
	compile(part({ type: 'nonsense' }));
	assert.throws(compileNext, /nonsense|schema is invalid/);
});

it('names null among the values that are allowed', () => {
	const validate = createValidators().compile(part({ enum: ['a', null] })) as (data: unknown) => { error?: Error };
	assert.match(String(validate('b').error), /must be one of a, null$/);
});
