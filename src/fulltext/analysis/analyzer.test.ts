import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isFound, toTokens } from '../../../test/support/analyzed-text.ts';
import { codePoint } from '../../../test/support/code-point.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { createAnalyzer } from './analyzer.ts';
import { languages } from './language-registry.ts';

/**
 * What shops write and what shoppers type for it. A trailing blank completes the last word, so that prefixes do not
 * help.
 */
const found: readonly (readonly [language: string, document: string, ...queries: string[]])[] = [
	[
		'en',
		'Sony WH-1000XM4 Headphones',
		'wh1000xm4 ',
		'WH-1000XM4 ',
		'wh 1000xm4 ',
		'wh 1000 xm4 ',
		'wh1000 xm4 ',
		'1000 xm4 ',
		'1000XM4 ',
		'xm4 ',
	],
	['en', 'Sony WH1000XM4', 'wh-1000xm4 ', 'wh 1000 xm 4 ', '1000xm4 '],
	['en', 'Sony WH 1000 XM4', 'wh-1000xm4 ', 'wh1000xm4 '],
	['en', 'Xerox 006R90321 toner', '006r90321 ', '006 r90321 ', '006R 90321 ', '90321 '],
	['en', 'HP Pavilion dv7-1211ea', 'dv7 ', 'dv7-1211ea ', 'dv71211ea ', 'dv7 1211 ', 'dv7 1211ea ', '1211ea '],
	['en', '27 inch monitor', '27" ', "27'' ", '27in ', '27-inch monitors ', '27 inches ', '27″ '],
	['en', 'Monitor 27"', '27 inch ', '27in ', '27-inch ', '27 '],
	['en', 'Bucket 5 gal.', '5 gallon ', '5-gallon bucket ', '5gal '],
	['en', '12-gauge wire', '12 AWG ', '12ga ', '12 gauge '],
	['en', '43.2 cm (17") 1440 x 900 pixels', '17 inch ', '1440x900 ', '1440×900 ', '43,2 cm ', '43.2cm '],
	['en', 'LED 1440x900', '1440 x 900 '],
	['en', 'SSD 1TB', '1 tb ', '1tb ', '1 terabyte '],
	['en', 'SSD 1 TB', '1tb ', '1-tb '],
	['en', 'Juice 2 x 500 ml', '2x500ml ', '500ml ', '500 ml '],
	['en', 'Juice 2x500ml', '2 x 500 ml ', '500ml ', '500 milliliters '],
	['en', 'Philips SPA2600/00', 'spa260000 ', 'spa2600 ', 'spa2600-00 ', 'spa 2600/00 '],
	['en', '3-in-1 cable', '3in1 ', '3 in 1 ', '3-in-1 '],
	['en', 'AC/DC adapter', 'acdc ', 'ac dc ', 'ac-dc ', 'AC/DC '],
	['en', 'Wi-Fi router', 'wifi ', 'wi fi ', 'WiFi routers '],
	['en', 'WiFi router', 'wi-fi ', 'wi fi '],
	['en', 'Cotton T-Shirt', 'tshirt ', 'tshirts ', 't-shirts ', 't shirt '],
	['en', "Levi's 501 men's jeans", 'levis ', "levi's ", 'levi ', 'mens ', 'men ', 'men’s '],
	['en', "O'Neill jacket", 'oneill ', "o'neill ", 'o neill ', 'neill '],
	['en', 'Programming in C++', 'c++ ', 'C++ programs '],
	['en', 'Apple iPhone13 Pro', 'iphone 13 ', 'iphone13 '],
	['en', 'Apple iPhone 13 Pro', 'iphone13 ', 'iphone-13 '],
	['en', 'Café crème', 'cafe creme ', 'CAFÉ '],
	['en', 'EAN 0884420588030', '0884 4205 88030 ', '0884420588030 '],
	['en', 'Noise-cancelling headphones', 'noise cancelling ', 'noisecancelling ', 'noise-cancelling headphone '],
	['en', 'iPad cover', 'cover for the ipad '],
	['en', 'Sony WH-1000XM4', 'wh-10', 'sony wh1000x', '1000x', 'son'],
	[
		'es',
		'Zapatos de niño, aplicación móvil',
		'zapato niños ',
		'aplicaciones movil ',
		'aplicacion ',
		'nino ',
		'zapato para niño ',
	],
	['fr', "L'écran d'ordinateur 1 To", 'ecran ', 'ecrans ordinateurs ', "l'ecran ", '1to ', '1tb '],
	['de', 'Kühlschrank weiß', 'kühlschränke ', 'kuhlschrank ', 'kuehlschrank ', 'KÜHLSCHRANK WEISS '],
	['de', 'Kuehlschrank', 'Kühlschrank '],
	['de', 'Ø 15,5 cm', '15.5cm ', '15,5 '],
	['sv', 'Köksbord', 'köksborden ', 'koksbord '],
	['tr', 'IPHONE KILIFI', 'iphone ', 'iphone kilifi ', 'ıphone kılıfı '],
	['ru', 'Чёрные ботинки', 'черные ', 'чёрных ботинках '],
	['bg', 'червена рокля', 'червен ', 'червената '],
	['el', 'Παπούτσια', 'παπουτσια ', 'ΠΑΠΟΥΤΣΙΑ '],
	['ar', 'كِتاب ١٢', 'كتاب 12 '],
	['fa', 'کتاب ۱۲', 'كتاب 12 '],
	['hi', 'किताब', 'किताबें '],
	['ja', 'ソニー ワイヤレスイヤホン', 'ｲﾔﾎﾝ ', 'イヤホン ソニー ', 'ﾜｲﾔﾚｽ'],
	['zh', '蓝牙无线耳机', '无线蓝牙耳机 ', '耳机 ', '耳 '],
	['zh', '不粘锅 28厘米', '28cm ', '28 cm ', '28厘米锅 ', '28公分 ', '28厘米不粘锅 '],
	['zh', '28厘米不粘锅', '28cm ', '28 cm锅 ', '28 厘米 ', '28公分 '],
	['zh', '平底锅 28cm 家用', '28厘米平底锅 ', '28 厘米 ', '28公分平底锅 '],
	['zh', '5kg大米', '5公斤大米 ', '5千克 ', '5 公斤 '],
	['zh', '500毫升保温杯', '500ml ', '500 ml 保温杯 '],
	['zh', '2.5L电饭煲', '2.5升电饭煲 ', '2.5公升 '],
	['zh', '24寸行李箱', '24" ', '24 inch ', '24英寸行李箱 '],
	['zh', '10米数据线', '10m ', '10 m '],
	['zh', '咖啡 250g', '250克咖啡 ', '250 克 '],
	['ja', 'フライパン 28cm', '28センチフライパン ', '28センチ ', '28 センチ '],
	['ja', '28センチフライパン', '28cm ', 'フライパン 28 cm ', '28センチメートル '],
	['ja', '27インチモニター', '27in ', '27" ', '27型モニター ', '27 inch '],
	['ja', '55型液晶テレビ', '55インチ ', '55インチテレビ '],
	['ja', '水筒 500ミリリットル', '500ml ', '水筒500ml '],
	['ja', '1.5リットル炊飯器', '1.5l ', '1.5L炊飯器 '],
	['ko', '무선 이어폰', '이어폰 ', '이어폰 무선 '],
	['th', 'กระเป๋าเดินทาง', 'กระเป๋า '],
];

