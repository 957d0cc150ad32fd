/** Suggestions are whole: they do not break brackets, names, sizes or words, and have no codes that were not typed. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { openTitles } from '../../../test/support/suggested-titles.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { createUnits } from '../analysis/units.ts';
import { isProductCode } from './product-code.ts';

/** What makes a bad suggestion, judged by the text alone. */
const badPatterns: Readonly<Record<string, RegExp>> = {
	'a bracket that is not closed': /\([^)]*$|^[^(]*\)|\[[^\]]*$|^[^[]*\]/,
	'a quote that is not closed': /(?<![\d])["“”]|(?<![\ds])['’](?= |$)|(?:^| )['’]/,
	'a lone letter at the end': /(?<!\d )\b\p{L}$/u,
	'a function word at the end': / (?:for|with|and|of|the|without|under|per|&)$/,
	'a fraction at the end': / \d*[.,]\d+$/,
	'a comma': /, /,
	'half of a product at the end': / x$|\d+ x \d+ x$/,
	'a possessive without its noun': /['’]s$/,
	'a code': /\d{5}(?! mah)|_|\d[a-z]\d{2}|[a-z]{3}\d{4}/,
};

function assertWhole(suggestions: readonly string[], label: string): void {
	for (const text of suggestions) {
		for (const [what, pattern] of Object.entries(badPatterns)) assert.doesNotMatch(text, pattern, `${label}: ${what}`);
	}
	assert.equal(new Set(suggestions.map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''))).size, suggestions.length, label);
}

const titles = [
	'Voltas 1.5 Ton 3 Star Split Air Conditioner (White, 2018 Model)',
	'Blue Star 1.5 Ton, 1.1 kW Air Conditioner (White)',
	'LG 1.5 Ton Air Conditioner (Copper) for Large Rooms',
	"Nike' Girl's Revolution 4 Running Shoes",
	"Nike Girl's Tanjun Shoes",
	"Nike Men's Air Max Shoes",
	'Laptop-ALB_1XR0010723',
	'Laptop Sleeve 15.6" Black',
	'Laptop Bag with Strap',
	'Canon E 400 Printer',
	'Canon EOS 80D Camera with 18-55mm Lens',
	'Canon E560 Printer',
	'Samsung 43" TV (2019)',
	'Samsung [Renewed] Galaxy S9',
	'Epson Premium Glossy 13 x 18 cm Paper',
	'Epson Premium Glossy 11.7 x 16.5" Paper',
	'Xerox 006R90321 Toner Cartridge',
	'Xerox 006R90327 Toner Cartridge',
	'"The Big Bang" T-Shirt, Black',
	'Wi-Fi Router AC1200',
	'Wi-Fi Range Extender',
	'Sony WH-1000XM4 Wireless Headphones',
	'Apple® iPhone™ 8 64 GB',
	'Apple iPhone 8 256 GB',
	'Women’s Running Shoes - Size 6',
	"Girls' Dress with Flowers",
	'Battery 10000 mAh Power Bank',
	'Batteries AA (Pack of 4)',
	'Outlet(s) 120 V',
	'Chair/Table Set',
	'Dr. Martens Boots 1460',
	'Vitamin C 1000 mg',
	"Wall Board 8'",
	"Tape Measure 25''",
];

describe('what is suggested', () => {
	const suggest = openTitles(titles);
	const prefixes = new Set(
		titles.flatMap((title) => Array.from({ length: 28 }, (_, length) => title.slice(0, length + 1))),
	);
	for (const word of [
		'air con',
		'air conditioner ',
		'split air',
		'1.5',
		'1.5 ton',
		'wi',
		'girl',
		'pack',
		'glossy',
		'fi',
	])
		prefixes.add(word);

	it('is whole, whatever was typed', () => {
		for (const typed of prefixes) {
			// The typed text itself may match a pattern.
			const shown = suggest(typed).filter(
				(text) =>
					!typed
						.toLowerCase()
						.trim()
						.endsWith(text.split(' ').at(-1) ?? ''),
			);
			const isCodeTyped =
				/\d/.test(typed.split(/[ -]/).at(-1) ?? '') || /(?:006R|E5|1460|S9|1000|AC1|ALB|E4)/i.test(typed);
			if (!isCodeTyped) assertWhole(shown, JSON.stringify(typed));
		}
	});

	for (const [typed, expected] of Object.entries({
		'air con': ['air conditioner'],
		'nike gi': ["nike girl's tanjun shoes"],
		'canon e': ['canon eos 80d camera'],
		lap: ['laptop', 'laptop sleeve 15.6" black', 'laptop bag with strap'],
		'wi-f': ['wi-fi', 'wi-fi router', 'wi-fi range extender'],
		wi: ['wi-fi', 'wireless headphones'],
		'epson premium glossy 13': ['epson premium glossy 13 x 18 cm'],
		'samsung 4': ['samsung 43" tv (2019)'],
		dr: ['dress with flowers', 'dr. martens boots 1460'],
		'the b': ['the big bang'],
		'006r': ['006r90321 toner cartridge', '006r90327 toner cartridge'],
		'xerox 006r9': ['xerox 006r90321 toner cartridge', 'xerox 006r90327 toner cartridge'],
		xer: ['xerox'],
		'power b': ['power bank'],
		'apple ip': ['apple iphone 8', 'apple iphone 8 64 gb'],
		wall: ["wall board 8'"],
		outl: ['outlet(s) 120 v'],
	})) {
		it(`for "${typed}" is ${expected.join(', ')}`, () => {
			const shown = suggest(typed);
			for (const text of expected) assert.ok(shown.includes(text), `${JSON.stringify(shown)} without ${text}`);
		});
	}

	it('is what shoppers searched for, as they wrote it', () => {
		const asked = ['air conditioner (white', 'xerox 006r90321', 'canon e'];
		assert.deepEqual(suggest('xerox', asked)[0], 'xerox 006r90321');
		assert.deepEqual(suggest('canon', asked)[0], 'canon e');
		assert.deepEqual(suggest('air', asked)[0], 'air conditioner (white');
	});

	it('does not repeat suggestions that differ only by case, signs or number', () => {
		const shown = openTitles(['T-Shirt red', 'T Shirt blue', 'Tshirt green', 'T-SHIRTS yellow'])('t');
		assert.equal(shown.filter((text) => /^t.?shirts?$/.test(text)).length, 1, JSON.stringify(shown));
	});
});

