import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnalyzer } from './analyzer.ts';
import { cutPhrases } from './naming-words.ts';

const titles: readonly (readonly [language: string, title: string, naming: readonly string[]])[] = [
	['en', 'Lenovo 20SL0012US notebook Gray 35.6 cm', ['notebook']],
	['en', 'Lenovo 40Y6797 notebook spare part Battery', ['battery']],
	['en', 'Urban Factory Mission Laptop Bag 15.6" Black', ['bag']],
	['en', 'Samsung BP70A camera/camcorder battery', ['battery']],
	['en', 'AGARO Acute Motorized Treadmill 2.25 kg (Peak) Folding Treadmill', ['treadmill', 'peak', 'treadmill']],
	['en', 'Treadmill Safety Key | Magnet Lock', ['key', 'lock']],
	['en', 'Rack Appliance with Camera', ['appliance']],
	['en', 'JBL sound bar 2 bar', ['sound', 'bar']],
	['en', 'Samsung 80 cm LED TV', ['tv']],
	['en', 'Sony Battery 1,440 mAh Pack', ['battery']],
	['en', 'Leather Belt Mens Brown', ['belt']],
	['en', 'Acme Running Men Shoes', ['shoes']],
	['en', 'Peanut Butter Creamy 40 oz', ['butter']],
	['en', 'Christmas Tree Artificial', ['tree']],
	['en', 'Yoga Mat Non Slip 6mm', ['mat']],
	['en', 'Non Slip Yoga Mat', ['mat']],
	['en', 'Dining Chairs Set of 2', ['chairs']],
	['en', 'Gift Set Candle 200 g', ['candle']],
	['en', 'Acme Knife Set 5 Piece', ['knife']],
	['en', 'Lenovo Refurbished', []],
	['en', 'Sony Gaming Wireless Mouse', ['mouse']],
	['en', 'Trench Coat Belted Beige', ['coat']],
	['en', 'Shower Cap Waterproof', ['cap']],
	['en', 'Acme Construction Adhesive 10 oz', ['adhesive']],
	['en', 'Acme Coffee Table 90 cm', ['table']],
	['en', 'Bird Seed 2 lb', ['seed']],
	['en', 'Acme Conditioner,Office Fan', ['conditioner', 'fan']],
	['en', 'Laptop', ['laptop']],
	['en', 'Laptop, 15 inch', ['laptop']],
	['en', 'Black', []],
	['en', '12345 678', []],
	['en', '', []],
	['de', 'Lenovo Notebook schwarz mit Tasche', ['notebook']],
	['de', 'Tasche schwarz', []],
	['de', 'Acme Bürostuhl ergonomisch schwarz', ['bürostuhl']],
	['de', 'Acme Lampe verstellbar 40 cm', ['lampe']],
	['de', 'Acme Esstisch ausziehbar', ['esstisch']],
	['de', 'Acme Thunfisch Honig 2 l', ['honig']],
	['de', 'Acme Elektrischer Allzweckreiniger 1 l', ['allzweckreiniger']],
	['de', 'Acme Soundbar magnetisch 2er Set', ['soundbar']],
	['de', 'ACME BÜROSTUHL ERGONOMISCH SCHWARZ', ['bürostuhl']],
	['de', 'acme bürostuhl ergonomisch schwarz', ['bürostuhl']],
	['de', 'ACME ELEKTRISCHE ZAHNBÜRSTE WEISS', ['zahnbürste']],
	['de', 'acme lampe verstellbar 40 cm', ['lampe']],
	['nl', 'Acme Bureaustoel ergonomisch zwart', ['bureaustoel']],
	['nl', 'Acme Tuinstoel opvouwbaar', ['tuinstoel']],
	['nl', 'Acme Koptelefoon draadloos', ['koptelefoon']],
	['nl', 'Acme Jas waterdicht dames', ['jas']],
	['nl', 'Acme Handdoeken set 4 stuks', ['handdoeken']],
	['nl', 'Acme Opvouwbare stoel rood', ['stoel']],
	['nl', 'Acme Boek Gedicht', ['gedicht']],
	['sv', 'Acme Kontorsstol ergonomisk svart', ['kontorsstol']],
	['sv', 'Acme Hörlurar trådlösa vita', ['hörlurar']],
	['sv', 'Acme Jacka vattentät dam', ['jacka']],
	['sv', 'Acme Lampa justerbar 40 cm', ['lampa']],
	['sv', 'Acme Konserv Tonfisk', ['tonfisk']],
	['sv', 'Acme Kaffe Minibar', ['minibar']],
	['pl', 'Bezprzewodowe słuchawki Sony', ['sluchawki']],
	['pl', 'Damskie buty zimowe', ['buty']],
	['pl', 'Czarna sukienka wieczorowa', ['sukienka']],
	['pl', 'Elektryczna szczoteczka do zębów', ['szczoteczka']],
	['pl', 'Deska kuchenna', ['deska']],
	['pl', 'Buty męskie', ['buty']],
	['pl', 'Obudowa komputerowa', ['obudowa']],
	['pl', 'Zimowa kurtka', ['kurtka']],
	['es', 'Mujer Zapatos negros', ['zapatos']],
	['es', 'Portátil HP 15 negro', ['portatil']],
	['es', 'Funda portátil, negra', ['funda']],
	['es', '15 Portátil', []],
	['zh', '索尼 1000XM4 无线耳机 黑色', ['耳机']],
	['zh', '耳机收纳盒', ['纳盒']],
	['zh', '耳机 收纳盒', ['纳盒']],
	['zh', '耳机', ['耳机']],
	['zh', '小米 14 手机', ['手机']],
	['ja', 'ソニー イヤホン 1000XM4 黒', ['ホン']],
	['ja', 'イヤホンケース 黒', ['ース']],
	['th', 'หูฟัง', []],
	['xx', 'HP Laptop', []],
];

