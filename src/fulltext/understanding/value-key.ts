/**
 * When is a typed text the value of a field? When both have the same key, which is blind to inflection and spelling, and to
 * everyday synonyms.
 */
import type { Analyzer } from '../analysis/analyzer.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { toMeasureKey } from './measure.ts';
import { toPlainText } from './plain-text.ts';

/** Longer values are texts and no choices. */
const valueLengthMax = 40;
export const valueWordsMax = 4;

/** Returns a function from a text to its key; empty for a text that cannot be a value. Cost of a call: O(length). */
export function createValueKeys(analyzer: Analyzer): (text: string) => string {
	const sharedKeys = knownSharedKeys.get(analyzer) ?? readSharedKeys(analyzer);
	const share = (key: string) => sharedKeys.get(key) ?? key;
	return (text) => {
		if (text.length > valueLengthMax) return '';
		const measure = toMeasureKey(toPlainText(text.trim()), analyzer.unitOf);
		if (measure !== undefined) return measure;
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

const knownSharedKeys = new WeakMap<Analyzer, ReadonlyMap<string, string>>();

/** The key of a phrase that has everyday synonyms → the one that all of them share. */
function readSharedKeys(analyzer: Analyzer): ReadonlyMap<string, string> {
	const shared = new Map<string, string>();
	for (const line of findLanguage(analyzer.language).synonyms ?? []) {
		const phrases = line.split(', ').map((phrase) => toKeys(analyzer, phrase) ?? []);
		// One of a single word where there is one, so that a value keeps its number of words.
		const common = (phrases.find(({ length }) => length === 1) ?? phrases[0] ?? []).join(' ');
		for (const key of phrases.map((keys) => keys.join(' '))) if (!shared.has(key)) shared.set(key, common);
	}
	knownSharedKeys.set(analyzer, shared);
	return shared;
}
