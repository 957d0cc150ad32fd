/**
 * Which words of a text are two words written together by mistake? Those that no item has, in any form or with any
 * typo, where some item has both halves. This works in any language.
 *
 *     samsungtv black    samsung tv black
 *     usbcable           usb cable, and not usbc able, because no item has both
 */

import type { Pace, Steps } from '../../lib/steps.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { addCompounds } from './compound-forms.ts';
import type { IndexView } from './index-view.ts';
import { resolveWords } from './resolve-words.ts';
import { findSimilarWords } from './similar-words.ts';

const joinedLengthMin = 6;
const joinedLengthMax = 40;
/** The fewest letters of a half, and of the longer half where the other is as short as that (`tv`, `hp`). */
const halfLengthMin = 2;
const longerHalfLengthMin = 4;
/** Splits of one word that are tried, starting with the most even. */
const triesMax = 4;

/**
 * Such words of the text, with their halves. `isFound` says whether any item has all words of a text
 * without typos. Meant for texts with an unknown word. Cost: that of analysing the longer words of letters, plus a
 * look-up of every half of each unknown one.
 */
export function* segmentWords(
	segmenting: Segmenting,
	text: string,
	isFound: (text: string) => Steps<boolean>,
): Steps<Halves> {
	const { view } = segmenting;
	const found = new Map<string, string>();
	const parts = text.split(blanks);
	for (const [index, part] of parts.entries()) {
		const isLast = index === parts.length - 1;
		if (!isJoinable(part) || hasWord(view, part, isLast) || (yield* hasTypo(segmenting, part))) continue;
		const halves = yield* findHalves(segmenting, { part, isLast, isFound });
		if (halves !== undefined) found.set(part, halves);
	}
	return found;
}

/** The text with its words written apart where they have halves. */
export function writeApart(text: string, halves: Halves): string {
	return text
		.split(blanks)
		.map((part) => halves.get(part) ?? part)
		.join('');
}

/** By a word that was written together, its two words with a blank between them. */
export type Halves = ReadonlyMap<string, string>;

const blanks = /(\s+)/;

interface Segmenting {
	readonly view: IndexView;
	readonly pace: Pace;
}

interface Joined {
	readonly part: string;
	readonly isLast: boolean;
	readonly isFound: (text: string) => Steps<boolean>;
}

function* findHalves({ view, pace }: Segmenting, { part, isLast, isFound }: Joined): Steps<string | undefined> {
	let triesLeft = triesMax;
	for (const [head, tail] of listHalves(part)) {
		if (pace.isDue()) yield;
		if (!hasWord(view, head, false) || !hasWord(view, tail, isLast)) continue;
		const halves = `${head} ${tail}`;
		if (yield* isFound(isLast ? halves : `${halves} `)) return halves;
		triesLeft -= 1;
		if (triesLeft === 0) return undefined;
	}
	return undefined;
}

function isJoinable(part: string): boolean {
	return part.length >= joinedLengthMin && part.length <= joinedLengthMax && /^\p{L}+$/u.test(part);
}

/** Whether any item has the word in some form. While it may still be typed, a prefix counts too. */
function hasWord(view: IndexView, word: string, mayGoOn: boolean): boolean {
	// Nearly all words are in the index as they were typed.
	const lowered = word.toLowerCase();
	if (view.segments.some(({ segment }) => findString(segment.terms, lowered) >= 0)) return true;
	const query = addCompounds(view, view.analyzer.analyzeQuery(mayGoOn ? word : `${word} `));
	if (query.words.length === 0) return false;
	return view.segments.some(({ segment }) =>
		resolveWords(segment, query).every(({ isOptional, postingCount }) => isOptional || postingCount > 0),
	);
}

function* hasTypo({ view, pace }: Segmenting, word: string): Steps<boolean> {
	for (const { text, isTypoTolerant } of view.analyzer.analyzeQuery(`${word} `).words) {
		if (!isTypoTolerant || (yield* findSimilarWords(view, text, pace)).length > 0) return true;
	}
	return false;
}

/** All splits of the word into two halves, the most even first. */
function listHalves(word: string): (readonly [string, string])[] {
	const letters = [...word];
	const halves: (readonly [string, string])[] = [];
	for (let at = halfLengthMin; at <= letters.length - halfLengthMin; at++) {
		if (Math.max(at, letters.length - at) < longerHalfLengthMin) continue;
		halves.push([letters.slice(0, at).join(''), letters.slice(at).join('')]);
	}
	const toShorter = ([head, tail]: readonly [string, string]) => Math.min(head.length, tail.length);
	return halves.sort((a, b) => toShorter(b) - toShorter(a));
}
