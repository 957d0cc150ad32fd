import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { listSuggestions } from '../../../test/support/list-suggestions.ts';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createIndexWriter } from '../index/index-writer.ts';
import type { IndexView } from '../query/index-view.ts';
import { createCompletionTable } from './completion-table.ts';
import { spellPhrase } from './spell-phrase.ts';
import { finishSuggestions } from './suggest.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a shopper sees, with titles spelt as the items have them. */
function suggest(
	view: IndexView,
	items: Readonly<Record<string, Fields>>,
	text: string,
	queries: readonly string[] = [],
) {
	const { analyzer } = view;
	const table = createCompletionTable(
		queries.map((query, index) => ({
			text: query,
			words: analyzer.locateWords(query).words.map(({ term }) => term),
			weight: queries.length - index,
		})),
	);
	const titles = Object.values(items).map(({ title }) => String(title));
	const listed = listSuggestions(view, {
		text,
		countMax: 10,
		queries: table,
		isFound: (query) => !query.includes('gone'),
	});
	const texts = listed.map(({ text: joined, phrase }) => {
		if (phrase === undefined) return joined;
		return titles.map((title) => spellPhrase(analyzer, title, phrase)).find((spelt) => spelt !== undefined) ?? joined;
	});
	return finishSuggestions(analyzer, texts, 10);
}

function open(items: Readonly<Record<string, Fields>>, language = 'en') {
	const analyzer = createAnalyzer(language);
	const writer = createIndexWriter(analyzer);
	for (const [id, fields] of Object.entries(items)) writer.put({ id, fields });
	writer.refresh();
	const view: IndexView = { segments: writer.segments, analyzer, isOutOfStockLast: false };
	return (text: string, queries?: readonly string[]) => suggest(view, items, text, queries);
}

const electronics = {
	a: { title: 'HP Laptop 17 silver', brand: 'HP', categories: ['Computers > Laptops'] },
	b: { title: 'HP laptop 17 black', brand: 'HP', categories: ['Computers > Laptops'] },
	c: { title: 'HP laptop bag for travel', brand: 'HP', categories: ['Bags'] },
	d: { title: 'Samsung TV 55"', brand: 'Samsung', categories: ['TV & Home'] },
	e: { title: 'Samsung TV 65"', brand: 'Samsung', categories: ['TV & Home'] },
};

describe('completions', () => {
	it('of titles continue as far as items agree, most items first', () => {
		assert.deepEqual(open(electronics)('hp lap').slice(0, 2), ['hp laptop', 'hp laptop 17']);
	});

	it('put brands and categories before parts of titles, and popular queries before both', () => {
		const ask = open(electronics);
		assert.deepEqual(ask('sam').slice(0, 2), ['samsung', 'samsung tv']);
		assert.deepEqual(ask('lap')[0], 'laptops');
		assert.deepEqual(ask('lap', ['laptop 17', 'laptop case gone']).slice(0, 2), ['laptop 17', 'laptops']);
	});

	it('correct typos in the words before the last one and in the incomplete last word', () => {
		const ask = open(electronics);
		assert.equal(ask('samsng t')[0], 'samsung tv');
		assert.equal(ask('sansu')[0], 'samsung');
		assert.equal(ask('samsugn')[0], 'samsung');
		assert.deepEqual(ask('zzzz t'), []);
	});

	it('keep the order of the words typed, wherever they are in the title', () => {
		assert.deepEqual(open(electronics)('17 hp lapt')[0], '17 hp laptop');
	});

	it('include levels of categories, and match words inside a value', () => {
		const ask = open(electronics);
		assert.deepEqual(ask('comp'), ['computers']);
		assert.deepEqual(ask('hom')[0], 'tv & home');
	});

	it('do not end with a function word, and do not begin with a word that is not there', () => {
		assert.deepEqual(open(electronics)('bag'), ['bags', 'bag for travel']);
	});

	it('are shown as written, in lower case, and found without accents', () => {
		const items = { a: { title: 'Écran incurvé 27"' }, b: { title: 'Écran incurvé 32"' } };
		assert.deepEqual(open(items, 'fr')('ecran in'), ['écran incurvé', 'écran incurvé 27"', 'écran incurvé 32"']);
		assert.deepEqual(open(items, 'fr')('ÉCRAN')[0], 'écran incurvé');
	});

	it('work in scripts that put no blanks between words', () => {
		const items = { a: { title: 'ソニーイヤホン 黒' }, b: { title: 'ソニーテレビ' }, c: { title: '蓝牙耳机' } };
		const ask = open(items, 'ja');
		assert.deepEqual(ask('ソ'), ['ソニー', 'ソニーイヤホン 黒', 'ソニーテレビ']);
		assert.deepEqual(ask('ソニーテ'), ['ソニーテレビ']);
		assert.deepEqual(open(items, 'zh')('蓝牙'), ['蓝牙耳机']);
	});

	it('complete a text that ends with a blank, with whole words before it', () => {
		assert.deepEqual(open(electronics)('samsung ')[0], 'samsung');
		assert.deepEqual(open(electronics)('sams '), ['samsung', 'samsung tv', 'samsung tv 55"', 'samsung tv 65"']);
	});

	it('are empty for a text without letters and digits, or one that is too long to be typed', () => {
		const ask = open(electronics);
		for (const text of ['', ' ! ', 'a '.repeat(40)]) assert.deepEqual(ask(text), []);
	});

	it('weight items by their boost', () => {
		const items = {
			a: { title: 'red shoe' },
			b: { title: 'red shoe' },
			c: { title: 'red sock', df_manual_boost: 3 },
		};
		assert.deepEqual(open(items)('red s'), ['red sock', 'red shoe']);
	});
});

