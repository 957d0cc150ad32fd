/**
 * Which terms sound like a misspelt word? The sorted dictionary is walked along the word, letter by letter, only where
 * terms begin that way; and from each letter on along other spellings of what comes next:
 *
 *     fone     f, fo, fon: no term goes on with e
 *     ph|one   ph, pho, phon, phone ✓
 *
 * Behind the last change that is allowed, the rest of the word is looked up as a whole.
 */
import { listOtherSpellings, type OtherSpelling, type SoundAlikes } from '../analysis/sound-alikes.ts';
import {
	type Beginning,
	type Beginnings,
	type Bytes,
	mayBegin,
	noBytes,
	toBeginnings,
	toLongerHash,
} from '../index/segment/beginnings.ts';
import { countStrings, type SortedStrings } from '../index/segment/sorted-strings.ts';

const changesMax = 2;

/** How many spellings may be changed in a word of this length: more would make another word of it. */
export function toSoundChangesMax(length: number): number {
	return Math.min(changesMax, Math.floor((length + 1) / 3));
}

/** The misspelt word. */
interface Typed {
	readonly text: string;
	readonly soundAlikes: SoundAlikes;
	/** In UTF-8. */
	readonly bytes: Uint8Array;
	/** By letter, and one for the end: where it begins in `bytes`. */
	readonly starts: readonly number[];
	/** By letter, and one for the end: what may stand instead. */
	readonly others: readonly (readonly OtherSpelling[])[];
	readonly changesMax: number;
}

/** Beginnings that are followed at most. Words of usual length take some thirty. */
const followedMax = 4_096;

/**
 * By term, how many spellings of the word must be changed to get it: 0 for the word itself, up to `toSoundChangesMax`.
 * Cost: about 30 µs.
 * @param word folded, of letters
 */
export function findSimilarSounds(terms: SortedStrings, word: string, soundAlikes: SoundAlikes): Map<number, number> {
	const typed = toTyped(word, soundAlikes);
	const walk: Walk = { terms, beginnings: toBeginnings(terms), typed, found: new Map(), followedLeft: followedMax };
	follow(walk, { ...noBytes, from: 0, to: countStrings(terms) }, { letter: 0, changeCount: 0 });
	return walk.found;
}

/** The last word: it is asked for in each segment. */
let last: Typed | undefined;

function toTyped(text: string, soundAlikes: SoundAlikes): Typed {
	if (last?.text === text && last.soundAlikes === soundAlikes) return last;
	const bytes = encoder.encode(text);
	const isAscii = bytes.length === text.length;
	const others = listOtherSpellings(text, soundAlikes);
	const starts = others.map((_, letter) => (isAscii ? letter : Buffer.byteLength(text.slice(0, letter))));
	last = { text, soundAlikes, bytes, starts, others, changesMax: toSoundChangesMax(text.length) };
	return last;
}

const encoder = new TextEncoder();

interface Walk {
	readonly terms: SortedStrings;
	readonly beginnings: Beginnings;
	readonly typed: Typed;
	/** By term, the fewest changes. */
	readonly found: Map<number, number>;
	followedLeft: number;
}

/** Terms [from, to), at least one, with the same beginning. */
interface TermRange extends Beginning {
	readonly from: number;
	readonly to: number;
}

interface Bound {
	readonly wanted: Bytes;
	readonly least: 0 | 1;
}

/** The next letter of the word, and how many spellings before it were changed. */
interface Progress {
	readonly letter: number;
	readonly changeCount: number;
}

/** Finds the terms of the range that go on with the rest of the word, or with what sounds like it. */
function follow(walk: Walk, beginning: TermRange, { letter: first, changeCount }: Progress): void {
	const { bytes, starts, text, changesMax: most } = walk.typed;
	let range: TermRange | undefined = beginning;
	walk.followedLeft -= 1;
	for (let letter = first; range !== undefined && walk.followedLeft >= 0; letter++) {
		if (changeCount < most) followOthers(walk, range, { letter, changeCount });
		if (letter === text.length) {
			addTerm(walk, range, changeCount);
			return;
		}
		range = narrow(walk, range, { bytes, from: starts[letter] as number, to: starts[letter + 1] as number });
	}
}

/** Finds those that go on with another spelling for the letters of the word that come next. */
function followOthers(walk: Walk, range: TermRange, { letter, changeCount }: Progress): void {
	const { bytes: typedBytes, starts, others, changesMax: most } = walk.typed;
	const isLast = changeCount + 1 === most;
	for (const { bytes, replacedLength } of others[letter] as readonly OtherSpelling[]) {
		const next = letter + replacedLength;
		const spelling = { bytes, from: 0, to: bytes.length };
		const rest = { bytes: typedBytes, from: starts[next] as number, to: typedBytes.length };
		if (isLast && !mayGoOn(walk, range, [spelling, rest])) continue;
		const narrowed = narrow(walk, range, spelling);
		if (narrowed === undefined) continue;
		if (isLast) addTerm(walk, narrow(walk, narrowed, rest), changeCount + 1);
		else follow(walk, narrowed, { letter: next, changeCount: changeCount + 1 });
	}
}

/** Adds the term that ends there, which is the first of its range. */
function addTerm({ terms, found }: Walk, range: TermRange | undefined, changeCount: number): void {
	if (range === undefined) return;
	const { from, depth } = range;
	const isEnd = (terms.offsets[from + 1] as number) - (terms.offsets[from] as number) === depth;
	if (isEnd) found.set(from, Math.min(changeCount, found.get(from) ?? changeCount));
}

/** Whether some term may go on with one and then the other. False is certain. */
function mayGoOn({ beginnings }: Walk, range: TermRange, [first, second]: readonly [Bytes, Bytes]): boolean {
	const hash = toLongerHash(beginnings, range, first);
	const longer = { depth: range.depth + first.to - first.from, hash };
	return mayBegin(beginnings, toLongerHash(beginnings, longer, second));
}

/** The terms of the range that go on with these bytes; undefined when there are none. */
function narrow({ terms, beginnings }: Walk, range: TermRange, wanted: Bytes): TermRange | undefined {
	const { depth } = range;
	const length = wanted.to - wanted.from;
	if (length === 0) return range;
	const hash = toLongerHash(beginnings, range, wanted);
	if (!mayBegin(beginnings, hash)) return undefined;
	const from = findBound(terms, range, { wanted, least: 0 });
	if (from === range.to || compareNext(terms, from, { wanted, depth }) !== 0) return undefined;
	const to = findBound(terms, { ...range, from }, { wanted, least: 1 });
	return { from, to, depth: depth + length, hash };
}

/** The first term of the range that goes on with these bytes or comes later; or, with `least` 1, that comes later. */
function findBound(terms: SortedStrings, { from, to, depth }: TermRange, { wanted, least }: Bound): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (compareNext(terms, middle, { wanted, depth }) < least) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** 0 when a term goes on with these bytes from a depth on, negative when it comes before those that do, else positive. */
function compareNext(
	terms: SortedStrings,
	term: number,
	{ wanted, depth }: { readonly wanted: Bytes; readonly depth: number },
): number {
	const start = (terms.offsets[term] as number) + depth - wanted.from;
	const end = terms.offsets[term + 1] as number;
	for (let at = wanted.from; at < wanted.to; at++) {
		if (start + at >= end) return -1;
		const difference = (terms.bytes[start + at] as number) - (wanted.bytes[at] as number);
		if (difference !== 0) return difference;
	}
	return 0;
}
