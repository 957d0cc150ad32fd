import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex, many } from '../../../test/support/small-index.ts';

it('says what was probably meant where a word was corrected or split', () => {
	const items = [...many('samsung tables', 20), ...many('samsun', 3), ...many('philips cables', 20)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const expected: readonly (readonly [string, string | undefined])[] = [
		['Samsng tables', 'samsung tables'],
		['big samsng, tables ', 'big samsung, tables '],
		['samsungtables ', 'samsung tables '],
		['samsung tables ', undefined],
		['samsung chair ', undefined],
		['qwertz ', undefined],
		['philps cabels', 'philips cables'],
	];
	for (const [text, corrected] of expected) assert.equal(search({ text }).correctedText, corrected, text);
});

it('doubts a rare word where a similar one is in many more items, unless a way to match was named', () => {
	const items = [...many('wireless keyboard', 40), ...many('keybord', 2), ...many('kayboard', 5)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'keybord ', size: 100 });
	assert.deepEqual([answer.queryName, answer.count, answer.correctedText], ['match_and', 47, 'keyboard ']);
	assert.deepEqual(
		answer.hits.slice(0, 2).map(({ id }) => id),
		['keybord0', 'keybord1'],
	);
	assert.equal(search({ text: 'keybord ', queryName: 'match_and' }).count, 2);
	assert.equal(search({ text: 'kayboard ' }).correctedText, undefined, 'eight times as many');
});

it('corrects a rare word where no item has all words, too', () => {
	const items = [...many('wall light bulb', 20), ...many('flower bulb', 150), ...many('tail ligth', 1)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'ligth bulb ', size: 20 });
	assert.deepEqual([answer.queryName, answer.strictCount, answer.correctedText], ['fuzzy', 20, 'light bulb ']);
	assert.ok(answer.hits.every(({ id }) => id.startsWith('wall light bulb')));
});

it('corrects an unknown word where no item has all words, too', () => {
	const items = [...many('bicycle bell', 20), ...many('plant pot', 150), ...many('lamp stand', 150)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'bicylce plant stand ', size: 300 });
	assert.deepEqual([answer.queryName, answer.correctedText], ['match_or', 'bicycle plant stand ']);
	assert.ok(answer.hits.some(({ id }) => id.startsWith('bicycle bell')));
});

it('does not say that a word is misspelt which is right and only not sold here', () => {
	const english = createSmallIndex({
		shelving: { title: 'Garage Shelving Heavy Duty' },
		can: { title: 'Trash Can 13 Gallon' },
		chair: { title: 'Power Lift Recliner' },
		jeans: { title: 'Mom Jeans' },
		...Object.fromEntries(many('side table', 20)),
	});
	for (const text of ['garbage can ', 'gift for mom ', 'gift ', 'size ', 'size jeans '])
		assert.equal(english.search({ text }).correctedText, undefined, text);
	const texts: Readonly<Record<string, readonly (readonly [title: string, text: string])[]>> = {
		de: [['Jogginghose grau', 'geschenk für frau ']],
		fr: [
			['Peinture blanche 38', 'pointure 38 '],
			['Sac pour femme', 'four '],
		],
		nl: [['Wasmachine 8 kg', 'afwasmachine ']],
	};
	for (const [language, rows] of Object.entries(texts)) {
		for (const [title, text] of rows) {
			const { search } = createSmallIndex(Object.fromEntries(many(title, 20)), { language });
			assert.equal(search({ text }).correctedText, undefined, text);
		}
	}
	const { idsOf } = createSmallIndex({ machine: { title: 'Wasmachine 8 kg' } }, { language: 'nl' });
	assert.deepEqual(idsOf({ text: 'afwasmachine ' }), [], 'nor is it another machine');
});

it('says what was meant by a usual slip, even beside words that its products do not have', () => {
	const { search } = createSmallIndex({ fountain: { title: 'Garden Fountain' }, brick: { title: 'Brick Look' } });
	assert.equal(search({ text: 'fountan brick ' }).correctedText, 'fountain brick ');
	assert.equal(search({ text: 'fountarn brick ' }).correctedText, undefined, 'another letter may be another word');
	assert.equal(search({ text: 'fountarn ' }).correctedText, 'fountain ');
});

it('takes a rare word as typed where it keeps company with its neighbours', () => {
	const items = [...many('wooden bunk beds', 3), ...many('wooden beds', 40), ...many('power bank', 90)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const kept = search({ text: 'bunk beds ', size: 100 });
	assert.deepEqual([kept.correctedText, kept.strictCount], [undefined, 3]);
	assert.ok(kept.hits.every(({ id }) => !id.startsWith('power bank')));
	const alone = search({ text: 'bunk ' });
	assert.equal(alone.correctedText, undefined, 'without neighbours, a short word is hardly ever doubted');
	const meant = search({ text: 'power bunk ' });
	assert.deepEqual([meant.correctedText, meant.strictCount], ['power bank ', 90]);
});

it('takes common words as typed beside a misspelt one, as long as that finds enough', () => {
	const items = [...many('samsung tables', 5), ...many('samsung cables', 20), ...many('philips cables', 20)];
	const few = [...many('philips tables', 3), ...many('wooden tables', 20)];
	const { search } = createSmallIndex(Object.fromEntries([...items, ...few]));
	assert.equal(search({ text: 'samsng tables ' }).strictCount, 5);
	const [first] = search({ text: 'philps tables ' }).hits;
	assert.equal(first?.id.startsWith('philips tables'), true);
	assert.equal(search({ text: 'philps tables ' }).strictCount, 23);
	assert.equal(search({ text: 'samsng tables ', queryName: 'fuzzy' }).count, 25);
});

it('takes a rare word as typed that a title has with its neighbours, where only other fields have the similar one', () => {
	const description = 'Use a mild cleanser before and after.';
	const titles = ['Brush Cleaner Spray', ...Array.from({ length: 20 }, (_, index) => `Makeup Brush No ${index}`)];
	const items = titles.map((title, index) => [`item${index}`, { title, description }] as const);
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'brush cleaner ' });
	assert.deepEqual([answer.hits[0]?.id, answer.correctedText], ['item0', undefined]);
	assert.equal(search({ text: 'brush claner ' }).correctedText, 'brush cleaner ');
});

it('does not say that another form of the same root was meant', () => {
	const toys = Array.from({ length: 20 }, (_, index) => [
		`toy${index}`,
		{ title: `Dog Toy ${index}`, description: 'A gift that your dog loves.' },
	]);
	const { search } = createSmallIndex(Object.fromEntries(toys));
	const answer = search({ text: 'gift for dog lovers ' });
	assert.deepEqual([answer.count, answer.correctedText], [20, undefined]);
});