const notFound: readonly (readonly [language: string, document: string, query: string])[] = [
	['en', 'dv7-1211ea', '71211 '],
	['en', 'Monitor 27, inch by inch', '27in '],
	['en', 'Sony WH-1000XM4', 'wh-1000xm5 '],
	['de', 'Drücker', 'drocker '],
	['sv', 'får', 'fär '],
	['en', 'iPad cover', 'ipad for kids '],
	['zh', '无线鼠标', '无线耳机 '],
	['zh', 'iPhone 15 米色', '15m '],
	['zh', '15m 数据线', '15米色 '],
	['zh', '型号28 不粘 厘米', '28cm '],
	['zh', '28cm 锅', '28寸锅 '],
	['ja', '水筒 500ミリリットル', '500mm '],
	['ja', '2キロワット', '2kg '],
	['ja', '米 10', '10m '],
];

const anyText = fc.oneof(
	fc.string({ unit: codePoint, maxLength: 60 }),
	fc.string({ unit: 'grapheme', maxLength: 60 }),
	// Random code units, including lone surrogates.
	fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
	fc
		.array(fc.constantFrom(...'aAbIİıßéöСйж0123 5..,,--\'\'""//&+#x×²½①茶米センチガｶﾞ가กิ้\u0301\u00ad™'.split('')), {
			maxLength: 60,
		})
		.map((units) => units.join('')),
);
const analyzers = ['en', 'de', 'fr', 'tr', 'ca', 'bg', 'cs', 'uk', 'ja', 'th', 'ar', 'hi', 'zh', 'xx'].map(
	createAnalyzer,
);
const anyAnalyzer = fc.constantFrom(...analyzers);

