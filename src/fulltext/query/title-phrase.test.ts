import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

it('prefers titles that say in one word what they are without, and leaves out those with it', () => {
	for (const [language, text, titles] of [
		['en', 'dress without sleeves', ['Sleeveless dress blue', 'Dress long red', 'Dress with sleeves']],
		['de', 'kleid ohne ärmel', ['Ärmelloses Kleid blau', 'Kleid rot', 'Kleid mit Ärmel']],
		['de', 'nudeln ohne gluten', ['Glutenfreie Nudeln', 'Nudeln', 'Nudeln mit Gluten']],
		['nl', 'jurk zonder mouwen', ['Mouwloze jurk blauw', 'Jurk rood', 'Jurk met mouw']],
		['sv', 'klänning utan ärm', ['Ärmlös klänning blå', 'Klänning röd', 'Klänning med ärm']],
	] as const) {
		const [denying, silent, having] = titles.map((title) => ({ title }));
		const items = { silent, having, denying } as Readonly<Record<string, { readonly title: string }>>;
		assert.deepEqual(
			createSmallIndex(items, { language }).idsOf({ text, hasUnderstanding: true }),
			['denying', 'silent'],
			text,
		);
	}
});

it('knows the ways in which titles say that they are without something', () => {
	for (const [language, text, name, denying, having] of [
		[
			'en',
			'cereal without sugar',
			'Cereal',
			['no added sugar', 'free of sugar', 'zero sugar', '0% sugar', 'sugar free'],
			'with sugar',
		],
		['pl', 'piwo bez alkoholu', 'Piwo', ['bezalkoholowe'], 'z alkoholem'],
		['pl', 'kawa bez kofeiny', 'Kawa', ['bezkofeinowa'], 'z kofeiną'],
		['de', 'joghurt ohne zucker', 'Joghurt', ['frei von Zucker', '0 % Zucker', 'zuckerfrei'], 'mit Zucker'],
		[
			'es',
			'leche sin lactosa',
			'Leche',
			['0% lactosa', 'libre de lactosa', 'lactosa zero', 's/ lactosa'],
			'con lactosa',
		],
		['fr', 'shampoing sans silicone', 'Shampoing', ['0 % silicone', 'exempt de silicone'], 'au silicone'],
		['it', 'latte senza lattosio', 'Latte', ['privo di lattosio', '0% lattosio'], 'con lattosio'],
		['pt', 'cola sem açucar', 'Cola', ['zero açúcar', 'livre de açúcar', 'açúcar 0%'], 'com açúcar'],
		['nl', 'bier zonder alcohol', 'Bier', ['0,0% alcohol', 'vrij van alcohol', 'alcoholvrij'], 'met alcohol'],
		['pl', 'makaron bez glutenu', 'Makaron', ['wolny od glutenu', 'gluten free'], 'z glutenem'],
		['sv', 'bröd utan gluten', 'Bröd', ['fri från gluten', '0% gluten', 'glutenfri'], 'med gluten'],
		['ja', '砂糖なし コーラ', 'コーラ', ['砂糖ゼロ', '砂糖不使用', '砂糖フリー'], '砂糖入り'],
		['ja', 'シリコンなしシャンプー', 'シャンプー', ['ノンシリコン', 'シリコンレス'], 'シリコン配合'],
		['zh', '无硅油洗发水', '洗发水', ['0硅油', '不添加硅油'], '含硅油'],
		['ar', 'حليب بدون لاكتوز', 'حليب', ['خالي من اللاكتوز', '0% لاكتوز'], 'مع لاكتوز'],
	] as const) {
		const items = Object.fromEntries([...denying, having].map((said, at) => [at, { title: `${name} ${said}` }]));
		const { idsOf } = createSmallIndex(items, { language });
		const found = idsOf({ text, hasUnderstanding: true }).toSorted();
		assert.deepEqual(found, [...denying.keys()].map(String), text);
	}
});

it('takes one character for a thing wherever a title has it, but for titles that deny it', () => {
	const items = {
		with: { title: 'ガラス蓋付きカップ' },
		without: { title: 'カップ 蓋なし 頭蓋骨' },
		silent: { title: 'カップ' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'ja' });
	assert.deepEqual(new Set(idsOf({ text: 'カップ 蓋なし', hasUnderstanding: true })), new Set(['without', 'silent']));
});
