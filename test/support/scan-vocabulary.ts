/**
 * What a query is understood by, from plain values: which texts are values of which fields, how many documents have
 * words, which titles have phrases. The fields are those of the random catalogues and of the tables of understanding.
 */
import { formQualities } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import type { PeopleGroup } from '../../src/fulltext/analysis/language.ts';
import type { AbsentWords } from '../../src/fulltext/understanding/part.ts';
import { createValueKeys } from '../../src/fulltext/understanding/value-key.ts';
import type { FieldUse, FieldValue, Vocabulary } from '../../src/fulltext/understanding/vocabulary.ts';
import type { ScannedItem } from './scan-item.ts';
import type { ScanSegment } from './scan-segments.ts';
import { createScanWords } from './scan-words.ts';

interface Vocabularied {
	readonly segments: readonly ScanSegment[];
	readonly analyzer: Analyzer;
}

/** What shoppers do with the fields. */
const usesOfFields: Readonly<Record<string, FieldUse>> = {
	brand: 'brand',
	category: 'kind',
	colour: 'colour',
	size: 'size',
	gender: 'gender',
	age_group: 'age',
	ram: 'other',
	storage: 'other',
	'dimensions.unit': 'other',
	is_new: 'other',
};

function toLetters(text: string): string {
	return text
		.normalize('NFD')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** People as the values of the catalogues name them. */
const groupsOfValues: Readonly<Record<string, PeopleGroup>> = {
	Men: 'male',
	Women: 'female',
	Toddler: 'toddler',
	Kids: 'child',
};

/** The number of a size with its system. */
function toUnnamedSize(value: string): string {
	return value.replace(/^EU /, '');
}

export function createScanVocabulary({ segments, analyzer }: Vocabularied): Vocabulary {
	const readKey = createValueKeys(analyzer);
	const keys = new Map<string, string>();
	const toKey = (value: string) => {
		const key = keys.get(value) ?? readKey(value);
		keys.set(value, key);
		return key;
	};
	const live = segments.flatMap(({ documents }) => documents.flatMap(({ scanned, isLive }) => (isLive ? scanned : [])));
	const all = segments.flatMap(({ documents }) => documents.map(({ scanned }) => scanned));
	const names = (read: 'texts' | 'numbers') => new Set(all.flatMap((item) => [...item[read].keys()]));

	function findValues(isMeant: (value: string, use: FieldUse) => boolean): FieldValue[] {
		return [...names('texts')].flatMap((fieldName) => {
			const use = usesOfFields[fieldName];
			if (use === undefined) return [];
			const having = (items: readonly ScannedItem[], isSaid = (value: string) => isMeant(value, use)) =>
				items.flatMap(({ texts }) => texts.get(fieldName) ?? []).filter(isSaid);
			// Colours of the catalogues are listed with a comma or a stroke between them; the end of a colour says of what it is a shade.
			const isShade = (colour: string) => /[\s-]/.test(colour) && isMeant(colour.split(/[\s-]/).at(-1) ?? '', use);
			const isListed = (value: string) =>
				use === 'colour' &&
				!isMeant(value, use) &&
				value.split(/[,/]/).some((part) => (value !== part && isMeant(part.trim(), use)) || isShade(part.trim()));
			const values = [...new Set(having(live))].sort();
			const mixed = [...new Set(having(live, isListed))].sort();
			const documentCount = having(all).length + having(all, isListed).length;
			return values.length === 0 ? [] : { fieldName, use, values, mixed, documentCount };
		});
	}

	return {
		priceFields: names('numbers').has('price') ? ['price'] : [],
		findValues: (key) =>
			findValues((value, use) => toKey(value) === key || (use === 'size' && toKey(toUnnamedSize(value)) === key)),
		findLongerBrands: (text) =>
			findValues((value, use) => {
				const words = value.split(' ');
				const beginnings = words.slice(1, 4).map((_, at) => toLetters(words.slice(0, at + 1).join('')));
				return use === 'brand' && toLetters(text).length > 1 && beginnings.includes(toLetters(text));
			}),
		hasLongerValue: (key) => findValues((value) => toKey(value).startsWith(`${key} `)).length > 0,
		isFieldName: (word) => [...names('texts'), ...names('numbers')].some((name) => name.split(/[._]/).includes(word)),
		findPeople: (group) =>
			findValues((value, use) => (use === 'gender' || use === 'age') && groupsOfValues[value] === group),
		findMaterials: () => [],
		findNumberFields: (word) =>
			[...names('numbers')]
				.filter((name) => name === word || name.split('.').includes(word))
				.sort((a, b) => a.length - b.length),
		countNumber: (fieldName, number) =>
			all.filter(({ numbers }) => numbers.get(fieldName)?.includes(number) === true).length,
		countDocuments(text) {
			const query = analyzer.analyzeQuery(`${text} `);
			const { countInflected } = createScanWords(segments, query, analyzer);
			return query.words.length === 0 ? 0 : Math.min(...query.words.map((_, word) => countInflected(word)));
		},
		countTitles(text, phrases) {
			const titled = all.filter((item) => hasPhrase(item, analyzer, text));
			const isOne = (item: ScannedItem) => phrases.some((phrase) => hasPhrase(item, analyzer, phrase));
			return { titleCount: titled.length, phraseCount: titled.filter(isOne).length };
		},
		countNamed: () => ({ titleCount: 0, valueCount: 0 }),
		estimateLacking: ({ fieldName, values, mixed }, other) =>
			all.filter(
				({ texts }) =>
					!texts.has(other) &&
					(texts.get(fieldName) ?? []).some((value) => values.includes(value) || mixed.includes(value)),
			).length,
		countTitlesOf({ fieldName, values, mixed }, text) {
			const titled = all.filter((item) => hasPhrase(item, analyzer, text));
			const hasValue = ({ texts }: ScannedItem) =>
				(texts.get(fieldName) ?? []).some((value) => values.includes(value) || mixed.includes(value));
			return { titleCount: titled.length, valueCount: titled.filter(hasValue).length };
		},
	};
}

function hasPhrase(item: ScannedItem, analyzer: Analyzer, text: string): boolean {
	return findPhrase(item, toWords(analyzer, text)).length > 0;
}

/** Whether a term of a title stands for a word: the word, or another inflection or spelling of it. */
type WordTest = (term: string) => boolean;

const known = new WeakMap<Analyzer, Map<string, readonly WordTest[]>>();

/** A test for each word. */
function toWords(analyzer: Analyzer, text: string): readonly WordTest[] {
	const ofAnalyzer = known.get(analyzer) ?? new Map<string, readonly WordTest[]>();
	known.set(analyzer, ofAnalyzer);
	const words = ofAnalyzer.get(text) ?? readWords(analyzer, text);
	ofAnalyzer.set(text, words);
	return words;
}

function readWords(analyzer: Analyzer, text: string): readonly WordTest[] {
	return analyzer.analyzeQuery(`${text} `).words.map(({ forms, prefixes }) => {
		const terms = forms
			.filter(({ quality, choices }) => choices.length === 1 && quality < formQualities.synonym)
			.flatMap(({ choices }) => choices[0] ?? []);
		// A character of a script without blanks begins the pairs of characters that are terms.
		return (term) => terms.includes(term) || prefixes.some((prefix) => term.startsWith(prefix.term));
	});
}

/** Where the words stand one after another. */
function findPhrase({ wholeTitle }: ScannedItem, words: readonly WordTest[]): number[] {
	if (words.length === 0) return [];
	return [...wholeTitle.keys()].filter((at) =>
		words.every((isOne, word) => wholeTitle[at + word]?.some(isOne) === true),
	);
}

/** Where the title has the words, and where it negates them. */
export function findMentions(
	item: ScannedItem,
	analyzer: Analyzer,
	{ text, negated }: AbsentWords,
): { readonly positions: readonly number[]; readonly denied: ReadonlySet<number> } {
	const words = toWords(analyzer, text);
	const denied = negated.flatMap((wording) => {
		const ofWording = toWords(analyzer, wording);
		const lead = wording.startsWith(text) ? 0 : ofWording.length - words.length;
		return findPhrase(item, ofWording).map((at) => at + lead);
	});
	return { positions: findPhrase(item, words), denied: new Set(denied) };
}
