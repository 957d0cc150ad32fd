import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

function rank(titles: readonly string[], text: string, language = 'en'): readonly (string | undefined)[] {
	const items = Object.fromEntries(titles.map((title, at) => [`${at}`, { title }]));
	return createSmallIndex(items, { language })
		.idsOf({ text, hasUnderstanding: true })
		.map((id) => titles[Number(id)]);
}

const denied: readonly (readonly [language: string, text: string, wanted: string, denying: string])[] = [
	['en', 'jacket with hood', 'Rain jacket with detachable red hood', 'Jacket without hood'],
	['en', 'jacket with hood', 'Rain jacket with detachable red hood', 'Jacket without a hood'],
	['en', 'hood', 'Rain jacket with detachable red hood', 'Jacket w/o hood'],
	['en', 'sugar', 'Fine white baking sugar from canes 1 kg', 'Sugar free gum'],
	['en', 'sugar', 'Fine white baking sugar from canes 1 kg', 'Zero sugar cola'],
	['en', 'sugar', 'Jam with sugar, free from artificial colours', 'Jam with no added sugar'],
	['pt', 'blusa manga comprida', 'Blusa feminina de algodão com manga muito comprida', 'Blusa comprida sem manga'],
	['de', 'jacke mit kapuze', 'Jacke für Damen in Rot mit großer Kapuze', 'Jacke ohne Kapuze'],
];
for (const [language, text, wanted, denying] of denied) {
	it(`${text}: ${wanted} comes before ${denying}`, () => {
		assert.deepEqual(rank([denying, wanted], text, language), [wanted, denying]);
		assert.deepEqual(rank([wanted, denying], text, language), [wanted, denying]);
	});
}

it('does not lower what denies a word where the query denies it, too', () => {
	const titles = ['Cane sugar', 'Sugar free gum'];
	for (const text of ['sugar free', 'sugarfree', 'gum without sugar']) {
		assert.equal(rank(titles, text)[0], titles[1]);
	}
});

it('takes a word for denied only where the title does not have it elsewhere, and neither numbers nor things of any size', () => {
	assert.equal(rank(['Gum sugar free', 'Sugar gum sugar free'], 'sugar')[0], 'Sugar gum sugar free');
	assert.equal(rank(['Red kurta free box', 'Red kurta free size'], 'kurta')[0], 'Red kurta free size');
	assert.equal(
		rank(['Perfume 50 scent without 5', 'Perfume 5 without scent'], 'perfume scent')[0],
		'Perfume 50 scent without 5',
	);
	assert.equal(rank(['Perfume fresh green scent 5', 'Perfume no 5'], 'perfume 5')[0], 'Perfume no 5');
});

it('takes no brand for denied', () => {
	const others = ['Nike Pegasus Zoom Air Max', 'Nike Court', 'Nike Revolution', 'Shoe', 'Boot', 'Sock', 'Shirt'];
	assert.equal(rank([...others, 'Nike Free Run'], 'nike run')[0], 'Nike Free Run');
});
