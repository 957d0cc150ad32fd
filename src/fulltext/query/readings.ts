/** What may the words of a query stand for: as typed, and with typing errors corrected? */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery } from '../analysis/analyzed-query.ts';
import type { Misspelt } from './attempt.ts';
import { findDoubted, isCommonWord } from './doubt-words.ts';
import type { IndexView } from './index-view.ts';
import { addTypos, type ResolvedWord, resolveWords, type TypoOptions } from './resolve-words.ts';
import type { ScratchMemory } from './scratch.ts';
import { type SearchedWords, toSearchedWords } from './searched-words.ts';
import { findFamilies, type SimilarFamily } from './similar-families.ts';
import { findFinishes } from './word-finishes.ts';
import { addWrittenApart } from './written-apart.ts';

/** The words of a query with and without typo variants. Each reading is looked up once, on demand. */
export interface Readings {
	readonly asTyped: SearchedWords;
	/**
	 * Returns the same object as a narrower reading when correcting typos added nothing. Doubting words writes to the
	 * scratch memory, so what was gathered before is lost.
	 */
	read(misspelt: Misspelt): Steps<SearchedWords>;
}

/**
 * Finds the words of a query in all segments. Cost: O(segments · words · forms · log terms). The first reading that
 * needs typos pays for them, by word and segment.
 */
export function* createReadings(
	view: IndexView,
	query: AnalyzedQuery,
	{ memory, pace }: { readonly memory: ScratchMemory; readonly pace: Pace },
): Steps<Readings> {
	const segments = view.segments.map(({ segment }) => segment);
	const finishes = findFinishes(segments, query);
	const resolved: (readonly ResolvedWord[])[] = [];
	for (const segment of segments) {
		resolved.push(resolveWords(segment, query, finishes));
		if (pace.isDue()) yield;
	}
	const bySegment = yield* addWrittenApart(view, query, { resolved, pace });
	const reading: Reading = {
		...{ view, query, memory, pace, families: [] },
		asTyped: toSearchedWords(view, query, bySegment),
	};
	return { asTyped: reading.asTyped, read: (misspelt) => readWords(reading, misspelt) };
}

interface Reading {
	readonly view: IndexView;
	readonly query: AnalyzedQuery;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
	readonly asTyped: SearchedWords;
	/** By word, what it may mean if it is misspelt, as far as that was asked for. */
	readonly families: (readonly SimilarFamily[])[];
	withDoubted?: SearchedWords;
	withRare?: SearchedWords;
	withAll?: SearchedWords;
}

function* readWords(reading: Reading, misspelt: Misspelt): Steps<SearchedWords> {
	const { asTyped } = reading;
	if (misspelt === 'none') return asTyped;
	const isRare = (word: number) => !isCommonWord(asTyped, word);
	if (misspelt === 'doubted') {
		reading.withDoubted ??= yield* correctDoubted(
			reading,
			yield* addTyposInAll(reading, { resolved: asTyped, isSearched: isRare, isCautious: true }),
		);
		return reading.withDoubted;
	}
	reading.withRare ??= yield* addTyposInAll(reading, { resolved: asTyped, isSearched: isRare, isCautious: false });
	if (misspelt === 'rare') return reading.withRare;
	reading.withAll ??= yield* addTyposInAll(reading, {
		resolved: reading.withRare,
		isSearched: (word) => !isRare(word),
		isCautious: false,
	});
	return reading.withAll;
}

function* correctDoubted(reading: Reading, corrected: SearchedWords): Steps<SearchedWords> {
	const { view, query, asTyped } = reading;
	if (corrected === asTyped) return asTyped;
	const doubted = yield* findDoubted({ ...reading, corrected });
	if (!doubted.includes(true)) return asTyped;
	const bySegment = asTyped.bySegment.map((words, segment) =>
		words.map((word, index) => (doubted[index] ? (corrected.bySegment[segment]?.[index] ?? word) : word)),
	);
	return toSearchedWords(view, query, bySegment);
}

function* addTyposInAll(
	{ view, query, pace, families }: Reading,
	{
		resolved: known,
		...options
	}: Pick<TypoOptions, 'isSearched' | 'isCautious'> & { readonly resolved: SearchedWords },
): Steps<SearchedWords> {
	for (const [index, { text, isTypoTolerant }] of query.words.entries()) {
		if (isTypoTolerant && options.isSearched(index)) families[index] ??= yield* findFamilies(view, text, pace);
	}
	const bySegment: (readonly ResolvedWord[])[] = [];
	for (const [index, { segment }] of view.segments.entries()) {
		bySegment.push(addTypos(segment, query, { ...options, resolved: known.bySegment[index] ?? [], families }));
		if (pace.isDue()) yield;
	}
	const isSame = bySegment.every((ofSegment, segment) =>
		ofSegment.every((word, index) => word === known.bySegment[segment]?.[index]),
	);
	return isSame ? known : toSearchedWords(view, query, bySegment);
}
