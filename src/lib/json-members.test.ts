import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../test/support/test-length.ts';
import { findJsonMembers } from './json-members.ts';

function toParts(text: string) {
	const { start, end, members } = findJsonMembers(text);
	assert.equal(text.slice(start, end), text.trim());
	return members.map(({ name, valueStart, valueEnd }) => [name, text.slice(valueStart, valueEnd)]);
}

describe('findJsonMembers', () => {
	it('finds every member of any object, whatever is in it', () => {
		const indents = fc.constantFrom('', ' ', '\t', '\r\n ');
		fc.assert(
			fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), indents, (object, indent) => {
				const text = indent + JSON.stringify(object, null, indent) + indent;
				const parts = toParts(text).map(([name, literal]) => [name, JSON.parse(literal as string)]);
				assert.deepEqual(parts, Object.entries(JSON.parse(text)));
			}),
			{ numRuns: chooseLength(200, 1_000) },
		);
	});

	it('keeps literals as they were written', () => {
		const text = '{ "a\\"":6.0,"b" : "x\\\\" ,"c":[{"d":"]}"},-1e5],"e":{},"f":null }';
		assert.deepEqual(toParts(text), [
			['a"', '6.0'],
			['b', '"x\\\\"'],
			['c', '[{"d":"]}"},-1e5]'],
			['e', '{}'],
			['f', 'null'],
		]);
		assert.deepEqual(toParts(' {} '), []);
	});

	it('terminates on text that is not an object', () => {
		for (const text of ['', '[]', '{', '{"a"', '{"a":', '{"a":[', '{"a":"', '{"a" 1}']) {
			assert.throws(() => findJsonMembers(text), { name: 'AssertionError' });
		}
	});
});