test('phrases of titles are those of a scan over all titles, whatever was written and deleted', () => {
	const word = fc.constantFrom('red', 'rex', 'shoe', 'shop', 'for', 'sun', 'tv', '17');
	const title = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
	const write = fc.record({
		id: fc.integer({ min: 1, max: 12 }).map(String),
		title: fc.option(title),
		boost: fc.constantFrom(1, 1, 2),
	});
	const typed = fc.tuple(
		fc.array(word, { maxLength: 2 }),
		fc.constantFrom('r', 're', 's', 'sho', 't', '1', 'shoe', 'f'),
	);
	fc.assert(
		fc.property(
			fc.array(write, { maxLength: 40 }),
			fc.integer({ min: 1, max: 20 }),
			typed,
			(writes, step, [earlier, last]) => {
				const analyzer = createAnalyzer('en');
				const writer = createIndexWriter(analyzer);
				const items = new Map<string, { title: string; boost: number }>();
				for (const [index, { id, title: text, boost }] of writes.entries()) {
					if (text === null) {
						writer.remove(id);
						items.delete(id);
					} else {
						writer.put({ id, fields: { id, title: text, df_manual_boost: boost } });
						items.set(id, { title: text, boost });
					}
					if (index % step === 0) writer.refresh();
				}
				writer.refresh();
				const view = { segments: writer.segments, analyzer, isOutOfStockLast: false };
				const request = { text: [...earlier, last].join(' '), countMax: 100, queries: undefined, isFound: () => true };
				const found = listSuggestions(view, request).map(({ text, phrase }) => [text, phrase?.weight]);
				const expected = scanTitles([...items.values()], earlier, last);
				// Where nothing completes what was typed, similar words are tried, which the scan does not do.
				if (expected.length > 0) assert.deepEqual(found, expected);
			},
		),
	);
});

/** The same by definition: every phrase of every title, counted in a `Map`. */
function scanTitles(
	items: readonly { readonly title: string; readonly boost: number }[],
	earlier: readonly string[],
	last: string,
) {
	const weights = new Map<string, number>();
	for (const { title, boost } of items) {
		for (const phrase of listPhrases(title.split(' '), earlier, last)) {
			weights.set(phrase, (weights.get(phrase) ?? 0) + boost);
		}
	}
	const isWhole = (phrase: string) => !phrase.endsWith('for');
	const whole = [...weights].filter(([phrase]) => isWhole(phrase));
	const closed = whole.filter(([phrase, weight]) => {
		const longer = whole.filter(([other]) => other.startsWith(`${phrase} `));
		return longer.every(([other, otherWeight]) => !isNext(phrase, other) || otherWeight < weight);
	});
	closed.sort(([a, weightA], [b, weightB]) => weightB - weightA || (a < b ? -1 : 1));
	return closed.map(([phrase, weight]) => [[...earlier, phrase].join(' '), weight]);
}

function listPhrases(words: readonly string[], earlier: readonly string[], last: string): Set<string> {
	const phrases = new Set<string>();
	for (const [at, first] of words.entries()) {
		const others = words.filter((_, index) => index !== at);
		if (!first.startsWith(last) || !earlier.every((word) => others.includes(word))) continue;
		const tail: string[] = [];
		for (const word of words.slice(at, at + (earlier.length === 0 ? 4 : 3))) {
			if (tail.includes(word) || (tail.length > 0 && earlier.includes(word))) break;
			tail.push(word);
			phrases.add(tail.join(' '));
		}
	}
	return phrases;
}

/** Whether the longer phrase has one word more, not counting function words. */
function isNext(phrase: string, longer: string): boolean {
	return (
		longer
			.slice(phrase.length + 1)
			.replaceAll(/\bfor\b/g, '')
			.trim()
			.split(/ +/).length === 1
	);
}

test('suggestions cost no more where one word is in every title', () => {
	const items = Object.fromEntries(
		Array.from({ length: 5_000 }, (_, index) => [`${index}`, { title: `shoe number ${index}` }]),
	);
	const { view } = createSmallIndex(items);
	const [first] = listSuggestions(view, { text: 'sh', countMax: 3, queries: undefined, isFound: () => true });
	assert.equal(first?.text, 'shoe number');
	const { weight = 0 } = first?.phrase ?? {};
	assert(weight > 4_000 && weight < 6_000, `about 5,000 items, estimated as ${weight}`);
});
