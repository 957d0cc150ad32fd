import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../../../test/support/test-length.ts';
import { foldValue, isBelow, toNode } from '../../analysis/fold-value.ts';
import { findFolded } from './find-folded.ts';
import { compareByBytes, toSortedStrings } from './sorted-strings.ts';

it('treats values as equal that differ only by case, accents, width, marks and blanks', () => {
	for (const same of [
		['dell', 'DELL', 'Dell', ' dell ', 'ｄｅｌｌ', 'D\u00adell'],
		['Électroménager', 'electromenager', 'E\u0301lectrome\u0301nager', 'ÉLECTROMÉNAGER'],
		['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
		['İstanbul', 'ISTANBUL', 'ıstanbul', 'i̇stanbul'],
		['ΟΔΟΣ', 'οδός', 'οδοσ', 'Οδός'],
		['مُحَمَّد', 'محمد'],
		['パソコン', 'ﾊﾟｿｺﾝ', 'ハ\u309aソコン'],
		['한국', '한국'],
		['Haushalt > Küche', 'haushalt>kuche', ' Haushalt  >  Küche ', 'Haushalt ＞ Küche'],
		['a b', 'A\u00a0 B', 'a\t\nb'],
		['Čaj й', 'caj и\u0306'],
	]) {
		assert.equal(new Set(same.map(foldValue)).size, 1, same.map(foldValue).join(' | '));
	}
	for (const [one, other] of [
		['dell', 'del'],
		['a b', 'ab'],
		['が', 'か'],
		['> 40 cm', '40 cm'],
		['a-b', 'a b'],
	] as const) {
		assert.notEqual(foldValue(one), foldValue(other));
	}
});

const fragment = fc.constantFrom(
	...('aAáÁbBßsSİıiI>> \u0301\u00adéæ>黒靴黑か\u3099がﾊﾟ한\u1112\u1161\u11abｅ😀٣3'.match(/./gu) as string[]),
);
const oddValue = fc.array(fragment, { minLength: 1, maxLength: 6 }).map((fragments) => fragments.join(''));
/** Several words, as most names have. More values begin alike than are compared one by one. */
const word = fc.constantFrom('Acme', 'ACME', 'acmé', 'shoe', 'Shoes', '7', '70', '黒', '>');
const space = fc.constantFrom(' ', ' ', '  ', '\u00a0', '');
const name = fc.array(fc.tuple(word, space), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat().join(''));
const value = fc.oneof(
	oddValue,
	name,
	fc.nat(99).map((number) => `Acme shoe ${number}`),
);

it('finds the same as folding every string', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(value, { maxLength: 300, size: 'max' }),
			fc.array(value, { minLength: 1, maxLength: 20 }),
			(all, asked) => {
				const sorted = [...all].sort(compareByBytes);
				const strings = toSortedStrings(sorted);
				for (const text of [...asked, ...sorted.slice(0, 20)]) {
					const node = toNode(foldValue(text));
					const expected = sorted.flatMap((one, ordinal) => (isBelow(foldValue(one), node) ? [ordinal] : []));
					const found = [...findFolded(strings, node)].sort((a, b) => a - b);
					assert.deepEqual(found, expected, JSON.stringify([text, node]));
				}
			},
		),
		{ numRuns: chooseLength(50, 200) },
	);
});
