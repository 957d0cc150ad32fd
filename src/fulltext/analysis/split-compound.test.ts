import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createAnalyzer } from './analyzer.ts';
import { splitCompound } from './split-compound.ts';

function isIn(...terms: string[]): (part: string) => boolean {
	return (part) => terms.includes(part);
}

describe('splitCompound', () => {
	const splits: readonly (readonly [language: string, word: string, terms: string[], parts: string[] | undefined])[] = [
		['de', 'kühlschranklampe', ['kühlschrank', 'lampe', 'kühl', 'schrank'], ['kühlschrank', 'lampe']],
		['de', 'kühlschranklampe', ['lampe', 'kühl', 'schrank'], ['kühl', 'schrank', 'lampe']],
		['de', 'arbeitstisch', ['arbeit', 'tisch'], ['arbeit', 'tisch']],
		['sv', 'barnstol', ['barn', 'stol'], ['barn', 'stol']],
		['nl', 'kinderfiets', ['kind', 'fiets'], ['kind', 'fiets']],
		['fi', 'pöytälamppu', ['pöytä', 'lamppu'], ['pöytä', 'lamppu']],
		['en', 'laptopcase', ['laptop', 'case'], undefined],
		['en', 'arbeitstisch', ['arbeit', 'tisch'], undefined],
		['de', 'lampe', ['lampe'], undefined],
		['de', '', [''], undefined],
	];
	for (const [language, word, terms, parts] of splits)
		it(`${language}: ${word} with ${terms.join(', ')} gives ${parts?.join(' + ')}`, () => {
			assert.deepEqual(createAnalyzer(language).splitCompound(word, isIn(...terms)), parts);
		});

	it('prefers the split whose shortest part is longest', () => {
		const isTerm = isIn('abcd', 'efghij', 'abcdef', 'ghij', 'abcde', 'fghij');
		assert.deepEqual(splitCompound('abcdefghij', isTerm, { links: [''], partLengthMin: 3 }), ['abcde', 'fghij']);
	});

	it('yields parts that are terms and form the word with links, with a bounded number of look-ups', () => {
		const isTerm = (part: string) => part.length % 3 !== 0;
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 's'), maxLength: 60 }), (word) => {
				let askedCount = 0;
				const count = (part: string) => {
					askedCount += 1;
					return isTerm(part);
				};
				const parts = splitCompound(word, count, { links: ['', 's'], partLengthMin: 3 });
				assert.ok(askedCount <= 4 * 40 * 40);
				if (parts === undefined) return;
				assert.ok(parts.every(isTerm) && parts.length <= 3);
				assert.match(word, new RegExp(`^${parts.join('s?')}$`));
			}),
		);
	});
});
