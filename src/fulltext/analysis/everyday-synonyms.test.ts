import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { createAnalyzer } from './analyzer.ts';
import { toEverydaySynonyms } from './everyday-synonyms.ts';
import { findLanguage } from './language-registry.ts';
import { createSynonyms } from './synonyms.ts';

it('returns none for a language without a list', () => {
	assert.deepEqual(toEverydaySynonyms(findLanguage('ko')), []);
	assert.deepEqual(toEverydaySynonyms(findLanguage('xx')), []);
});

it('applies to inflected words, and beside the rules of a search engine without chaining with them', () => {
	const { analyzeQuery } = createAnalyzer('en');
	const termsOf = (text: string, synonyms?: Parameters<typeof analyzeQuery>[1]) =>
		analyzeQuery(text, synonyms).spans.flatMap(({ form }) => form.choices.flat());
	assert.ok(termsOf('laptops ').includes('notebook'));
	assert.ok(termsOf('child ').includes('children') && termsOf('children ').includes('child'), 'an irregular plural');
	const synonyms = createSynonyms([{ kind: 'one_way', from: ['laptop'], to: ['ultrabook'] }], analyzeQuery);
	assert.ok(termsOf('laptop ', { synonyms }).includes('ultrabook'));
	assert.ok(termsOf('laptop ', { synonyms }).includes('notebook'));
	assert.ok(!termsOf('notebook ', { synonyms }).includes('ultrabook'));
});

it('names units without a number, parts of them and a dozen in several ways', () => {
	const items = {
		paint: { title: 'Interior paint white 1 gal' },
		bit: { title: 'Drill bit 1/2 in masonry' },
		thin: { title: 'Drill bit 1/4 in masonry' },
		wrench: { title: 'Wrench 0.5 in' },
		ratchet: { title: 'Ratchet half inch drive' },
		pencils: { title: 'Pencils 12 count' },
		jars: { title: 'Jars 12 oz, set of 8' },
	};
	const { idsOf } = createSmallIndex(items);
	const find = (text: string) => idsOf({ text, queryName: 'match_and' }).sort();
	assert.deepEqual(find('gallon paint'), ['paint']);
	assert.deepEqual(find('half inch'), ['bit', 'ratchet', 'wrench']);
	assert.deepEqual(find('quarter inch drill bit'), ['thin']);
	assert.deepEqual(find('1/2 inch ratchet'), ['ratchet']);
	assert.deepEqual(find('dozen pencils'), ['pencils']);
	assert.deepEqual(find('8 ounce jars'), [], 'eight ounces are no eight of 12 oz');
});

it('has the words of several regions, of everyday speech and of scripts beside one another, and only of what is the same', () => {
	const isSame = (language: string, text: string, other: string) => {
		const { analyzeQuery } = createAnalyzer(language);
		const { words } = analyzeQuery(`${other} `);
		const keys = words.map(({ key }) => key).join(' ');
		const toFormKey = (choices: readonly (readonly string[])[]) => choices.map(([first]) => first).join(' ');
		const spans = analyzeQuery(`${text} `).spans.map(({ form }) => toFormKey(form.choices));
		return spans.includes(words.map(({ text: word }) => word).join(' ')) || spans.includes(keys);
	};
	for (const [language, ...pairs] of [
		[
			'en',
			'smartphones/cell phone',
			'hdd/hard drive',
			'gpu/graphics card',
			'weed eater/string trimmer',
			'hair straighteners/flat iron',
		],
		['de', 'spülmaschine/geschirrspüler', 'handys/smartphone'],
		['fr', 'machine à laver/lave-linge', 'micro-onde/four micro-ondes'],
		['it', 'telefonino/smartphone', 'phon/asciugacapelli', 'abiti/vestito'],
		['nl', 'mobiele telefoon/smartphone', 'afwasmachine/vaatwasser', 'lederen/leer'],
		[
			'pl',
			'komórki/smartfon',
			'telefonu/smartfon',
			'sweterek/sweter',
			'kurteczki/kurtka',
			'skórzana/skóra',
			'lniane/len',
		],
		['pt', 'celular/smartphone', 'xícara/chávena'],
		['es', 'bambas/zapatillas', 'gafas de sol/anteojos de sol'],
		['sv', 'mobiler/mobiltelefon', 'bildskärm/monitor'],
		['ar', 'موبايل/هاتف', 'شنطة/حقيبة', 'براد/ثلاجة', 'تلفاز/تلفزيون', 'جزمة/حذاء', 'جراب/كفر', 'كمبيوتر محمول/لابتوب'],
		['ja', 'アイフォン/iphone', '枕/まくら', 'ノートPC/ノートパソコン'],
		['zh', '墨镜/太阳镜', '手提电脑/笔记本电脑', '鞋/鞋子', '裙/裙子', '黑/黑色', '紅色/红色', '包/包包'],
	] as const)
		for (const [text = '', other = ''] of pairs.map((pair) => pair.split('/')))
			assert.ok(isSame(language, text, other), `${text} ${other}`);
	// A sport and a shoe; an adjective (mobiele airco) and a telephone; a nut and a colour.
	for (const [language, text, other] of [
		['es', 'tenis', 'zapatillas'],
		['nl', 'mobiele', 'smartphone'],
		['pt', 'castanha', 'marrom'],
	] as const)
		assert.ok(!isSame(language, text, other), `${text} ${other}`);
});
