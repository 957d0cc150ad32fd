/** When is a typed text the value of a field? When both have the same key, which is blind to inflection and spelling. */
import type { Analyzer } from '../analysis/analyzer.ts';
import { toMeasureKey } from './measure.ts';
import { toPlainText } from './plain-text.ts';

/** Longer values are texts and no choices. */
const valueLengthMax = 40;
export const valueWordsMax = 4;

/** Returns a function from a text to its key; empty for a text that cannot be a value. Cost of a call: O(length). */
export function createValueKeys(analyzer: Analyzer): (text: string) => string {
	return (text) => {
		if (text.length > valueLengthMax) return '';
		const measure = toMeasureKey(toPlainText(text.trim()), analyzer.unitOf);
		if (measure !== undefined) return measure;
		// The blank says that the last word is complete.
		const { words } = analyzer.analyzeQuery(`${text} `);
		const isUnspaced = words.every(({ isTypoTolerant }) => !isTypoTolerant);
		return words.length > (isUnspaced ? valueLengthMax : valueWordsMax) ? '' : words.map(({ key }) => key).join(' ');
	};
}