describe('an analyzer', () => {
	for (const [language, document, ...queries] of found)
		for (const query of queries)
			it(`${language}: ${document} is found by "${query}"`, () => {
				assert.ok(isFound(createAnalyzer(language), query, document));
			});

	for (const [language, document, query] of notFound)
		it(`${language}: ${document} is not found by "${query}"`, () => {
			assert.ok(!isFound(createAnalyzer(language), query, document));
		});

	it('accepts any string, and finds every text by its own first words', () => {
		fc.assert(
			fc.property(anyAnalyzer, anyText, (analyzer, text) => {
				const terms = new Set(toTokens(analyzer, text).map(({ term }) => term));
				const { words, isTruncated } = analyzer.analyzeQuery(text);
				for (const [index, word] of words.entries()) {
					// The query may have been cut within the last word.
					if (isTruncated && index === words.length - 1) continue;
					assert.ok(terms.has(word.text) || word.prefixes.length > 0, `${word.text} of ${JSON.stringify(text)}`);
				}
			}),
			{ numRuns: chooseLength(500, 3_000) },
		);
	});

	it('has no more tokens than the characters of the text can form', () => {
		fc.assert(
			fc.property(anyAnalyzer, anyText, (analyzer, text) => {
				const tokens = toTokens(analyzer, text);
				// NFKC makes up to 18 characters of one; a character adds at most six joins and three forms.
				const lengthMax = text.normalize('NFKC').length;
				assert.ok(tokens.length <= 10 * lengthMax, `${tokens.length} of ${lengthMax}`);
				for (const { position } of tokens) assert.ok(position >= 0 && position < lengthMax);
			}),
			{ numRuns: chooseLength(400, 2_000) },
		);
	});

	it('returns the same tokens the second time, when the chunks are known', () => {
		fc.assert(
			fc.property(anyAnalyzer, anyText, (analyzer, text) => {
				const once = toTokens(analyzer, text).map(({ term }) => term);
				const twice = toTokens(analyzer, `${text}\n;\n${text}`).map(({ term }) => term);
				assert.deepEqual(twice, [...once, ...once]);
			}),
		);
	});

	it('truncates long words, and stays fast on texts that are a single chunk', () => {
		const analyzer = createAnalyzer('en');
		assert.equal(toTokens(analyzer, 'x'.repeat(100_000))[0]?.term.length, 64);
		for (const text of ['a-', '1.', "a'", 'a1'].map((part) => part.repeat(20_000)))
			assert.ok(toTokens(analyzer, text).length <= 10 * text.length);
	});

	it('reduces identifiers to their letters and digits', () => {
		const analyzer = createAnalyzer('en');
		assert.equal(analyzer.toIdentifier(' WH-1000 XM4/B '), 'wh1000xm4b');
		assert.equal(analyzer.toIdentifier('–'), '');
	});

	it('accepts any locale', () => {
		for (const locale of ['', 'zz', 'en-GB', 'pt-BR', '__proto__', 'constructor', 'es_ES.UTF-8'])
			assert.doesNotThrow(() => createAnalyzer(locale).analyzeQuery('red shoe'));
	});

	it('has stemmers and stop words that do not fail, for every language', () => {
		for (const { code } of languages)
			fc.assert(
				fc.property(fc.string({ unit: 'grapheme' }), (text) => {
					createAnalyzer(code).analyzeQuery(text);
				}),
				{ numRuns: 20 },
			);
	});
});
