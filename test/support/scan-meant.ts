/** Which words may a misspelt one mean, and in which forms are these found? */
import { formQualities, type QueryForm } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { countSoundChanges } from './plain-sounds.ts';
import { countErrors, countTypos, isTypoWord } from './plain-typos.ts';

interface Meant {
	readonly text: string;
	readonly errorCount: number;
	readonly isSound: boolean;
}

/** The words of the index that are similar, and those whose singular or plural is; each once. */
export function listMeantWords(vocabulary: readonly string[], word: string, analyzer: Analyzer): readonly Meant[] {
	const { soundAlikes, listNumberForms, isStopWord, isWordOfAsking } = analyzer;
	if (isWordOfAsking(word) || !isTypoWord(word)) return [];
	const listSimilar = (typed: string) =>
		vocabulary
			.map((text) => ({
				text,
				errorCount: countTypos(typed, text),
				isSound: countSoundChanges(typed, text, soundAlikes) > 0,
			}))
			.filter(({ errorCount, isSound }) => errorCount > 0 || isSound);
	const toForm = (term: string) =>
		listNumberForms(term)
			.filter((form) => form !== word && countErrors(word, form) <= 2)
			.sort((a, b) => countErrors(word, a) - countErrors(word, b))[0];
	const errorsMax = word.length < 8 ? 1 : 2;
	const byNumber = listNumberForms(word)
		.flatMap(listSimilar)
		.filter(({ errorCount, isSound }) => isSound || errorCount <= errorsMax)
		.flatMap((similar) => ({ ...similar, text: toForm(similar.text) ?? '' }));
	const meant = new Map<string, Meant>();
	for (const one of [...listSimilar(word), ...byNumber]) {
		if (one.text !== '' && !meant.has(one.text) && !isStopWord(one.text)) meant.set(one.text, one);
	}
	return [...meant.values()];
}

/** The terms of a word, of its other spellings and of its inflections. */
export function listInflections(text: string, { analyzeQuery }: Analyzer) {
	const [word] = analyzeQuery(`${text} `, { hasStopWords: false }).words;
	const isInflected = ({ choices, quality }: QueryForm) => choices.length === 1 && quality <= formQualities.stem;
	const forms = word?.forms.filter(isInflected) ?? [];
	return forms.map(({ choices, quality }) => ({ terms: choices.flat(), quality }));
}
