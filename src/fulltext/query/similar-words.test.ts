import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

/** So many items with each title. */
function catalogue(counts: Readonly<Record<string, number>>): Record<string, { readonly title: string }> {
	return Object.fromEntries(
		Object.entries(counts).flatMap(([title, count]) =>
			Array.from({ length: count }, (_, index) => [`${title} ${index}`, { title }]),
		),
	);
}

describe('a misspelt word', () => {
	it('is corrected to what sounds like it, before words in more items that merely look like it', () => {
		const { search } = createSmallIndex(catalogue({ 'kitchen knife': 20, 'wooden life': 60 }));
		const answer = search({ text: 'nife ' });
		assert.deepEqual([answer.correctedText, answer.queryName], ['knife ', 'fuzzy']);
		assert.equal(answer.hits[0]?.id.startsWith('kitchen knife'), true);
	});

	it('is corrected where two of its sounds are spelt in another way, however short it is', () => {
		const { search } = createSmallIndex(catalogue({ 'vacuum cleaner': 20, 'running shoes': 20, 'red phone': 20 }));
		const expected: readonly (readonly [string, string])[] = [
			['Vacume Cleaner', 'vacuum Cleaner'],
			['shooz for Running!', 'shoes for Running!'],
			['"fone", red', '"phone", red'],
			['fone/shooz (fone-case)', 'phone/shoes (phone-case)'],
		];
		for (const [text, corrected] of expected) assert.equal(search({ text }).correctedText, corrected, text);
	});

	it('is said to be what the first items have, not what more items have', () => {
		const few = { 'kitchen nime set': 4, 'nile nine': 90, 'travel set': 20 };
		const { search } = createSmallIndex(catalogue({ 'kitchen knife set': 8, 'nike shoes': 200, ...few }));
		const answer = search({ text: 'nife set ', size: 5 });
		assert.equal(answer.correctedText, 'knife set ');
		assert.ok(answer.hits.every(({ id }) => id.startsWith('kitchen knife set')));
		assert.equal(search({ text: 'nife set ', from: 5, size: 5 }).correctedText, 'knife set ', 'on each page');
		assert.equal(search({ text: 'nife set ', size: 0 }).correctedText, 'knife set ', 'and without one');
	});

	it('is said to be what the items with all the words have', () => {
		const { search } = createSmallIndex(catalogue({ 'samsung jackets': 2, 'red jacks': 40, 'samsung lamp': 90 }));
		assert.equal(search({ text: 'samsung jackts ' }).correctedText, 'samsung jackets ');
	});

	it('is corrected together with another one as some item has both', () => {
		const items = { 'table lamp': 3, 'label lampa': 3, 'wooden table': 40, 'red lampa': 190 };
		const { search } = createSmallIndex(catalogue(items));
		assert.equal(search({ text: 'tabel lampf ' }).correctedText, 'table lamp ');
	});

	it('is not taken for one that shares hardly a letter with it, although two sounds are alike', () => {
		const { search } = createSmallIndex(catalogue({ 'kate bag': 30 }));
		const answer = search({ text: 'kurta ' });
		assert.deepEqual([answer.correctedText, answer.count], [undefined, 0]);
	});

	it('is corrected over all segments together', () => {
		const items = catalogue({ 'garden hose': 3, 'red lamp': 1, 'leather house': 10 });
		const { search } = createSmallIndex(items, { itemsPerSegment: 4 });
		assert.equal(search({ text: 'hosse ' }).correctedText, 'hose ');
		assert.equal(search({ text: 'lether ' }).correctedText, 'leather ');
	});
});

