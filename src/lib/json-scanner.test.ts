import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../test/support/code-point.ts';
import { chooseLength } from '../../test/support/test-length.ts';
import {
	type JsonEntry,
	JsonSyntaxError,
	JsonValueCountError,
	membersPerObjectMax,
	nestingDepthMax,
	scanJson,
} from './json-scanner.ts';

/** A document as written: names may repeat, and `text` is its spelling. */
type Tree =
	| { readonly kind: 'object'; readonly members: readonly { name: string; nameText: string; value: Tree }[] }
	| { readonly kind: 'array'; readonly items: readonly Tree[] }
	| { readonly kind: 'scalar'; readonly text: string };

const space = fc.stringMatching(/^[ \t\r\n]{0,2}$/);
/** A string in JSON, with some unnecessary escapes. */
const spelled = (value: fc.Arbitrary<string>) =>
	fc.tuple(value, fc.boolean()).map(([name, isEscaped]) => ({
		name,
		nameText: isEscaped ? `"${toEscapes(name)}"` : JSON.stringify(name),
	}));
const toEscapes = (value: string) =>
	value
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
const hasNoNul = (value: string) => !value.includes('\0');
const anyString = fc.string({ unit: codePoint, maxLength: 12 }).filter(hasNoNul);
const anyName = fc
	.oneof(fc.constantFrom('a', 'b', 'id', '', 'price'), anyString)
	.filter((name) => name !== '__proto__');
const scalarText = fc.oneof(
	fc.constantFrom('null', 'true', 'false', '-0', '6.0', '1e5', '1E-400', '0.25', '12345678901234567890'),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
	spelled(anyString).map(({ nameText }) => nameText),
);
const { tree: anyTree } = fc.letrec<{ tree: Tree }>((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		scalarText.map((text): Tree => ({ kind: 'scalar', text })),
		fc.array(tie('tree'), { maxLength: 4 }).map((items): Tree => ({ kind: 'array', items })),
		fc
			.array(
				fc.tuple(spelled(anyName), tie('tree')).map(([name, value]) => ({ ...name, value })),
				{ maxLength: 5 },
			)
			.map((members): Tree => ({ kind: 'object', members })),
	),
}));

function toText(tree: Tree, gap: string): string {
	if (tree.kind === 'scalar') return tree.text;
	if (tree.kind === 'array') return `[${gap}${tree.items.map((item) => toText(item, gap)).join(`,${gap}`)}${gap}]`;
	const members = tree.members.map(({ nameText, value }) => `${nameText}${gap}:${toText(value, gap)}`);
	return `{${gap}${members.join(`${gap},`)}${gap}}`;
}

function hasDuplicate(tree: Tree): boolean {
	if (tree.kind === 'scalar') return false;
	if (tree.kind === 'array') return tree.items.some(hasDuplicate);
	const names = tree.members.map(({ name }) => name);
	return new Set(names).size < names.length || tree.members.some(({ value }) => hasDuplicate(value));
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Whether the scanner accepts the text; anything but a `JsonSyntaxError` fails the test. */
function isScannable(text: string): boolean {
	try {
		scanJson(text);
		return true;
	} catch (error) {
		assert.ok(error instanceof JsonSyntaxError, String(error));
		assert.ok(error.offset >= 0 && error.offset <= text.length, `offset ${error.offset} of ${text.length}`);
		return false;
	}
}

function toFault(text: string): { path: string; reason: string } | undefined {
	return scanJson(text).entries[0]?.fault;
}

const anyDocument = fc.tuple(anyTree, space).map(([tree, gap]) => toText(tree, gap));
/** Fragments of JSON in any order: close enough to the grammar to be valid now and then. */
const fragments = [...'[]{},:"\\/u09.-+eEtn \n\0\u001f\ufeff\u00e9', '\\u00', 'null', '1e999', '"a"', '\\u0041'];

test('a text is accepted exactly when JSON.parse accepts it', () => {
	const nearJson = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(fc.oneof(nearJson, anyDocument), (text) => assert.equal(isScannable(text), isJson(text))),
		{ numRuns: chooseLength(1_000, 5_000) },
	);
});

