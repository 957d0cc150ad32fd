/**
 * When is a typed text the value of a field? When both have the same key, which is blind to inflection and spelling, to
 * everyday synonyms, and to how sizes are written.
 */
import type { Analyzer } from '../analysis/analyzer.ts';
import { toBase } from '../analysis/fold.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { toLetterSize } from './letter-size.ts';
import { toSystemSize } from './listed-sizes.ts';
import { toMeasureKey } from './measure.ts';
import { toPlainText } from './plain-text.ts';

/** Longer values are texts and no choices. */
const valueLengthMax = 40;
export const valueWordsMax = 4;

/** Returns a function from a text to its key; empty for a text that cannot be a value. Cost of a call: O(length). */
export function createValueKeys(analyzer: Analyzer): (text: string) => string {
	const rules = knownRules.get(analyzer) ?? readRules(analyzer);
	const share = (key: string) => {
		const spelled = rules.spell(key);
		return rules.sharedKeys.get(spelled) ?? spelled;
	};
	return (text) => {
		if (text.length > valueLengthMax) return '';
		const plain = toPlainText(text.trim());
		const toNumber = (number: string) => toMeasureKey(number, analyzer.unitOf) ?? number;
		const known = toMeasureKey(plain, analyzer.unitOf) ?? toLetterSize(plain) ?? toSystemSize(plain, toNumber);
		if (known !== undefined) return known;
		const keys = toKeys(analyzer, text);
		return keys === undefined ? '' : share(keys.map(share).join(' '));
	};
}

/** The keys of the words; undefined for too many words. */
function toKeys(analyzer: Analyzer, text: string): readonly string[] | undefined {
	// The blank says that the last word is complete.
	const { words } = analyzer.analyzeQuery(`${text} `);
	const isUnspaced = words.every(({ isTypoTolerant }) => !isTypoTolerant);
	return words.length > (isUnspaced ? valueLengthMax : valueWordsMax) ? undefined : words.map(({ key }) => key);
}

interface ValueKeyRules {
	/** Letters that some keyboards lack as their base letter, however they were typed: `ü` and `ue` as `u`. */
	spell(key: string): string;
	/** The key of a phrase that has everyday synonyms → the one that all of them share. */
	readonly sharedKeys: ReadonlyMap<string, string>;
}

const knownRules = new WeakMap<Analyzer, ValueKeyRules>();

function readRules(analyzer: Analyzer): ValueKeyRules {
	const { synonyms = [], digraphs = {} } = findLanguage(analyzer.language);
	const letters = Object.entries(digraphs).flatMap(([letter, digraph]) => [
		{ typed: digraph, base: toBase(letter) },
		{ typed: letter, base: toBase(letter) },
	]);
	const spell = (key: string) => letters.reduce((rest, { typed, base }) => rest.replaceAll(typed, base), key);
	const sharedKeys = new Map<string, string>();
	for (const line of synonyms) {
		const phrases = line.split(', ').map((phrase) => (toKeys(analyzer, phrase) ?? []).map(spell));
		// One of a single word where there is one, so that a value keeps its number of words.
		const common = (phrases.find(({ length }) => length === 1) ?? phrases[0] ?? []).join(' ');
		for (const key of phrases.map((keys) => keys.join(' '))) if (!sharedKeys.has(key)) sharedKeys.set(key, common);
	}
	const rules = { spell, sharedKeys };
	knownRules.set(analyzer, rules);
	return rules;
}
