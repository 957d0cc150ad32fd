import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { createAnalyzer } from './analyzer.ts';
import { suggestionLengthMax, toSuggestionKey, toSuggestionText } from './suggestion-text.ts';

describe('suggestions', () => {
	it('are one tidy line in lower case', () => {
		assert.equal(toSuggestionText('  Sony\n\tWH-1000XM4  '), 'sony wh-1000xm4');
		assert.equal(toSuggestionText('e\u0301te\u0301\u0000 \u200bsale'), 'été sale');
		assert.equal(toSuggestionText(' \n '), '');
	});

	it('are cut at a blank', () => {
		assert.equal(toSuggestionText(`${'a'.repeat(60)} ${'b'.repeat(60)}`), 'a'.repeat(60));
		assert.equal(toSuggestionText('c'.repeat(500)).length, suggestionLengthMax);
	});

	it('have one key for all spellings of the same text', () => {
		const { analyzeQuery } = createAnalyzer('fr');
		const keys = ['Écran 27"', 'ecran  27', "l'écran: 27"].map((text) => toSuggestionKey(analyzeQuery(text)));
		assert.deepEqual(keys, ['ecran27', 'ecran27', 'ecran27']);
	});

	it('are well-formed and short, whatever the text, and do not change when made again', () => {
		fc.assert(
			fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
				const once = toSuggestionText(text);
				assert.ok(once.isWellFormed() && once.length <= suggestionLengthMax);
				assert.equal(toSuggestionText(once), once);
			}),
		);
	});
});