test('a document with a part removed, inserted or replaced is accepted exactly when JSON.parse accepts it', () => {
	const change = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom('', ...fragments));
	fc.assert(
		fc.property(anyDocument, fc.array(change, { minLength: 1, maxLength: 3 }), (document, changes) => {
			let text = document;
			for (const [at, cutLength, fragment] of changes) {
				const start = at % (text.length + 1);
				text = text.slice(0, start) + fragment + text.slice(start + cutLength);
			}
			fc.pre(text.isWellFormed());
			assert.equal(isScannable(text), isJson(text));
		}),
		{ numRuns: chooseLength(1_000, 5_000) },
	);
});

test('every incomplete beginning of a document is rejected at a position inside it', () => {
	const text = '[{"a":"\\u00e9\\n","b":[-1.5e+3,true,false,null]}]';
	for (let end = 0; end < text.length; end += 1)
		assert.equal(isScannable(text.slice(0, end)), false, text.slice(0, end));
});

test('entries and members are where the scan says, in order, with decoded names', () => {
	fc.assert(
		fc.property(fc.array(anyTree, { maxLength: 4 }), space, (items, gap) => {
			const text = gap + toText({ kind: 'array', items }, gap) + gap;
			const scan = scanJson(text);
			assert.equal(scan.isArray, true);
			assert.equal(scan.entryCount, items.length);
			for (const [index, item] of items.entries()) {
				const entry = scan.entries[index] as JsonEntry;
				assert.equal(entry.kind, item.kind);
				assert.equal(text.slice(entry.start, entry.end), toText(item, gap));
				const members = item.kind === 'object' ? item.members : [];
				assert.deepEqual(
					entry.members.map(({ name, valueStart, valueEnd }) => [name, text.slice(valueStart, valueEnd)]),
					members.map(({ name, value }) => [name, toText(value, gap)]),
				);
			}
		}),
		{ numRuns: chooseLength(200, 1_000) },
	);
});

test('members have the values that JSON.parse gives them', () => {
	fc.assert(
		fc.property(fc.dictionary(anyName, fc.jsonValue(), { noNullPrototype: true }), (value) => {
			const text = JSON.stringify(value, null, 1);
			const scan = scanJson(text);
			assert.equal(scan.isArray, false);
			const members = scan.entries[0]?.members ?? [];
			const entries = members.map(({ name, valueStart, valueEnd }) => [
				name,
				JSON.parse(text.slice(valueStart, valueEnd)),
			]);
			assert.deepEqual(Object.fromEntries(entries), JSON.parse(text));
		}),
	);
});

test('an entry has a fault exactly when an object in it, at any depth, has a name twice', () => {
	fc.assert(
		fc.property(fc.array(anyTree, { maxLength: 5 }), (items) => {
			const { entries } = scanJson(toText({ kind: 'array', items }, ''));
			const reasons = entries.map(({ fault }) => fault?.reason);
			assert.deepEqual(
				reasons,
				items.map((item) => (hasDuplicate(item) ? 'is given twice' : undefined)),
			);
		}),
		{ numRuns: chooseLength(600, 3_000) },
	);
});

test('a name that is spelt differently the second time is still a duplicate', () => {
	assert.deepEqual(toFault('{"id":1,"\\u0069d":2}'), { path: 'id', reason: 'is given twice' });
	assert.deepEqual(toFault('{"\\u0069d":1,"id":2}'), { path: 'id', reason: 'is given twice' });
});

test('an inner object may repeat the names around it, and does not hide a duplicate after it', () => {
	assert.equal(toFault('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}'), undefined);
	assert.deepEqual(toFault('{"a":{"a":{"a":1}},"a":2}'), { path: 'a', reason: 'is given twice' });
	assert.deepEqual(toFault('{"x":[{"b":{"a":1},"a":1,"a":2}]}'), { path: 'x.a', reason: 'is given twice' });
});

test('faults have the path of the member, and only the first of an entry is reported', () => {
	const cases: readonly (readonly [text: string, path: string, reason: string])[] = [
		['{"a":{"__proto__":1}}', 'a.__proto__', 'is not allowed as a name'],
		['{"\\u005f_proto__":1}', '__proto__', 'is not allowed as a name'],
		['{"a":["x","\\ud800"]}', 'a', 'has half of a surrogate pair'],
		['{"a":"\\udc00\\ud800"}', 'a', 'has half of a surrogate pair'],
		['{"a":"\\ud800\\u0041"}', 'a', 'has half of a surrogate pair'],
		['{"a":"\\ud800\\ud83d\\ude00"}', 'a', 'has half of a surrogate pair'],
		['{"a\\ud800":1}', 'a\ufffd', 'has half of a surrogate pair'],
		['{"a":"\\u0000"}', 'a', 'has a NUL character'],
		['{"a\\u0000":1}', 'a\0', 'has a NUL character'],
		['{"a":{"b":1e999}}', 'a.b', 'is a number out of range'],
		['{"a":-1E+400}', 'a', 'is a number out of range'],
		[`{"a":${'9'.repeat(400)}}`, 'a', 'is a number out of range'],
		['{"a":1,"a":"\\u0000"}', 'a', 'is given twice'],
		['"\\u0000"', '', 'has a NUL character'],
	];
	for (const [text, path, reason] of cases) assert.deepEqual(toFault(text), { path, reason }, text);
});

