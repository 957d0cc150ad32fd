import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { emptyQuery } from '../../domain/query/index-query.ts';
import { mergeSegments } from '../index/merge/merge-segments.ts';
import { openSegment } from '../index/segment/segment.ts';
import { answerRequest } from './answer-request.ts';

const german = {
	compound: { title: 'Winterjacke blau' },
	plural: { title: 'Winterjacken Sonderposten' },
	apart: { title: 'Jacke für den Winter' },
	plain: { title: 'Jacke rot' },
	season: { title: 'Winter Deko' },
	lamp: { title: 'Kühlschranklampe' },
	fridge: { title: 'Kühlschrank' },
	other: { title: 'Jackett grau' },
};

it('finds items with the parts of a compound, behind those with the compound itself', () => {
	const { idsOf } = createSmallIndex(german, { language: 'de' });
	assert.deepEqual(idsOf({ text: 'Winterjacke ' }), ['compound', 'plural', 'apart']);
	assert.deepEqual(idsOf({ text: 'winterjacken ' }), ['plural', 'compound', 'apart']);
});

it('finds compounds that end with a word, in any inflection, behind the word itself', () => {
	const { idsOf } = createSmallIndex(german, { language: 'de' });
	for (const text of ['Jacke ', 'Jacken ']) {
		const ids = idsOf({ text });
		assert.deepEqual(new Set(ids.slice(0, 2)), new Set(['plain', 'apart']), text);
		assert.deepEqual(new Set(ids), new Set(['plain', 'apart', 'compound', 'plural']), text);
	}
});

it('finds compounds in the singular, whose stem is the word itself, by a plural', () => {
	const items = { shoe: { title: 'Laufschuh rot' }, run: { title: 'Lauf Band' } };
	const { idsOf } = createSmallIndex(items, { language: 'de' });
	assert.deepEqual(idsOf({ text: 'Schuhe ', queryName: 'match_and' }), ['shoe']);
});

it('does not find a compound by its front, nor by an end with no word of the index in front of it', () => {
	const { idsOf } = createSmallIndex(german, { language: 'de' });
	assert.deepEqual(new Set(idsOf({ text: 'Winter ' })), new Set(['season', 'apart']));
	assert.deepEqual(
		createSmallIndex({ a: { title: 'Motor' }, b: { title: 'Preis' } }, { language: 'de' }).idsOf({ text: 'tor ' }),
		[],
	);
	assert.deepEqual(
		createSmallIndex({ a: { title: 'Preis' } }, { language: 'de' }).idsOf({ text: 'reis ', queryName: 'match_and' }),
		[],
	);
});

it('finds titles with a compound of an unknown front where no item has the word itself', () => {
	const items = {
		drill: { title: 'Schlagbohrmaschine 850 W' },
		coffee: { title: 'Filterkaffeemaschine mit Kanne' },
		stretch: { title: 'Laken elastisch', description: 'Vom Hersteller geprüft' },
		table: { title: 'Tisch' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'de' });
	assert.deepEqual(idsOf({ text: 'bohrmaschine ' }), ['drill']);
	assert.deepEqual(idsOf({ text: 'Kaffeemaschinen ' }), ['coffee']);
	assert.deepEqual(idsOf({ text: 'tisch ' }), ['table']);
	assert.deepEqual(idsOf({ text: 'teller ', queryName: 'match_and' }), []);
});

it('accepts parts that any segment has as words, and knows compounds after a merge', () => {
	const { view, idsOf } = createSmallIndex(german, { language: 'de', itemsPerSegment: 1 });
	const expected = idsOf({ text: 'jacke ' });
	assert.equal(expected.length, 4);
	const segment = openSegment(mergeSegments(view.segments).bytes);
	const merged = { ...view, segments: [{ segment, live: undefined, liveCount: segment.documentCount }] };
	const { hits } = answerRequest(merged, { ...emptyQuery, text: 'jacke ' });
	assert.deepEqual(
		hits.map(({ id }) => id),
		expected,
	);
});

const others: readonly (readonly [language: string, compound: string, part: string, head: string])[] = [
	['nl', 'kinderfiets', 'fiets', 'kind'],
	['da', 'vinterjakke', 'jakke', 'vinter'],
	['no', 'vinterjakke', 'jakke', 'vinter'],
	['sv', 'barnstol', 'stol', 'barn'],
	['fi', 'pöytälamppu', 'lamppu', 'pöytä'],
	['hu', 'télikabát', 'kabát', 'téli'],
];
for (const [language, compound, part, head] of others)
	it(`${language}: finds ${compound} by ${part}, and ${head} … ${part} by ${compound}`, () => {
		const { idsOf } = createSmallIndex(
			{ compound: { title: compound }, apart: { title: `${part} ${head}` } },
			{ language },
		);
		assert.deepEqual(idsOf({ text: `${part} ` }), ['apart', 'compound']);
		assert.deepEqual(idsOf({ text: `${compound} ` }), ['compound', 'apart']);
	});

it('does not split words of other languages', () => {
	const { idsOf } = createSmallIndex({ a: { title: 'winterjacket' }, b: { title: 'jacket winter' } });
	assert.deepEqual(idsOf({ text: 'jacket ' }), ['b']);
	assert.deepEqual(idsOf({ text: 'winterjacket ' }), ['a']);
});

