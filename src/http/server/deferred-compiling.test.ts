import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDeferredCompiling } from './deferred-compiling.ts';
import { createSerializerCompiler } from './serialization.ts';
import { createValidatorCompiler } from './validation.ts';

const part = (schema: object) => ({ schema, method: 'POST', url: '/', httpPart: 'body' });

it('compiles a schema when it is first needed, or in spare time before that', () => {
	const compiling = createDeferredCompiling();
	const compile = createValidatorCompiler(compiling);
	const validate = compile(part({ type: 'string' })) as (data: unknown) => object;
	compile(part({ type: 'number' }));
	assert('error' in validate(1));
	assert.equal(compiling.compileNext(), true, 'the one that nothing was validated by');
	assert.equal(compiling.compileNext(), false);
	assert.deepEqual(validate('x'), { value: 'x' });
});

it('compiles what writes an answer at the first one, and writes only what the schema names', () => {
	const compiling = createDeferredCompiling();
	const serialize = createSerializerCompiler(compiling)(
		part({ type: 'object', properties: { id: { type: 'string' }, count: { type: 'integer' } } }),
	);
	assert.equal(serialize({ id: 'é"', secret: 'x', count: 2 }), '{"id":"é\\"","count":2}');
	assert.equal(compiling.compileNext(), false);
	assert.equal(serialize({ id: 'b' }), '{"id":"b"}');
});

it('compiles once, whoever asks first', () => {
	let count = 0;
	const compiling = createDeferredCompiling();
	const toCompiled = compiling.defer(() => {
		count += 1;
		return undefined;
	});
	assert.equal(compiling.compileNext(), true);
	toCompiled();
	toCompiled();
	assert.equal(count, 1);
});

it('says which schema is none when it is compiled', () => {
	const compiling = createDeferredCompiling();
	createValidatorCompiler(compiling)(part({ type: 'nonsense' }));
	assert.throws(compiling.compileNext, /nonsense|schema is invalid/);
});
