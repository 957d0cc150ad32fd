import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAnalyzer } from './analyzer.ts';

const table: readonly (readonly [language: string, text: string, purpose: string | undefined])[] = [
	['en', 'Privacy Screen for 27 inch Display - Matte', 'for 27 inch Display'],
	['en', 'Charger for iPhone 13', 'for iPhone 13'],
	['en', 'Case (For Galaxy)', undefined],
	['en', 'Cover For iPad (black)', 'For iPad '],
	['en', 'Lens cap compatible with Canon, 58 mm', 'compatible with Canon'],
	['en', 'For Honor game', undefined],
	['en', 'Forest lamp', undefined],
	['en', 'Case for Galaxy A02s ,Galaxy M31, J 7, galaxy Note, black', 'for Galaxy A02s ,Galaxy M31, J 7, galaxy Note'],
	['en', 'Bag for Laptop, black', 'for Laptop'],
	['en', 'Roller suitable with LG Washing Machine', 'suitable with LG Washing Machine'],
	['en', '', undefined],
	['es', 'Funda para iPhone 13 (negra)', 'para iPhone 13 '],
	['de', 'Tasche für Laptop', 'für Laptop'],
	['fr', 'Housse pour ordinateur portable | 15 pouces', 'pour ordinateur portable '],
	['ru', 'Чехол для телефона', 'для телефона'],
	['cs', 'Apple MacBook Pro 13', undefined],
	['zh', '手机壳 for iPhone', 'for iPhone'],
];

for (const [language, text, purpose] of table) {
	it(`${language}: "${text}" is for "${purpose ?? ''}"`, () => {
		const found = createAnalyzer(language).findPurpose(text);
		assert.equal(found === undefined ? undefined : text.slice(found.start, found.end), purpose);
	});
}