test('numbers that a double can hold and surrogate pairs are not faults', () => {
	assert.equal(
		toFault(`{"a":1e308,"b":1e-999,"c":${'9'.repeat(250)},"d":"\\ud83d\\ude00\\uD83D\\uDE00😀"}`),
		undefined,
	);
});

test('a fault belongs only to its entry', () => {
	const { entries } = scanJson('[{"a":1e999},{"a":1},{"b\\u0000":1},{"a":1},{"b\\u0000":2}]');
	assert.deepEqual(
		entries.map(({ fault }) => fault === undefined),
		[false, true, false, true, false],
	);
});

test('a byte order mark is not white space, as for JSON.parse', () => {
	assert.equal(isScannable('\ufeff[]'), false);
});

test(`an entry nests ${nestingDepthMax} deep and no deeper`, () => {
	const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
	assert.equal(toFault(nested(nestingDepthMax)), undefined);
	assert.equal(toFault(`[${nested(nestingDepthMax)}]`), undefined);
	const path = Array(8).fill('a').join('.');
	assert.deepEqual(toFault(nested(nestingDepthMax + 1)), { path, reason: `is nested deeper than ${nestingDepthMax}` });
	assert.deepEqual(toFault(`[${nested(nestingDepthMax + 1)},1]`)?.path, path);
});

test('millions of nested brackets are counted without recursion', () => {
	const depth = 500_000;
	assert.deepEqual(toFault('['.repeat(depth) + ']'.repeat(depth)), { path: '', reason: 'is nested deeper than 32' });
	assert.equal(isScannable('['.repeat(depth)), false);
	assert.equal(isScannable('{"a":'.repeat(depth)), false);
	assert.equal(isScannable(`${'['.repeat(depth)}${']'.repeat(depth - 1)}}`), false);
	// A stack that is copied at every level would take hours for this.
});

test(`an object has ${membersPerObjectMax} members and no more`, () => {
	const wide = (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}":0`).join()}}`;
	assert.equal(toFault(wide(membersPerObjectMax)), undefined);
	const { entries } = scanJson(wide(membersPerObjectMax + 5));
	assert.equal(entries[0]?.fault?.reason, `stands among more than ${membersPerObjectMax} members`);
	assert.equal(entries[0]?.members.length, membersPerObjectMax);
	assert.equal(toFault(`{"a":${wide(membersPerObjectMax + 1)}}`)?.path, `a.n${membersPerObjectMax}`);
});

test('entries beyond the requested number are counted and checked, but not returned', () => {
	const scan = scanJson('[1,{"a":2},3]', { entriesMax: 1 });
	assert.equal(scan.entryCount, 3);
	assert.equal(scan.entries.length, 1);
	assert.throws(
		() => scanJson('[1,{"a"},3]', { entriesMax: 1 }),
		new JsonSyntaxError('expected ":" at character 7', 7),
	);
});

test('values are counted, including containers, and one too many ends the scan', () => {
	const text = '[{"a":[1,{}]},"b"]';
	assert.equal(scanJson(text, { valuesMax: 6 }).entryCount, 2);
	assert.throws(() => scanJson(text, { valuesMax: 5 }), new JsonValueCountError(5));
	// Nothing behind the last allowed value is read.
	assert.throws(() => scanJson('[1,2,what', { valuesMax: 2 }), new JsonValueCountError(2));
});

test('a text longer than the shared scratch array is read like a short one', () => {
	const value = [{ a: 'x'.repeat(70_000), b: 'é'.repeat(70_000) }, { c: 1 }];
	const text = JSON.stringify(value);
	const read = scanJson(text).entries.map(({ start, end }) => JSON.parse(text.slice(start, end)));
	assert.deepEqual(read, value);
});
