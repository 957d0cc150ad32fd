import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashTexts } from './text-hash.ts';

/** The definition of FNV-1a in exact numbers, with 0x10000 after each text. */
function hashExactly(texts: readonly string[]): number {
	const units = texts.flatMap((text) => [...text.split('').map((unit) => unit.charCodeAt(0)), 0x10000]);
	return Number(units.reduce((hash, unit) => ((hash ^ BigInt(unit)) * 16_777_619n) % 2n ** 32n, 2_166_136_261n));
}

test('texts are hashed by FNV-1a', () => {
	const unit = fc.integer({ min: 0, max: 0xffff });
	const text = fc.array(unit, { maxLength: 20 }).map((units) => String.fromCharCode(...units));
	fc.assert(fc.property(fc.array(text, { maxLength: 4 }), (texts) => hashTexts(texts) === hashExactly(texts)));
});

test('where a text ends makes a difference, and so does the seed', () => {
	assert.notEqual(hashTexts(['a', 'bc']), hashTexts(['ab', 'c']));
	assert.notEqual(hashTexts(['a'], 1), hashTexts(['a'], 2));
});
