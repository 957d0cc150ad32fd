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

it('takes one character for a thing wherever a title has it, but for titles that deny it', () => {
	const items = {
		with: { title: 'ガラス蓋付きカップ' },
		without: { title: 'カップ 蓋なし 頭蓋骨' },
		silent: { title: 'カップ' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'ja' });
	assert.deepEqual(new Set(idsOf({ text: 'カップ 蓋なし', hasUnderstanding: true })), new Set(['without', 'silent']));
});
