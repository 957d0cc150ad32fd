import assert from 'node:assert/strict';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { formatExplanation } from './format-explanation.ts';

const factors = (words: number, title: number) => [
	{ name: 'words', value: words, parts: [] },
	{ name: 'boost', value: 1, parts: [] },
	{ name: 'title', value: title, parts: [] },
];
const match = {
	word: 'shoes',
	form: 'stem',
	text: 'shoe',
	errors: 0,
	weight: 0.88,
	fields: ['title'],
	score: 0.8213,
	position: 'naming',
};
const first = {
	rank: 1,
	id: 'a',
	title: 'Leather shoes',
	score: 6,
	tiers: ['in_stock'],
	factors: factors(2, 3),
	words: [],
};
const second = {
	rank: 2,
	id: 'b',
	title: 'Shoe',
	score: 1.5,
	tiers: [],
	factors: factors(1, 1.5),
	words: [match],
	missing: ['leather'],
};

const answer = {
	query_name: 'match_and',
	total_found: 2,
	total_strict: 1,
	understood: [{ text: 'under 50', kind: 'price', field: 'price', value: { lt: 50 }, strict: true }],
	text: {
		words: [
			{ text: 'leather', count: 1, rarity: 1.204, share: 0.6, forms: [], form_count: 0, doubted: true },
			{
				...{ text: 'shoes', count: 2, rarity: 0.8, share: 0.4, names_thing: true, form_count: 6 },
				forms: [
					{ form: 'exact', text: 'shoes', weight: 1, errors: 0, count: 1 },
					{ form: 'stem', text: 'shoe', weight: 0.88, errors: 0, count: 2 },
					{ form: 'typo', text: 'shows', weight: 0.5, errors: 1, count: 3 },
					{ form: 'prefix', text: 'shoeshine', weight: 0.7, errors: 0, count: 1 },
				],
			},
		],
	},
	readings: [
		{
			text: 'leather shoes ',
			attempts: [{ query_name: 'match_and', corrected_words: 'none', needs_all: true, found: 1 }],
			steps: [{ share: 0.6, found: 2 }],
		},
	],
	settings: { interleaved: true },
	times: [
		{ phase: 'understanding', ms: 0.2 },
		{ phase: 'matching', ms: 1.25 },
	],
	results: [first, second],
	references: [],
	items: [
		{ id: 'b', title: 'Shoe', summary: 'It is at rank 2 of 2.', result: second, compared: [{ rank: 1 }] },
		{ id: 'c', dfid: 'x', summary: 'Its index has no such item.', compared: [] },
	],
};

test('an explanation has the words, what was tried, the results with their factors, and the items', () => {
	const expected = [
		'WORD                 ITEMS  RARITY  SHARE  FOUND AS',
		'leather (corrected)  1      1.2     60 %',
		'shoes (the thing)    2      0.8     40 %   shoes 1, shoe 2 (stem ×0.88), shows 3 (1 error ×0.5), shoeshine 1 (prefix ×0.7) and 2 more',
		'',
		'"leather shoes":  match_and 1; then with words of 60 % 2',
		'',
		'"under 50":  price < 50',
		'',
		'RANK  ID  TITLE          SCORE  WORDS  TITLE  TIERS',
		'1     a   Leather shoes  6      2      3      in_stock',
		'2     b   Shoe           1.5    1      1.5',
		'2 results, 1 with all the words (match_and). The score is the product of the factors.',
		'',
		'Shoppers see this ranking interleaved with the one without what was learned.',
		'',
		'The search took 1.45 ms: understanding 0.2, matching 1.25.',
		'',
		'b, Shoe: It is at rank 2 of 2.',
		'  WORD     FOUND AS                            FIELDS  SCORE',
		'  shoes    shoe (stem ×0.88, names the thing)  title   0.821',
		'  leather  missing',
		'  RANK  SCORE  WORDS  TITLE',
		'  1     6      2      3',
		'  2     1.5    1      1.5',
		'',
		'c: Its index has no such item.',
	];
	assert.equal(formatExplanation(answer, { widthMax: undefined }), `${expected.join('\n')}\n`);
});

test('in a narrow terminal sentences are wrapped and texts are cut, and shops cannot control it', () => {
	const summary = 'It is at rank 2 of 2. Rank 1 is ahead by its title, which has more of the words than this one.';
	const items = [{ ...answer.items[0], title: 'Shoe\u001b[2J', summary }];
	const text = formatExplanation({ ...answer, items }, { widthMax: 60 });
	assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
	for (const line of text.split('\n')) {
		// Two lines say in one sentence what was tried and found.
		if (!/match_and/.test(line)) assert.ok(stringWidth(line) <= 60, line);
	}
	assert.match(text.replaceAll('\n', ' '), /Rank 1 is ahead by its title, which has more of the words than this one\./);
});

test('nothing that was found is said as such', () => {
	const nothing = {
		...answer,
		settings: {},
		times: [],
		total_found: 0,
		results: [],
		items: [],
		readings: [],
		understood: [],
		text: { words: [] },
	};
	assert.equal(formatExplanation(nothing, { widthMax: 80 }), 'Nothing was found.\n');
});

test('an item that shoppers chose has their clicks', () => {
	const learned = { clicks: 12.3456, expected_clicks: 4, attraction: 1, interest: 0 };
	const items = [{ ...answer.items[0], result: { ...second, learned } }];
	const text = formatExplanation({ ...answer, items }, { widthMax: undefined });
	assert.match(text, /\n {2}Learned from 12\.3 weighted clicks, where its ranks explain 4\.\n$/);
});
