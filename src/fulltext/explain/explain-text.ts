/** Which words were searched, in which forms, and how much is each worth? */
import { type ExplainedText, type ExplainedWord, type FoundForm, formsMax } from '../../domain/query/explanation.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { IndexView } from '../query/index-view.ts';
import type { SearchedWords } from '../query/searched-words.ts';
import { toFoundForm } from './found-forms.ts';
import type { RecordedAnswer } from './search-recorder.ts';
import { toWorths } from './word-worth.ts';

/** Cost: O(forms of the words in all segments). */
export function* explainText(view: IndexView, answered: RecordedAnswer, pace: Pace): Steps<ExplainedText> {
	const { prepared, attempt, gathered } = answered;
	const { words: searched, coverage, needsAll } = gathered;
	const { query, readings, request } = prepared;
	const spans = locate(
		view.analyzer,
		request.text,
		query.words.map(({ text }) => text),
	);
	const worths = toWorths(searched);
	const words: ExplainedWord[] = [];
	for (const [index, { text, isOptional }] of query.words.entries()) {
		const forms = yield* listForms(view, searched, { index, pace });
		words.push({
			text,
			span: spans.found[index],
			isOptional,
			typedCount: readings.asTyped.matchCounts[index] ?? 0,
			matchCount: searched.matchCounts[index] ?? 0,
			rarity: searched.rarities[index] ?? 0,
			share: worths.total === 0 ? 0 : worths.toWorth(1 << index) / worths.total,
			isDoubted: isCorrected(readings.asTyped, searched, index),
			isNoun: (searched.noun & (1 << index)) !== 0,
			forms: forms.slice(0, formsMax),
			formCount: forms.length,
		});
	}
	return {
		language: view.analyzer.language,
		source: spans.source,
		words,
		corrected: searched === readings.asTyped ? 'none' : attempt.misspelt,
		needsAll,
		shareMin: needsAll ? 0 : coverage,
	};
}

/** Whether the word is also searched with its corrections. */
function isCorrected(asTyped: SearchedWords, searched: SearchedWords, word: number): boolean {
	return searched.bySegment.some((words, segment) => words[word] !== asTyped.bySegment[segment]?.[word]);
}

type CountedForm = FoundForm & { readonly matchCount: number };

function* listForms(
	{ segments }: IndexView,
	{ bySegment }: SearchedWords,
	{ index, pace }: { readonly index: number; readonly pace: Pace },
): Steps<readonly CountedForm[]> {
	const found = new Map<string, CountedForm>();
	for (const [at, { segment }] of segments.entries()) {
		for (const variant of bySegment[at]?.[index]?.variants ?? []) {
			const form = toFoundForm(segment, variant);
			const key = `${form.form} ${form.text}`;
			const matchCount = (found.get(key)?.matchCount ?? 0) + variant.postingCount;
			found.set(key, { ...form, matchCount });
		}
		if (pace.isDue()) yield;
	}
	const isBetter = (a: CountedForm, b: CountedForm) => b.weight - a.weight || b.matchCount - a.matchCount;
	const sorted = [...found.values()].filter(({ matchCount }) => matchCount > 0).sort(isBetter);
	// A word is also its own beginning, and often its own stem: the best form counts.
	return [...new Map(sorted.toReversed().map((form) => [form.text, form])).values()].sort(isBetter);
}

/** Where the words are in the text. They come in its order, and some are made by analysis and in no text. */
function locate(analyzer: Analyzer, text: string, words: readonly string[]) {
	const { source, words: located } = analyzer.locateWords(text);
	let next = 0;
	const found = words.map((word) => {
		const at = located.findIndex(({ term }, index) => index >= next && term === word);
		if (at < 0) return undefined;
		next = at + 1;
		const { start, end } = located[at] as (typeof located)[number];
		return { start, end };
	});
	return { source, found };
}
