import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillTemplate, isTrueOf, listPlaceholders, parseSentence } from './template.ts';

describe('a template', () => {
	it('replaces placeholders by facts and begins with a capital', () => {
		assert.equal(
			fillTemplate('{material} lasts {years} years.', { material: 'oak', years: 20 }),
			'Oak lasts 20 years.',
		);
	});

	it('writes facts in title case where it is asked for', () => {
		const facts = { material: 'stainless steel', size: '2-person' };
		assert.equal(fillTemplate('{material:title} / {size:title}', facts), 'Stainless Steel / 2-Person');
	});

	it('separates thousands only in long numbers', () => {
		const facts = { a: 5000, b: 20_000, c: 1_250_000, d: 10_000.5 };
		assert.equal(fillTemplate('{a} {b} {c} {d}', facts), '5000 20,000 1,250,000 10000.5');
	});

	it('cannot be filled without its facts', () => {
		assert.throws(() => fillTemplate('{color}', {}), /no fact called color/);
	});

	it('lists its placeholders', () => {
		assert.deepEqual(listPlaceholders('{brand} {material:title} Pan'), ['brand', 'material']);
	});
});

describe('a sentence', () => {
	const facts = { waterproof: true, foldable: false, flasks: 2, material: 'merino wool' };
	const cases: readonly (readonly [string, boolean])[] = [
		['Always.', true],
		['[waterproof] Dry.', true],
		['[!waterproof] Wet.', false],
		['[foldable] Folds.', false],
		['[!foldable] Firm.', true],
		['[flasks=2] Two.', true],
		['[flasks=0] None.', false],
		['[material=merino wool] Warm.', true],
		['[material=cotton] Cool.', false],
		['[unheard] Never.', false],
	];
	for (const [sentence, expected] of cases) {
		it(`${expected ? 'holds' : 'does not hold'}: ${sentence}`, () => {
			assert.equal(isTrueOf(parseSentence(sentence).condition, facts), expected);
		});
	}

	it('is returned without its condition', () => {
		assert.equal(parseSentence('[flasks=2] Two soft flasks.').text, 'Two soft flasks.');
	});
});
