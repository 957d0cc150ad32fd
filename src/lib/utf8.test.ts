import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../test/support/code-point.ts';
import { decodeUtf8, isWithinBytes } from './utf8.ts';

test('text is restored from its bytes, without a byte order mark', () => {
	fc.assert(
		fc.property(fc.string({ unit: codePoint }), (text) => {
			fc.pre(!text.startsWith('\ufeff'));
			assert.equal(decodeUtf8(Buffer.from(text)), text);
			assert.equal(decodeUtf8(Buffer.from(`\ufeff${text}`)), text);
		}),
	);
});

test('bytes that are not UTF-8 give undefined', () => {
	const cases = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x61, 0x80], [0xf4, 0x90, 0x80, 0x80]];
	for (const bytes of cases) assert.equal(decodeUtf8(Uint8Array.from(bytes)), undefined, String(bytes));
});

test('the limit counts bytes and is inclusive', () => {
	fc.assert(
		fc.property(fc.string({ unit: codePoint, maxLength: 8 }), fc.nat(30), (text, bytesMax) => {
			assert.equal(isWithinBytes(text, bytesMax), Buffer.from(text).length <= bytesMax);
		}),
	);
});
