import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { chooseLength } from '../../test/support/test-length.ts';
import { parseFlatObject } from './json-flat-object.ts';
import { JsonSyntaxError, scanJson } from './json-scanner.ts';

const accepted = ['{}', ' { "a" : 1 , "b" : "x:y" } ', '{"a":null,"b":true,"c":-1.5e3,"":""}', '{"ü":"日本"}'];
const refused = [
	'{"a":1,"a":1}',
	'{"a":"x","a":"y"}',
	'{"__proto__":1}',
	'{"a":1e999}',
	'{"a":[]}',
	'{"a":{}}',
	'[]',
	'"x"',
	'null',
	'{"a":"\\u0000"}',
	'{"a":1',
	'',
];

test('an object of scalars without escapes is read', () => {
	for (const text of accepted) assert.deepEqual(parseFlatObject(text), JSON.parse(text), text);
});

test('everything else is left to the scanner', () => {
	for (const text of refused) assert.equal(parseFlatObject(text), undefined, text);
});

test('what is read has no fault that the scanner would find', () => {
	const name = fc.constantFrom('a', 'b', '__proto__', 'a b', ':', '');
	const scalar = fc.oneof(fc.string({ maxLength: 4 }), fc.double(), fc.constantFrom(null, true, ':', '":'));
	const member = fc.tuple(name, scalar).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
	const text = fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`);
	fc.assert(
		fc.property(fc.oneof(text, fc.json(), fc.string()), (candidate) => {
			const value = parseFlatObject(candidate);
			if (value === undefined) return;
			assert.deepEqual(value, JSON.parse(candidate));
			assert.doesNotThrow(() => scanJson(candidate), JsonSyntaxError);
			assert.equal(scanJson(candidate).entries[0]?.fault, undefined, candidate);
		}),
		{ numRuns: chooseLength(500, 2_000) },
	);
});