describe('a misspelt word finds what the right one finds', () => {
	const items = {
		batteries: { title: 'AA Batteries 24 Pack' },
		more: { title: 'AAA Batteries 16 ct' },
		bread: { title: 'White Bread', category: 'Bakery' },
		sandals: { title: 'Arizona Sandals' },
		pretzels: { title: 'Yogurt Pretzels' },
		tampons: { title: 'Tampons Regular' },
		diapers: { title: 'Diapers Size 3' },
		cream: { title: 'Diaper Rash Cream' },
		drapes: { title: 'Velvet Curtains Green' },
		rod: { title: 'Curtain Rod' },
	};
	const { search, idsOf } = createSmallIndex(items, { itemsPerSegment: 3 });

	it('where the shop has it in another number only, and says it in that of the query', () => {
		const expected: readonly (readonly [string, string, readonly string[]])[] = [
			['batery ', 'battery ', ['batteries', 'more', 'bread']],
			['sandle ', 'sandal ', ['sandals']],
			['sandles ', 'sandals ', ['sandals']],
			['pretzle ', 'pretzel ', ['pretzels']],
			['tampoon ', 'tampon ', ['tampons']],
		];
		for (const [text, corrected, ids] of expected) {
			assert.equal(search({ text }).correctedText, corrected, text);
			assert.deepEqual(idsOf({ text }).sort(), [...ids].sort(), text);
		}
	});

	it('in all its inflections', () => {
		assert.deepEqual(idsOf({ text: 'curtian ' }).sort(), ['drapes', 'rod']);
		assert.equal(search({ text: 'curtian ' }).correctedText, 'curtain ');
		assert.deepEqual(idsOf({ text: 'diper ' }).sort(), ['cream', 'diapers']);
		assert.equal(search({ text: 'diper ' }).correctedText, 'diaper ');
	});

	it('with its compounds', () => {
		const chairs = {
			oak: { title: 'Stuhl Eiche' },
			folding: { title: 'Klappstuhl Metall', category: 'Klapp' },
			felt: { title: 'Filzgleiter für Stühle' },
		};
		const german = createSmallIndex(chairs, { language: 'de' });
		assert.deepEqual(german.idsOf({ text: 'stul ' }).sort(), ['felt', 'folding', 'oak']);
		assert.equal(german.search({ text: 'stul ' }).correctedText, 'stuhl ');
	});
});

describe('a rare word of the catalogue', () => {
	/** Common words, each beside rare ones that are not misspelt. */
	const kept: Readonly<Record<string, readonly (readonly [rare: string, common: string])[]>> = {
		en: [
			['vase', 'case'],
			['conductor', 'connector'],
			['kodi', 'xodi'],
			['sona', 'sony'],
			['worm', 'warm'],
		],
		de: [
			['dose', 'hose'],
			['rampe', 'lampe'],
			['wagen', 'waagen'],
		],
		fr: [['rampe', 'lampe']],
		es: [['rama', 'cama']],
		it: [['petto', 'letto']],
		pt: [['lama', 'cama']],
		nl: [['wafel', 'tafel']],
		pl: [['luty', 'buty']],
		sv: [['rampa', 'lampa']],
		ar: [['شراب', 'كتاب']],
	};
	for (const [language, rows] of Object.entries(kept)) {
		it(`stays as it is in ${language} beside a common word that looks like it`, () => {
			for (const [rare, common] of rows) {
				const { search } = createSmallIndex(catalogue({ [rare]: 2, [common]: 90 }), { language });
				const answer = search({ text: `${rare} ` });
				assert.deepEqual([answer.correctedText, answer.count], [undefined, 2], rare);
			}
		});
	}

	it('is doubted where it sounds like a word of many more items, or is long and lacks a letter', () => {
		const common = { 'vacuum cleaner': 110, 'ink cartridge': 60 };
		const { search } = createSmallIndex(catalogue({ ...common, vaccuum: 2, cartidge: 2 }));
		for (const [text, corrected] of [
			['vaccuum ', 'vacuum '],
			['cartidge ', 'cartridge '],
		] as const) {
			assert.equal(search({ text }).correctedText, corrected);
			assert.equal(search({ text }).hits[0]?.id, `${text}0`, 'what has the word as typed comes first');
		}
	});
});