describe('findNaming', () => {
	for (const [language, title, expected] of titles) {
		it(`${language}: "${title}" is ${expected.join(' and ') || 'nothing'}`, () => {
			const { locateWords, naming } = createAnalyzer(language);
			const found = cutPhrases(title).flatMap((phrase, index) => {
				const words = locateWords(phrase).words.map(({ term }) => term);
				const named = naming.findNaming(naming.toRoles(words), index === 0);
				return named.map((at) => words[at]);
			});
			assert.deepEqual(found, expected);
		});
	}
});

const queries: readonly (readonly [language: string, words: readonly string[], nouns: readonly string[]])[] = [
	['en', ['laptop', 'bag'], ['bag', 'laptop']],
	['en', ['laptop', 'black', '15.6', 'inch'], ['laptop']],
	['en', ['black', '27'], []],
	['en', ['laptop', '16gb', 'ram'], ['laptop', 'ram']],
	['en', ['laptop', '16', 'gb', 'ram'], ['laptop', 'ram']],
	['en', ['laptop', '1tb', 'ssd'], ['laptop', 'ssd']],
	['en', ['16gb', 'ram'], ['ram']],
	['en', ['iphone', '14', 'case'], ['case', 'iphone']],
	['en', ['mens', 'shoes', 'size', '10'], ['shoes', 'size']],
	['de', ['schuhe', 'grösse', '42'], ['schuhe', 'grösse']],
	['en', ['dresses', 'for', 'women'], ['dresses']],
	['en', ['women'], ['women']],
	['en', ['yoga', 'mat', 'non', 'slip'], ['mat', 'yoga']],
	['en', ['chairs', 'set'], ['chairs']],
	['en', ['wireless', 'waterproof'], []],
	['en', ['lunch', 'box', 'for', 'office', 'staff'], ['box', 'lunch', 'staff', 'office']],
	['en', ['shelf', 'with', 'drawers'], ['shelf', 'drawers']],
	['en', ['black', 'with', 'drawers'], ['drawers']],
	['en', ['for', 'kids', 'desk'], ['desk']],
	['de', ['regal', 'für', 'schuhe'], ['regal', 'schuhe']],
	['de', ['schuhe', 'damen'], ['schuhe']],
	['es', ['mujer', 'zapatos'], ['zapatos']],
	['de', ['laptop', 'schwarz'], ['laptop']],
	['es', ['funda', 'portatil'], ['funda', 'portatil']],
	['xx', ['laptop'], []],
];

describe('listNouns', () => {
	for (const [language, words, nouns] of queries) {
		it(`${language}: "${words.join(' ')}" searches ${nouns.join(', otherwise ') || 'nothing'}`, () => {
			const indexes = createAnalyzer(language).naming.listNouns(words);
			assert.deepEqual(
				indexes.map((index) => words[index]),
				nouns,
			);
		});
	}
});
