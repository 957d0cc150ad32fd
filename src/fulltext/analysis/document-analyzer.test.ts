import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTokens, toWords } from '../../../test/support/analyzed-text.ts';
import { createAnalyzer } from './analyzer.ts';
import { clearTokens, createTokenBuffer } from './token-buffer.ts';

/** Terms by position, each position sorted: `a b|c d` for a at 0, b and c at 1, d at 2. */
function toLine(language: string, text: string): string {
	const positions: string[][] = [];
	for (const { term, position } of toTokens(createAnalyzer(language), text)) {
		positions[position] ??= [];
		positions[position].push(term);
	}
	return positions.map((terms) => terms.sort().join('|')).join(' ');
}

describe('the words of a document', () => {
	const texts: readonly (readonly [language: string, text: string, words: string])[] = [
		['en', 'Intel® Core™2 Duo, (new)', 'intel core 2 duo new'],
		['en', 'WH-1000XM4', 'wh 1000xm4'],
		['en', '15,6 and 1.5', '15.6 and 1.5'],
		['en', '10,100,1000 Mbit', '10 100 1000 mbit'],
		['en', '1,000,000', '1000000'],
		['en', 'EC.K1700.001 USB3.0 8544.42.2000', 'ec k1700 001 usb3.0 8544 42 2000'],
		['en', 'DK.1.12371-7 max.2.5', 'dk 1 12371 7 max 2.5'],
		['en', "men's O'Neill ‘quoted’", 'mens oneill quoted'],
		['en', '802.11a/b', '802.11a b'],
		['en', '⭐ 🎧 — … !!', ''],
		['en', '½ m²', '1 2 m2'],
		['fr', "l'écran d’eau qu'elle aujourd'hui", 'ecran eau elle aujourdhui'],
		['it', "dell'acqua l’orologio", 'acqua orologio'],
		['ca', "l'ordinador col·lecció", 'ordinador colleccio'],
		['tr', "iPhone'un KILIFI", 'iphone kılıfı'],
		['uk', "комп'ютер комп’ютер", 'компютер компютер'],
		['zh', '无线耳机', '无线 线耳 耳机 机'],
		['zh', '茶', '茶'],
		['ja', 'ソニーWH-1000', 'ソニ ニー ー wh 1000'],
		['ja', 'ﾊﾞｯｸﾞ', 'バッ ッグ グ'],
		['ko', '무선 이어폰', '무선 선 이어 어폰 폰'],
		['th', 'กุ้ง', 'กุ้ง ง'],
		['zh', '𠮷野家', '𠮷野 野家 家'],
		['en', 'Ａ４ 用紙', 'a4 用紙 紙'],
	];
	for (const [language, text, words] of texts)
		it(`${language}: ${text}`, () => {
			assert.equal(toWords(createAnalyzer(language), text).join(' '), words);
		});
});

describe('the terms of a document', () => {
	const texts: readonly (readonly [about: string, language: string, text: string, line: string])[] = [
		[
			'pieces and joins of a model number',
			'en',
			'WH-1000XM4',
			'wh|wh1000|wh1000xm|wh1000xm4 1000xm|1000xm4|xm4|␂1000|␂4|␂xm',
		],
		['no number that nobody wrote', 'en', 'dv7-1211ea', 'dv7|dv71211ea|␂7|␂dv 1211ea|␂1211|␂ea'],
		['the stem beside the word', 'en', 'two monitors', 'two monitors|␁monitor'],
		['number and unit in one term', 'en', '27 inch', '27|27in inch'],
		['the sign for inch', 'en', "17\" 17'' 17”", '17|17in 17|17in 17|17in'],
		['unit by hyphen', 'en', '27-inch', '27|27in|27inch inch'],
		['unit without a blank', 'en', '1TB', '1tb|␂1|␂tb'],
		['unit of the language', 'fr', '1 To', '1|1tb to'],
		['no unit across a comma', 'en', '27, inch', '27 inch'],
		['fractions without their zeros', 'en', '27.50 inch', '27.50|27.5in inch'],
		['sizes', 'en', '1440 x 900', '1440|1440x900 x 900'],
		['sizes by sign', 'en', '1440 × 900', '1440|1440x900 x 900'],
		['thousands that may be decimals', 'en', '1,440', '1.440|1440'],
		['short words by slash', 'en', 'AC/DC red/yellow', 'ac|acdc dc red yellow'],
		['names with signs', 'en', 'C++ C#', 'c|c++ c|c#'],
		['the join of a hyphenated word and its stem', 'en', 'T-Shirts', 't|tshirts|␁tshirt shirts|␁shirt'],
		['other spellings', 'de', 'Öl', 'öl|␂oel|␂ol'],
		['parts of a name with apostrophe', 'und', "O'Neill", 'oneill|␂neill'],
	];
	for (const [about, language, text, line] of texts)
		it(`has ${about}: ${text}`, () => {
			assert.equal(toLine(language, text), line);
		});

	it('continues the positions through several texts of a buffer', () => {
		const terms: string[] = [];
		const documents = createAnalyzer('und').openDocuments((term) => terms.push(term) - 1);
		const tokens = createTokenBuffer(100);
		documents.analyze('red shoe', tokens);
		tokens.positionCount += 10;
		documents.analyze('sole', tokens);
		assert.deepEqual([...tokens.positions.subarray(0, tokens.count)], [0, 1, 12]);
		assert.equal(tokens.positionCount, 13);
	});

	it('returns the same tokens for a cached chunk, whatever its case', () => {
		const asked: string[] = [];
		const documents = createAnalyzer('en').openDocuments((term) => asked.push(term) - 1);
		const tokens = createTokenBuffer(100);
		documents.analyze('Sony WH-1000XM4 ソニー', tokens);
		const first = [...tokens.termIds.subarray(0, tokens.count)];
		const askedCount = asked.length;
		clearTokens(tokens);
		documents.analyze('SONY wh-1000xm4 ソニー', tokens);
		assert.deepEqual([...tokens.termIds.subarray(0, tokens.count)], first);
		assert.equal(asked.length, askedCount);
	});

	it('still joins numbers and units after more numbers than it caches', () => {
		const terms: string[] = [];
		const ids = new Map<string, number>();
		const documents = createAnalyzer('und').openDocuments((term) => {
			const id = ids.get(term) ?? terms.push(term) - 1;
			ids.set(term, id);
			return id;
		});
		const tokens = createTokenBuffer(1000);
		for (let number = 0; number < 70_000; number++) {
			clearTokens(tokens);
			documents.analyze(`${number} inch`, tokens);
			const found = Array.from(tokens.termIds.subarray(0, tokens.count), (id) => terms[id]).join();
			assert.equal(found, `${number},${number}in,inch`);
		}
	});

	it('stops at the largest size of the buffer and says so', () => {
		const documents = createAnalyzer('und').openDocuments(() => 0);
		const tokens = createTokenBuffer(3);
		documents.analyze('a1 b c d e', tokens);
		assert.equal(tokens.count, 3);
		assert.equal(tokens.isTruncated, true);
		clearTokens(tokens);
		documents.analyze('b c', tokens);
		assert.equal(tokens.isTruncated, false);
	});
});
