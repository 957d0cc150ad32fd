import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { fromEscapedText, toEscapedText } from './escaped-text.ts';

const text = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', '\u{1f600}'), maxLength: 8 });

it('has no NUL and is restored unchanged', () => {
	fc.assert(
		fc.property(text, (given) => {
			assert(!toEscapedText(given).includes('\u0000'));
			assert.equal(fromEscapedText(toEscapedText(given)), given);
		}),
	);
});

it('sorts like the text it stands for', () => {
	const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
	fc.assert(
		fc.property(text, text, (one, other) => {
			assert.equal(compare(toEscapedText(one), toEscapedText(other)), compare(one, other));
		}),
	);
});

it('is the text itself where there is nothing to escape', () => {
	assert.equal(toEscapedText('{"a":"é\\u0000"}'), '{"a":"é\\u0000"}');
});
