/**
 * Words of scripts that put no blanks between them: every two neighbouring characters are a term.
 *
 *     蓝牙耳机 → 蓝牙 牙耳 耳机 机       イヤホン → イヤ ヤホ ホン ン
 *
 * The last character is also a term alone. So every character starts some term, and a query of one character is a
 * prefix. A character is a base letter with its marks: a Thai tone mark is not half of a bigram.
 */

/** Ranges of marks that follow their base, as first and last code unit. */
const combiningRanges = [
	[0x0e31, 0x0e31],
	[0x0e33, 0x0e3a],
	[0x0e47, 0x0e4e],
	[0x0eb1, 0x0eb1],
	[0x0eb3, 0x0ebc],
	[0x0ec8, 0x0ecd],
	[0x102b, 0x103e],
	[0x17b4, 0x17d3],
	[0x200c, 0x200d],
	[0x3099, 0x309a],
	[0xfe00, 0xfe0f],
] as const;

function isCombining(unit: number): boolean {
	for (const [first, last] of combiningRanges) if (unit >= first && unit <= last) return true;
	return false;
}

/** Where the character that starts at `at` < `end` ends. */
export function toCharacterEnd(text: string, at: number, end: number): number {
	const isPair = (text.codePointAt(at) ?? 0) > 0xffff;
	let next = Math.min(end, at + (isPair ? 2 : 1));
	while (next < end && isCombining(text.charCodeAt(next))) next += 1;
	return next;
}

/** A bigram of a query, and whether it lies within one word according to the platform's dictionaries. */
export interface RunBigram {
	/** Or a single character, where that is a word. */
	readonly text: string;
	readonly isInsideWord: boolean;
	/** Whether the word that the bigram before lies within goes on with this one, or has this character as its ending. */
	readonly isContinued: boolean;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Of two neighbouring words of one Chinese character each, the dictionary knows neither: 华|为 is one word. */
const singleWord = /^\p{Script=Han}$/u;

/**
 * The bigrams of a run, as a query uses them. Bigrams across two words are marked, because a document may have the two
 * words in different places. Where no word is known (all are single characters), no bigram is marked. A run of one
 * character is that character, and a word of one character at the end stands for itself behind the bigram to it:
 *
 *     无线|耳机       无线 线耳 (marked) 耳机            登山|靴     登山 山靴 (marked) 靴
 *     无线|鼠|标|垫   无线 线鼠 (marked) 鼠标 标垫
 *
 * Cost: O(run), about 1 µs per character.
 */
export function toRunBigrams(run: string, language: string): RunBigram[] {
	const words = Array.from(toSegmenter(language).segment(run));
	const isSingle = words.map(({ segment }) => singleWord.test(segment));
	const wordEnds = new Set<number>();
	for (const [at, { index }] of words.entries()) if (!isSingle[at] || !isSingle[at - 1]) wordEnds.add(index);
	const ends: number[] = [];
	for (let at = 0; at < run.length; at = ends.at(-1) ?? run.length) ends.push(toCharacterEnd(run, at, run.length));
	if (ends.length === 1) return [{ text: run, isInsideWord: true, isContinued: false }];
	const bigrams: RunBigram[] = [];
	let start = 0;
	for (let index = 1; index < ends.length; index++) {
		const middle = ends[index - 1] ?? 0;
		const isInsideWord = !wordEnds.has(middle);
		const isContinued = isInsideWord && bigrams.at(-1)?.isInsideWord === true;
		bigrams.push({ text: run.slice(start, ends[index]), isInsideWord, isContinued });
		start = middle;
	}
	if (!bigrams.some(({ isInsideWord }) => isInsideWord)) {
		return bigrams.map(({ text }, index) => ({ text, isInsideWord: true, isContinued: index > 0 }));
	}
	if (isSingle.at(-1) && !isSingle.at(-2)) {
		bigrams.push({ text: run.slice(start), isInsideWord: true, isContinued: true });
	}
	return bigrams;
}

/** Whether a word of a run ends before this offset, according to the platform's dictionaries. Cost: O(run). */
export function isWordEnd(run: string, offset: number, language: string): boolean {
	const next = toSegmenter(language).segment(run).containing(offset);
	return next === undefined || next.index === offset;
}

function toSegmenter(language: string): Intl.Segmenter {
	const known = segmenters.get(language);
	if (known) return known;
	const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
	segmenters.set(language, segmenter);
	return segmenter;
}
