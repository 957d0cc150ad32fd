import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const german = {
	trousers: { title: 'Hose Damen schwarz' },
	jeans: { title: 'Jeans Hose blau' },
	belt: { title: 'Gürtel Leder' },
	bag: { title: 'Handtasche rot' },
	jacket: { title: 'Regenjacke gelb' },
	shoe: { title: 'Sneaker weiß', categories: 'Schuhe' },
	wine: { title: 'Wein trocken' },
	scissors: { title: 'Schere' },
};

describe('a compound that nothing is found for lists what its end names', () => {
	const { search, idsOf } = createSmallIndex(german, { language: 'de' });

	for (const [text, expected] of [
		['lederhose', ['jeans', 'trousers']],
		['lederhosen', ['jeans', 'trousers']],
		['kinderhandtasche', ['bag']],
		['herrenhandtaschen', ['bag']],
		['babyjacke', ['jacket']],
		['turnschuhe', ['shoe']],
		['schwein', []],
		['xyzhose', []],
	] as const) {
		it(`${text}: ${expected.join(', ') || 'nothing'}`, () => {
			assert.deepEqual(idsOf({ text }).sort(), expected);
		});
	}

	it('reports fuzzy, no product with all the words and no correction', () => {
		const { queryName, strictCount, correctedText } = search({ text: 'babyjacke' });
		assert.deepEqual(
			{ queryName, strictCount, correctedText },
			{ queryName: 'fuzzy', strictCount: 0, correctedText: undefined },
		);
	});

	it('puts those that have the front as well first', () => {
		const { idsOf } = createSmallIndex(
			{
				...german,
				blue: { title: 'Jacke blau' },
				leather: { title: 'Jacke braun', description: 'aus Leder' },
			},
			{ language: 'de' },
		);
		assert.equal(idsOf({ text: 'lederjacke' })[0], 'leather');
	});

	it('keeps other words', () => {
		assert.equal(idsOf({ text: 'kinderhandtasche rot' })[0], 'bag');
		assert.equal(idsOf({ text: 'blaue lederhose' })[0], 'jeans');
	});

	it('is on all pages, by the name of the first one, and leaves other names alone', () => {
		assert.deepEqual(idsOf({ text: 'babyjacke', queryName: 'fuzzy' }), ['jacket']);
		for (const queryName of ['match_and', 'match_or'] as const)
			assert.deepEqual(idsOf({ text: 'babyjacke', queryName }), []);
	});
});

it('finds what the end names where no item fits an understood front', () => {
	const items = {
		belt: { title: 'Gürtel', material: 'Leder', price: 20 },
		bike: { title: 'Hose für Biker', material: 'Leder', price: 200 },
		cotton: { title: 'Hose blau', material: 'Baumwolle', price: 20 },
	};
	const { search } = createSmallIndex(items, { language: 'de' });
	const answer = search({ text: 'lederhose unter 50 euro', hasUnderstanding: true });
	assert.deepEqual(
		answer.hits.map(({ id }) => id),
		['cotton'],
	);
});

it('lists what has either half of a single English word', () => {
	const items = {
		jacket: { title: 'Wind Jacket Kids' },
		trench: { title: 'Trench Coat Beige' },
		parka: { title: 'Winter Coat Parka' },
		hat: { title: 'Wool Hat' },
	};
	const { idsOf, search } = createSmallIndex(items);
	assert.deepEqual(idsOf({ text: 'windcoat' }).slice(2), ['jacket']);
	assert.deepEqual(new Set(idsOf({ text: 'windcoats' })), new Set(['jacket', 'trench', 'parka']));
	assert.equal(search({ text: 'windcoat' }).correctedText, undefined);
	assert.deepEqual(idsOf({ text: 'snowcoat' }), []);
});

describe('words that find nothing list what was understood', () => {
	const items = {
		dress: { title: 'Jurk rood', geslacht: 'Dames', price: 30 },
		sweater: { title: 'Trui', geslacht: 'Dames', price: 60 },
		trousers: { title: 'Broek', geslacht: 'Heren', price: 20 },
	};
	const { search, idsOf } = createSmallIndex(items, { language: 'nl' });
	const understanding = { hasUnderstanding: true };

	it('prices, people or both', () => {
		assert.deepEqual(idsOf({ text: 'iets onder 40 euro', ...understanding }), ['dress', 'trousers']);
		assert.deepEqual(idsOf({ text: 'kado voor vrouw', ...understanding }), ['dress', 'sweater']);
		assert.deepEqual(idsOf({ text: 'kado voor vrouw onder 40 euro', ...understanding }), ['dress']);
		const second = { text: 'kado voor vrouw', queryName: 'match_or' as const, from: 1 };
		assert.deepEqual(idsOf({ ...second, ...understanding }), ['sweater']);
	});

	it('reports match_or, filters that were understood and no correction', () => {
		const { queryName, strictCount, correctedText, understood } = search({ text: 'kado voor vrouw', ...understanding });
		assert.deepEqual([queryName, strictCount, correctedText], ['match_or', 0, undefined]);
		assert.deepEqual(
			understood.map(({ text, isStrict }) => [text, isStrict]),
			[['vrouw', true]],
		);
	});

	it('nothing where the words find what a filter leaves out', () => {
		const filters = [{ kind: 'terms' as const, fieldName: 'geslacht', values: ['Heren'], isExact: true }];
		assert.deepEqual(idsOf({ text: 'trui onder 70 euro', filters, ...understanding }), []);
		assert.deepEqual(idsOf({ text: 'iets onder 70 euro', filters, ...understanding }), ['trousers']);
	});
});