it('finds things named by the end of a compound whose beginning was understood, behind those with the compound', () => {
	const items = {
		plain: { title: 'Kleid lang', geschlecht: 'Damen' },
		summer: { title: 'Sommerkleid', geschlecht: 'Damen' },
		season: { title: 'Sommer Hut', geschlecht: 'Damen' },
		compound: { title: 'Damenkleid', geschlecht: 'Damen' },
		child: { title: 'Kleid', geschlecht: 'Kinder' },
		shoe: { title: 'Schuhe', geschlecht: 'Damen' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'de' });
	const ids = idsOf({ text: 'Damenkleid ', hasUnderstanding: true });
	assert.equal(ids[0], 'compound');
	assert.deepEqual(new Set(ids), new Set(['compound', 'plain', 'summer']));
	assert.deepEqual(new Set(idsOf({ text: 'Damenkleid ' })), new Set(['compound', 'plain']));
});

it('finds them where they are named by the end only in other compounds, or in a category', () => {
	const items = {
		coat: { title: 'Wintermantel blau', geschlecht: 'Damen' },
		other: { title: 'Wintermantel grau', geschlecht: 'Herren' },
		blouse: { title: 'Modell Anna', category: 'Blusen', geschlecht: 'Damen' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'de' });
	assert.deepEqual(idsOf({ text: 'Damenmantel ', hasUnderstanding: true }), ['coat']);
	assert.deepEqual(idsOf({ text: 'Damenbluse ', hasUnderstanding: true }), ['blouse']);
});

it('ranks what ends with a word before what begins with it, while it is typed', () => {
	const swedish = {
		pump: { title: 'Cykelpump svart' },
		lock: { title: 'Cykellås 90 cm' },
		lamp: { title: 'Cykellampa LED' },
		lady: { title: 'Damcykel 28 tum svart' },
		child: { title: 'Barncykel 16 tum röd' },
	};
	const ends = (items: Readonly<Record<string, { title: string }>>) =>
		createSmallIndex(items, { language: 'sv' }).idsOf({ text: 'cykel' });
	assert.deepEqual(new Set(ends(swedish).slice(0, 2)), new Set(['lady', 'child']));
	assert.deepEqual(ends({ ...swedish, plain: { title: 'Cykel begagnad' } }).slice(0, 3), ['plain', 'lady', 'child']);
});

it('finds compounds that begin with a group of people or a colour, whatever words the index has', () => {
	const items = {
		plain: { title: 'Fahrrad gebraucht' },
		women: { title: 'Damenfahrrad 28 Zoll' },
		child: { title: 'Kinderfahrrad 16 Zoll' },
		helmet: { title: 'Fahrradhelm' },
		other: { title: 'Xyzfahrrad' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'de' });
	assert.deepEqual(idsOf({ text: 'fahrrad' }), ['plain', 'women', 'child', 'helmet']);
	assert.deepEqual(
		createSmallIndex({ a: { title: 'Rotwein' }, b: { title: 'Wein' } }, { language: 'de' }).idsOf({ text: 'wein' }),
		['b', 'a'],
	);
});

it('finds compounds by an end that only categories have as a word', () => {
	const items = {
		running: { title: 'Laufschuh 42', categories: 'Schuhe' },
		cream: { title: 'Schuhcreme', categories: 'Pflege' },
		boot: { title: 'Stiefel', categories: 'Schuhe' },
	};
	assert.deepEqual(createSmallIndex(items, { language: 'de' }).idsOf({ text: 'schuh' }).at(-1), 'cream');
});

it('finds titles with a compound of an unknown front beside those that have the word, and before what begins with it', () => {
	for (const [language, text, plain, compounds, others] of [
		['sv', 'telefon', ['Fast telefon Doro'], ['Mobiltelefon Samsung'], ['Telefonskal blått', 'Telefonhållare']],
		['sv', 'dator', ['Stationär dator HP'], ['Gamingdator ASUS'], ['Datorväska 15 tum svart', 'Datormus']],
		['de', 'lampe', ['LED Lampe'], ['Stehlampe', 'Tischlampe'], ['Lampenschirm', 'Lampenfassung']],
		['de', 'handy', ['Nokia Handy'], ['Seniorenhandy mit Tasten'], ['Handyhülle', 'Handykette']],
		['nl', 'telefoon', ['Telefoon Nokia'], ['Seniorentelefoon'], ['Telefoonhoesje blauw', 'Telefoonkoord']],
	] as const) {
		const titles = [...others, ...compounds, ...plain];
		const items = Object.fromEntries(titles.map((title) => [title, { title }]));
		const { idsOf } = createSmallIndex(items, { language });
		const found = idsOf({ text });
		assert.deepEqual(
			found.slice(0, plain.length + compounds.length).toSorted(),
			[...plain, ...compounds].toSorted(),
			text,
		);
		assert.equal(found[0], plain[0], text);
		assert.deepEqual(idsOf({ text: `${text} ` }).toSorted(), [...plain, ...compounds].toSorted(), text);
	}
	const german = {
		knife: { title: 'Messer' },
		pot: { title: 'Topf Durchmesser 28 cm' },
		guide: { title: 'Begleiter' },
	};
	const { idsOf } = createSmallIndex({ ...german, ladder: { title: 'Leiter' } }, { language: 'de' });
	assert.deepEqual(idsOf({ text: 'messer ' }), ['knife']);
	assert.deepEqual(idsOf({ text: 'leiter ' }), ['ladder']);
});

it('finds compounds by an end of four letters where titles have others with their front', () => {
	const items = {
		case: { title: 'Mobilskal Samsung' },
		phone: { title: 'Mobiltelefon Samsung' },
		scale: { title: 'Kaskskal' },
		fridge: { title: 'Kylskåp Samsung' },
	};
	const { idsOf } = createSmallIndex(items, { language: 'sv' });
	assert.deepEqual(idsOf({ text: 'skal ' }), ['case']);
	assert.equal(idsOf({ text: 'samsung skal ' })[0], 'case');
});
