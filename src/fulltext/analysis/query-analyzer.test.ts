import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toVisible } from '../../../test/support/analyzed-text.ts';
import { formQualities, queryLengthMax, queryWordsMax, typedWordsMax } from './analyzed-query.ts';
import { createAnalyzer } from './analyzer.ts';
import { stemPrefix } from './token-buffer.ts';

const english = createAnalyzer('en');

function toWordTexts(query: string, language = 'en'): string[] {
	return createAnalyzer(language)
		.analyzeQuery(query)
		.words.map(({ text }) => text);
}

function toOptional(query: string, language = 'en', hasStopWords = true): string[] {
	const { words } = createAnalyzer(language).analyzeQuery(query, { hasStopWords });
	return words.filter(({ isOptional }) => isOptional).map(({ text }) => text);
}

/** `term@first+count` of the spans. */
function toSpanLines(query: string, language = 'en'): string[] {
	const { spans } = createAnalyzer(language).analyzeQuery(query);
	return spans.map(({ firstWord, wordCount, form }) => `${form.choices[0]?.[0]}@${firstWord}+${wordCount}`);
}

describe('analyzeQuery', () => {
	it('has no words for a query without letters and digits', () => {
		for (const query of ['', '   ', '!? …', '🎧', '\ud800', '"'])
			assert.deepEqual(english.analyzeQuery(query), { words: [], spans: [], isTruncated: false }, query);
	});

	it('lists the forms of a word from the exact one to the loosest', () => {
		const [word] = createAnalyzer('de').analyzeQuery('Kühlschränke ').words;
		assert.deepEqual(
			word?.forms.map(({ quality, choices }) => [quality, choices.flat().map(toVisible).slice(0, 2)]),
			[
				[formQualities.exact, ['kühlschränke']],
				[formQualities.variant, ['kuhlschranke', 'kuehlschraenke']],
				[formQualities.stem, ['kuhlschrank', '␁kuhlschrank']],
			],
		);
	});

	it('takes what a stemmer cuts off beyond an inflection for what makes another word', () => {
		const toStemQuality = (query: string, language = 'en') =>
			createAnalyzer(language)
				.analyzeQuery(query)
				.words[0]?.forms.find(({ choices }) => choices.flat().some((term) => term.startsWith(stemPrefix)))?.quality;
		for (const inflected of ['boxes ', 'batteries ', 'shoes '])
			assert.equal(toStemQuality(inflected), formQualities.stem);
		for (const derived of ['generator ', 'organizer ']) assert.equal(toStemQuality(derived), formQualities.relative);
		assert.equal(toStemQuality('organizzazioni ', 'it'), formQualities.stem);
		const [word] = createAnalyzer('en').analyzeQuery('containers ').words;
		const plural = word?.forms.find(({ quality }) => quality === formQualities.stem);
		assert.deepEqual(plural?.choices, [['container']], 'but not its singular');
	});

	it('finds a model number by its subwords, all of them', () => {
		const [word] = english.analyzeQuery('1000xm4 ').words;
		const form = word?.forms.find(({ quality }) => quality === formQualities.part);
		assert.deepEqual(
			form?.choices.map((choice) => choice.map(toVisible)),
			[
				['1000', '␂1000'],
				['xm', '␂xm'],
				['4', '␂4'],
			],
		);
	});

	it('joins words that are written with blanks', () => {
		assert.deepEqual(toSpanLines('lap top'), ['laptop@0+2', 'notebook@0+2']);
		assert.deepEqual(toSpanLines('lamp shade'), ['lampshade@0+2']);
		assert.deepEqual(toSpanLines('wh 1000 xm4').sort(), ['1000xm4@1+2', 'wh1000@0+2', 'wh1000xm4@0+3']);
		assert.deepEqual(toSpanLines('0884 4205 8803'), ['08844205@0+2', '088442058803@0+3', '42058803@1+2']);
		assert.deepEqual(toSpanLines('27 inch monitor').slice(0, 2), ['27in@0+2', '27inch@0+2']);
		assert.deepEqual(toSpanLines('12 24'), []);
		assert.deepEqual(toSpanLines('bag for dogs'), []);
		assert.deepEqual(toSpanLines('耳机 茶', 'zh'), []);
	});

	it('adds prefixes for the word being typed and for the joins that end with it', () => {
		const open = english.analyzeQuery('sony wh-10');
		assert.deepEqual(
			open.words.map(({ prefixes }) => prefixes.map(({ term }) => toVisible(term))),
			[[], [], ['10', '␂10']],
		);
		const joined = open.spans.filter(({ prefixes }) => prefixes.length > 0);
		assert.deepEqual(
			joined.map(({ prefixes }) => prefixes[0]?.term),
			['wh10', 'sonywh10'],
		);
		assert.ok(english.analyzeQuery('sony wh-10 ').words.every(({ prefixes }) => prefixes.length === 0));
	});

	it('treats a single Chinese character as the start of a bigram, wherever it is', () => {
		const { words } = createAnalyzer('zh').analyzeQuery('茶 杯子 ');
		assert.deepEqual(
			words.map(({ prefixes }) => prefixes.map(({ term }) => term)),
			[['茶'], []],
		);
	});

	it('makes words of asking optional, and never takes them for misspelt, unless there are no others', () => {
		assert.deepEqual(toOptional('what is the best keyboard for me'), ['what', 'is', 'the', 'best', 'for', 'me']);
		assert.deepEqual(toOptional('Günstige Schuhe kaufen', 'de'), ['günstige', 'kaufen']);
		assert.deepEqual(toOptional('the best'), ['the']);
		assert.deepEqual(toOptional('best buy'), []);
		assert.deepEqual(toOptional('best keyboard', 'en', false), []);
		const toTolerant = (query: string) => english.analyzeQuery(query).words.map(({ isTypoTolerant }) => isTypoTolerant);
		assert.deepEqual(toTolerant('cheap keyboard'), [false, true]);
		assert.deepEqual(toTolerant('cheap'), [true]);
	});

	it('needs the things of a question alone, in every language in which shops are asked in sentences', () => {
		const toNeeded = (query: string, language: string) => {
			const { words } = createAnalyzer(language).analyzeQuery(query);
			return words.filter(({ isOptional }) => !isOptional).map(({ text }) => text);
		};
		for (const [language, query, needed] of [
			['en', 'looking for something nice and popular for my kitchen', 'kitchen'],
			['de', 'Ich hätte gern eine schöne Lampe', 'lampe'],
			['de', 'ich benoetige etwas guenstiges fuers bad', 'fuers bad'],
			['de', 'teure Uhr', 'uhr'],
			['fr', 'je cherche quelque chose de joli, une lampe recommandée', 'lampe'],
			['fr', "j'ai besoin d'une lampe pas chère", 'ai lampe'],
			['es', 'quisiera comprar algo recomendado, lámpara', 'lampara'],
			['es', 'me gustaria una lampara no muy cara', 'muy lampara cara'],
			['it', 'vorrei qualcosa di carino, cerco lampada consigliata', 'lampada'],
			['pt', 'queria algo bonito, gostaria de uma luminária', 'luminaria'],
			['nl', 'ik zoek iets leuks, een mooie lamp', 'lamp'],
			['pl', 'chciałbym kupić coś fajnego, lampa niedroga', 'lampa'],
			['pl', 'chce kupic ladna lampe', 'lampe'],
			['sv', 'jag letar efter något snyggt, vill ha billigaste lampan', 'lampan'],
			['sv', 'jag behover lampa', 'lampa'],
			['ar', 'أريد شراء مصباح رخيص', 'مصباح'],
			['ar', 'ابغى أبحث عن مصباح افضل شيء', 'مصباح'],
			['ja', '安いイヤホンが欲しい', 'イヤ ホン'],
			['ja', 'おすすめのイヤホンを探してください', 'イヤ ホン'],
			['ja', '人気 おしゃれ イヤホン', 'イヤ ホン'],
			['zh', '我想买一双鞋子', '鞋子'],
			['zh', '帮我找蓝牙耳机 推荐', '蓝牙 耳机'],
			['zh', '买 耳机', '耳机'],
		] as const)
			assert.deepEqual(toNeeded(query, language).sort(), needed.split(' ').sort(), query);
	});

	it('makes stop words optional, unless there are no other words', () => {
		assert.deepEqual(toOptional('cover for the ipad'), ['for', 'the']);
		assert.deepEqual(toOptional('the for'), []);
		assert.deepEqual(toOptional('cover for the ipad', 'en', false), []);
		assert.deepEqual(toOptional('lampe für küche', 'de'), ['für']);
		assert.deepEqual(toOptional('scarpe da donna', 'it'), ['da']);
	});

	it('makes bigrams across two words optional', () => {
		assert.deepEqual(toWordTexts('无线蓝牙', 'zh'), ['无线', '线蓝', '蓝牙']);
		assert.deepEqual(toOptional('无线蓝牙', 'zh'), ['线蓝']);
	});

	it('asks for a word of one character at the end of a run, and for words that the dictionary has in single characters', () => {
		assert.deepEqual(toWordTexts('登山靴', 'ja'), ['登山', '山靴', '靴']);
		assert.deepEqual(toOptional('登山靴', 'ja'), ['山靴']);
		assert.deepEqual(toWordTexts('华为手表', 'zh'), ['华为', '为手', '手表']);
		assert.deepEqual(toOptional('华为手表', 'zh'), ['为手']);
		assert.deepEqual(toWordTexts('男鞋', 'zh'), ['男鞋']);
		assert.deepEqual(toOptional('男鞋', 'zh'), []);
	});

	it('tolerates typos in words of letters only', () => {
		const { words } = english.analyzeQuery('samsng 27 xm4 c++ 耳机');
		assert.deepEqual(
			words.map(({ isTypoTolerant }) => isTypoTolerant),
			[true, false, false, false, false],
		);
	});

	it('reads no more than the limits allow and says so', () => {
		const words = Array.from({ length: typedWordsMax + 1 }, (_, index) => `word${index}`);
		assert.equal(english.analyzeQuery(words.join(' ')).isTruncated, true);
		assert.equal(english.analyzeQuery(words.join(' ')).words.length, typedWordsMax);
		assert.equal(english.analyzeQuery(`${words.slice(1).join(' ')}  `).isTruncated, false);
		assert.equal(english.analyzeQuery('x'.repeat(queryLengthMax + 1)).isTruncated, true);
		const run = createAnalyzer('zh').analyzeQuery('无'.repeat(queryLengthMax));
		assert.equal(run.words.length, queryWordsMax);
		assert.equal(run.isTruncated, true);
	});
});
