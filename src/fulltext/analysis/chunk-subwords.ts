/**
 * Splits a chunk into subwords (runs of letters, runs of digits) and groups them into parts (what stands between
 * joiners).
 *
 *     wh-1000xm4   parts: [wh] - [1000 xm 4]        1,5l   parts: [1.5 l]        10,100,1000   parts: [10] , [100] , [1000]
 */
import type { Folding } from './fold.ts';
import { toAsciiDigit } from './fold.ts';
import type { Language } from './language.ts';

/** A part before its terms are made. */
export interface ChunkDraft {
	/** Runs of letters and of digits, in lower case with accents. Not empty. */
	readonly subwords: string[];
	/** Pieces around an apostrophe that some people type as words of their own, such as the `neill` of o'neill. */
	readonly loose: string[];
	/** The signs before and after the part, unified; empty at the ends of the chunk. */
	readonly before: string;
	after: string;
}

/** A run of digits with single points or commas inside; a run of letters; anything else. */
const atomPattern = /(\d+(?:[.,]\d+)*)|((?:(?!\d)[\p{L}\p{M}\p{N}])+)|([^\p{L}\p{M}\p{N}]+)/gu;
const thousandsPattern = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/;
/** At most one point or comma, and no leading zero: 00.038 is part of a code. */
const decimalPattern = /^(?:\d+|(?:0|[1-9]\d*)[.,]\d+)$/;
/** After letters, as in K1700.001 and DK.1.12371, this many digits after the point are not a decimal. */
const codePattern = /[.,]\d{3}/;
const looseLengthMin = 3;
/** Longer words take no more letters across an apostrophe, because their terms are truncated anyway. */
const extendedLengthMax = 64;

export interface SubwordRules {
	readonly folding: Folding;
	readonly language: Language;
	/** Words that lose their vowel before an apostrophe. */
	readonly elisions: ReadonlySet<string>;
}

/** The parts of a chunk in lower case, in order; empty when it has neither letters nor digits. */
export function gatherDrafts(lowered: string, rules: SubwordRules): ChunkDraft[] {
	const drafts: ChunkDraft[] = [];
	let delimiter = '';
	for (const [, number, letters, other] of unifySigns(lowered).matchAll(atomPattern)) {
		if (other !== undefined) {
			const last = drafts.at(-1);
			if (last) last.after = other;
		} else if (number !== undefined) addNumber(drafts, number, delimiter);
		else if (letters !== undefined) addLetters(drafts, { letters, delimiter }, rules);
		delimiter = other ?? '';
	}
	return drafts;
}

interface LetterRun {
	readonly letters: string;
	/** What stands between it and the draft before it. */
	readonly delimiter: string;
}

function addLetters(drafts: ChunkDraft[], { letters, delimiter }: LetterRun, rules: SubwordRules): void {
	// Marks without a letter fold to nothing.
	if (rules.folding.fold(letters) === '') return;
	const last = drafts.at(-1);
	const isWord = last !== undefined && isLetters(last) && (last.subwords[0] ?? '').length < extendedLengthMax;
	if (isWord && delimiter === "'" && !rules.elisions.has(last.subwords[0] ?? ''))
		addBehindApostrophe(last, letters, rules.language);
	else if (isWord && delimiter === '·' && isGeminate(last, letters)) extendWord(last, letters);
	else {
		if (isWord && delimiter === "'") drafts.pop();
		addSubword(drafts, letters, delimiter);
	}
}

/** Unifies apostrophes, dashes, quotes and the sign of sizes, and converts digits to ASCII. */
function unifySigns(text: string): string {
	return text
		.replace(/[’‘ʼ´`′]/g, "'")
		.replace(/[“”″]|''/g, '"')
		.replace(/[‐‑‒–−]/g, '-')
		.replace(/×/g, 'x')
		.replace(/(?!\d)\p{Nd}/gu, toAsciiDigit);
}

function addSubword(drafts: ChunkDraft[], subword: string, delimiter: string): void {
	const last = drafts.at(-1);
	if (last !== undefined && delimiter === '') last.subwords.push(subword);
	else drafts.push({ subwords: [subword], loose: [], before: delimiter, after: '' });
}

/**
 * A single comma or point is a decimal sign. Several are thousands separators where they can be, and otherwise separate
 * a list or a version.
 */
function addNumber(drafts: ChunkDraft[], number: string, delimiter: string): void {
	const isInCode = (delimiter === '' || delimiter === '.') && drafts.length > 0;
	const one = isInCode && codePattern.test(number) ? undefined : toOneNumber(number);
	if (one !== undefined) addSubword(drafts, one, delimiter);
	else addNumberList(drafts, number, delimiter);
}

function toOneNumber(number: string): string | undefined {
	if (thousandsPattern.test(number)) return number.replace(/[.,]/g, '');
	return decimalPattern.test(number) ? number.replace(',', '.') : undefined;
}

function addNumberList(drafts: ChunkDraft[], number: string, delimiter: string): void {
	let before = delimiter;
	for (const [run] of number.matchAll(/\d+|[.,]/g)) {
		if (run === '.' || run === ',') {
			before = run;
			const last = drafts.at(-1);
			if (last) last.after = run;
		} else addSubword(drafts, run, before);
	}
}

/** `men's` is one word, mens, and so are o'neill and комп'ютер. In Turkish an ending follows the apostrophe. */
function addBehindApostrophe(last: ChunkDraft, letters: string, { hasApostropheSuffix }: Language): void {
	const [head = ''] = last.subwords;
	if (hasApostropheSuffix) {
		last.loose.push(head + letters);
		return;
	}
	if (head.length >= looseLengthMin || letters === 's') last.loose.push(head);
	if (letters.length >= looseLengthMin) last.loose.push(letters);
	extendWord(last, letters);
}

function extendWord(last: ChunkDraft, letters: string): void {
	last.subwords[0] = (last.subwords[0] ?? '') + letters;
}

/** Catalan writes a long l as l·l. */
function isGeminate(last: ChunkDraft, letters: string): boolean {
	return letters.startsWith('l') && (last.subwords[0] ?? '').endsWith('l');
}

function isLetters(draft: ChunkDraft): boolean {
	return draft.subwords.length === 1 && !isNumberSubword(draft.subwords[0] ?? '');
}

export function isNumberSubword(subword: string): boolean {
	const unit = subword.charCodeAt(0);
	return unit >= 0x30 && unit <= 0x39;
}