const endings: Readonly<
	Record<string, readonly (readonly [titles: readonly string[], typed: string, never: RegExp])[]>
> = {
	de: [
		[['Tasche für Damen', 'Tasche für Herren', 'Tasche mit Gurt', 'Tasche ohne Gurt'], 'tas', /(?:für|mit|ohne)$/],
		[['Kabel inkl. Adapter', 'Kabel inkl. Tasche'], 'kab', /inkl\.?$/],
	],
	fr: [
		[["Sac à main d'été", "Sac à dos d'hiver", 'Sac de sport', 'Sac de voyage'], 'sac', /(?: à| de| d['’]?)$/],
		[['Housse sans couture', 'Housse sans logo'], 'hou', / sans$/],
	],
	es: [
		[
			['Bolso para mujer', 'Bolso para niña', 'Bolso con correa', 'Bolso más grande', 'Bolso más ancho'],
			'bol',
			/(?:para|con|más)$/,
		],
	],
	it: [
		[
			[
				'Borsa per donna',
				'Borsa per uomo',
				'Borsa della spesa',
				'Borsa della nonna',
				'Borsa più grande',
				'Borsa più bella',
			],
			'bor',
			/(?:per|della|più)$/,
		],
	],
	nl: [
		[
			['Tas voor dames', 'Tas voor heren', 'Tas zonder riem', 'Tas zonder logo', 'Tas onder bed', 'Tas onder stoel'],
			'ta',
			/(?:voor|zonder|onder)$/,
		],
	],
	pt: [[['Bolsa para mulher', 'Bolsa para menina', 'Bolsa até joelho', 'Bolsa até cintura'], 'bol', /(?:para|até)$/]],
	pl: [[['Torba dla kobiet', 'Torba dla dzieci', 'Torba oraz pasek', 'Torba oraz portfel'], 'tor', /(?:dla|oraz)$/]],
	sv: [[['Väska för dam', 'Väska för herr', 'Väska mellan stolar', 'Väska mellan hyllor'], 'väs', /(?:för|mellan)$/]],
	ja: [
		[['靴の箱', '靴の紐', '靴を磨く布'], '靴', /[のを]$/],
		[['コーヒーメーカー', 'コート'], 'コ', /^コ$/],
	],
	zh: [[['红色的鞋', '红色的包', '红色的帽子'], '红', /的$/]],
};

describe('a phrase does not end with a function word', () => {
	for (const [language, cases] of Object.entries(endings)) {
		it(`in ${language}`, () => {
			for (const [shown, typed, never] of cases) {
				const suggestions = openTitles(shown, language)(typed);
				assert.ok(suggestions.length > 0, typed);
				for (const text of suggestions) assert.doesNotMatch(text, never, JSON.stringify(suggestions));
			}
		});
	}
});

test('suggestions from titles of all kinds are whole', () => {
	const word = fc.constantFrom(
		'red',
		'shoe',
		'for',
		'with',
		'the',
		'pack',
		'of',
		'girl’s',
		"men's",
		"kids'",
		'wi-fi',
		'usb',
	);
	const extra = fc.constantFrom(
		'(white',
		'(2019)',
		'black)',
		'[new]',
		'1.5 ton,',
		'27"',
		'13 x 18 cm',
		'ALB_1XR0010723',
		'006R90321',
		'e',
		'- 4',
		'"big"',
		'4.2 m',
		'&',
	);
	const title = fc.array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: extra }), {
		minLength: 1,
		maxLength: 7,
	});
	fc.assert(
		fc.property(
			fc.array(title, { minLength: 1, maxLength: 12 }),
			fc.constantFrom('r', 're', 'sho', 'us', 'red s', 'gi'),
			(drawn, typed) => {
				assertWhole(openTitles(drawn.map((words) => words.join(' ')))(typed), typed);
			},
		),
		{ numRuns: 60 },
	);
});

test('codes are distinguished from names, measures and years', () => {
	const unitOf = createUnits(findLanguage('en'));
	for (const code of ['006r90321', '9130dn', '1xr0010723', 'blkdx38bt', '24000', '1211ea', 'c734a1cg'])
		assert.ok(isProductCode(code, unitOf), code);
	for (const name of [
		'usb3',
		'ps4',
		'ddr3',
		'256gb',
		'1080p',
		'office365',
		'2019',
		'8k',
		'43.2cm',
		'1920x1080',
		'10000mah',
		'mp3',
		'shoe',
		'550mhz',
	])
		assert.ok(!isProductCode(name, unitOf), name);
});

test('a title that can no longer be read leaves its words', () => {
	const { locateWords } = createAnalyzer('en');
	assert.equal(locateWords('').words.length, 0);
	assert.deepEqual(openTitles(['(((', 'red ((( shoe', 'red ))) shoe'])('red'), ['red']);
});
