/**
 * The analysis of the words in the random catalogues, worked out by hand from `docs/analysis.md` and Porter's rules. The
 * scan gets the terms of items and queries from the same analyzer as the core, so no comparison would notice a change of
 * them.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formQualities, type QueryForm, type QueryPrefix } from '../../src/fulltext/analysis/analyzed-query.ts';
import { createAnalyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { toTokens, toVisible } from './analyzed-text.ts';
import { words } from './search-scenario.ts';

const analyzer = createAnalyzer('en');

/** Terms at each position, in the order of code units: ␁ before stems, ␂ before loose terms. */
const termsOfWords: Readonly<Record<string, string>> = {
	red: 'red',
	blue: 'blue',
	dark: 'dark',
	shoe: 'shoe',
	shoes: 'shoes|␁shoe',
	running: 'running|␁run',
	runs: 'runs|␁run',
	laptop: 'laptop',
	laptops: 'laptops|␁laptop',
	notebook: 'notebook',
	samsung: 'samsung',
	galaxy: 'galaxy|␁galaxi',
	case: 'case',
	the: 'the',
	for: 'for',
	'wh-1000xm4': 'wh|wh1000|wh1000xm|wh1000xm4 1000xm|1000xm4|xm4|␂1000|␂4|␂xm',
	'27': '27',
	inch: 'inch',
	headphones: 'headphones|␁headphon',
	phone: 'phone',
	'27 inch': '27|27in inch',
	'Dark Blue': 'dark blue',
	éclat: 'eclat',
	'E\u0301CLAT': 'eclat',
	黒: '黒',
	Ömega: 'omega',
	'AB-1': 'ab|ab1 1',
	'0012345': '0012345',
	'Home > Laptops': 'home laptops|␁laptop',
};

/** Words with their forms, then spans; `?` after an optional word, `*` after a range of terms. */
const formsOfQueries: Readonly<Record<string, string>> = {
	'shoes ': 'exact shoes, stem shoe/␁shoe/␁shoes, part ␂shoes',
	shoe: 'exact shoe, stem ␁shoe, part ␂shoe, exact shoe*, part ␂shoe*',
	'running ': 'exact running, stem runnings, relative run/␁run/␁running, part ␂running',
	'laptop ': 'exact laptop, stem ␁laptop, part ␂laptop; 0 synonym notebook/␁notebook',
	'the shoe ': 'exact the, stem ␁the, part ␂the?; exact shoe, stem ␁shoe, part ␂shoe',
	'red phone ': 'exact red, stem ␁red, part ␂red; exact phone, stem ␁phone, part ␂phone; 0–1 joined redphone',
	'27 inch ': 'part 27, part ␂27; part inch, part ␁inch, part ␂inch; 0–1 unit 27in; 0–1 joined 27inch',
	'wh-1000xm4 ': 'exact wh, part ␂wh; exact 1000xm4, part 1000/␂1000 + xm/␂xm + 4/␂4; 0–1 joined wh1000xm4',
	'wh1000xm4 ': 'exact wh1000xm4, part wh/␂wh + 1000/␂1000 + xm/␂xm + 4/␂4',
};

function toLine(text: string): string {
	const positions: string[][] = [];
	for (const { term, position } of toTokens(analyzer, text)) {
		positions[position] ??= [];
		positions[position].push(term);
	}
	return positions.map((terms) => terms.sort().join('|')).join(' ');
}

function toQueryLine(text: string): string {
	const { words: asked, spans } = analyzer.analyzeQuery(text);
	const lines = asked.map(({ forms, prefixes, isOptional }) => `${toForms(forms, prefixes)}${isOptional ? '?' : ''}`);
	const ofSpans = spans.map(({ firstWord, wordCount, form, prefixes }) => {
		const last = firstWord + wordCount - 1;
		return `${firstWord === last ? firstWord : `${firstWord}–${last}`} ${toForms([form], prefixes)}`;
	});
	return [...lines, ...ofSpans].join('; ');
}

function toForms(forms: readonly QueryForm[], prefixes: readonly QueryPrefix[]): string {
	const toName = (quality: number) => Object.entries(formQualities).find(([, number]) => number === quality)?.[0];
	const ofForms = forms.map(({ choices, quality }) => {
		const terms = choices.map((choice) => choice.map(toVisible).join('/')).join(' + ');
		return `${toName(quality)} ${terms}`;
	});
	return [...ofForms, ...prefixes.map(({ term, quality }) => `${toName(quality)} ${toVisible(term)}*`)].join(', ');
}

describe('the words of the random catalogues', () => {
	for (const [text, terms] of Object.entries(termsOfWords))
		it(`${text}: ${terms}`, () => {
			assert.equal(toLine(text), terms);
		});

	it('are all worked out', () => {
		assert.deepEqual(
			words.filter((word) => !(word in termsOfWords)),
			[],
		);
	});
});

describe('the queries of the random catalogues', () => {
	for (const [text, forms] of Object.entries(formsOfQueries))
		it(`${text}: ${forms}`, () => {
			assert.equal(toQueryLine(text), forms);
		});
});
