/**
 * Which terms sound like a misspelt word? Every way to write one or two of its sounds otherwise is tried, in the order of its
 * letters, as long as terms begin that way:
 *
 *     fone     f, fo, fon: no term begins with fone, so a change is tried at f, o, n and e
 *     ph│one   ph: some term may begin so          whole: yes → looked up ✓
 *     phu│ne   … with a second change              whole: no
 *
 * A way is a hash that is put together from those of its parts, and a filter rules out nearly all that are no terms. So a
 * way takes some nanoseconds, and only a few are looked up in the dictionary.
 */
import { addByte, addBytes, joinedBytesMax, joinHashes, toHash } from '../../lib/polynomial-hash.ts';
import { listOtherSpellings, type OtherSpelling, type SoundAlikes } from '../analysis/sound-alikes.ts';
import { countSharedBytes, findKey, type Key, type SortedStrings } from '../index/segment/sorted-strings.ts';
import {
	beginningBytesMax,
	headBytes,
	mayBegin,
	mayHave,
	type StringBlock,
	type StringFilter,
	toBlock,
	toStringFilter,
} from '../index/segment/string-filter.ts';

const changesMax = 2;

/** How many spellings may be changed in a word of this length: more would make another word of it. */
export function toSoundChangesMax(length: number): number {
	return Math.min(changesMax, Math.floor((length + 1) / 3));
}

/** The misspelt word. Lists are by letter, with one entry more for its end. */
interface Typed {
	readonly text: string;
	readonly soundAlikes: SoundAlikes;
	/** In UTF-8. */
	readonly bytes: Uint8Array;
	/** Where the letter begins in `bytes`. */
	readonly starts: readonly number[];
	/** The hash of what is before the letter, and that of the letter and all behind it. */
	readonly beginningHashes: readonly number[];
	readonly restHashes: readonly number[];
	/** What may stand instead of the letter, or of it and the next ones, or in front of it. */
	readonly others: readonly (readonly OtherSpelling[])[];
	readonly changesMax: number;
}

/** Ways that are tried at most, some 0.2 ms. Words of usual length have some five hundred. */
const waysMax = 32_768;

/**
 * By term, how many spellings of the word must be changed to get it: 0 for the word itself, up to `toSoundChangesMax`.
 * Cost: about 15 µs.
 * @param word folded, of at most `wordLengthMax` letters
 */
export function findSimilarSounds(terms: SortedStrings, word: string, soundAlikes: SoundAlikes): Map<number, number> {
	const typed = toTyped(word, soundAlikes);
	const filter = toStringFilter(terms);
	const { bytes, starts } = typed;
	const search: Search = { filter, typed, block: toBlock(filter, bytes), found: new Map(), waysLeft: waysMax };
	const key = { bytes, length: bytes.length };
	addTerm(search, key, 0);
	if (typed.changesMax === 0) return search.found;
	const sharedBytes = countSharedBytes(terms, key);
	for (let letter = 0; letter <= word.length && (starts[letter] as number) <= sharedBytes; letter++)
		changeFirst(search, letter);
	return search.found;
}

interface Search {
	readonly filter: StringFilter;
	readonly typed: Typed;
	/** Of the word as it was typed. */
	readonly block: StringBlock;
	/** By term, the fewest changes. */
	readonly found: Map<number, number>;
	waysLeft: number;
}

/** Tries all ways that are changed at a letter first. */
function changeFirst(search: Search, letter: number): void {
	const { typed } = search;
	const hash = typed.beginningHashes[letter] as number;
	const depth = typed.starts[letter] as number;
	for (const other of typed.others[letter] as readonly OtherSpelling[]) {
		const block = depth < headBytes ? findBlock(search, [{ letter, other }]) : search.block;
		const begun = { hash, depth, block };
		if (!mayGoOn(begun, other.bytes)) continue;
		const longer = { hash: addBytes(hash, other.bytes, other.bytes.length), depth: depth + other.bytes.length, block };
		search.waysLeft -= 1;
		if (mayHave(block, addRest(typed, longer.hash, letter + other.replacedLength))) addWay(search, [{ letter, other }]);
		if (typed.changesMax > 1) changeSecond(search, { letter, other }, longer);
	}
}

interface Change {
	readonly letter: number;
	readonly other: OtherSpelling;
}

/** The first bytes of a way. */
interface Begun {
	readonly hash: number;
	/** How many they are. */
	readonly depth: number;
	/** Of the way if the rest is as it was typed. */
	readonly block: StringBlock;
}

/** Tries all ways that go on from a change to another. */
function changeSecond(search: Search, first: Change, begun: Begun): void {
	const { text, bytes, starts, others } = search.typed;
	const { block } = begun;
	let { hash, depth } = begun;
	for (let letter = first.letter + first.other.replacedLength; search.waysLeft > 0; letter++) {
		const ofLetter = others[letter] as readonly OtherSpelling[];
		search.waysLeft -= ofLetter.length;
		for (const other of ofLetter) {
			const ofWay = depth < headBytes ? findBlock(search, [first, { letter, other }]) : block;
			const changed = addBytes(hash, other.bytes, other.bytes.length);
			const next = letter + other.replacedLength;
			if (mayHave(ofWay, addRest(search.typed, changed, next))) addWay(search, [first, { letter, other }]);
		}
		if (letter === text.length) return;
		for (let byte = starts[letter] as number; byte < (starts[letter + 1] as number); byte++) {
			hash = addByte(hash, bytes[byte] as number);
			depth += 1;
			if (depth >= headBytes && depth <= beginningBytesMax && !mayBegin(block, hash)) return;
		}
	}
}

/** The hash with the rest of the word behind it, from a letter on. */
function addRest({ bytes, starts, restHashes }: Typed, hash: number, letter: number): number {
	return joinHashes(hash, restHashes[letter] as number, bytes.length - (starts[letter] as number));
}

/** Whether some term may go on from what was begun with these bytes. */
function mayGoOn({ hash, depth, block }: Begun, bytes: Uint8Array): boolean {
	const end = Math.min(bytes.length, beginningBytesMax - depth);
	if (end <= 0 || depth + end < headBytes) return true;
	return mayBegin(block, addBytes(hash, bytes, end));
}

/** The block of the word with its changes. */
function findBlock(search: Search, changed: readonly Change[]): StringBlock {
	writeWay(search, changed, headBytes);
	return toBlock(search.filter, wayBytes);
}

/** Looks up the word with its changes. */
function addWay(search: Search, changed: readonly Change[]): void {
	addTerm(search, { bytes: wayBytes, length: writeWay(search, changed, joinedBytesMax) }, changed.length);
}

/** The current way. */
const wayBytes = new Uint8Array(joinedBytesMax);

/**
 * Writes the word with its changes, which are in its order, to `wayBytes`.
 * @param lengthMax how many bytes are wanted
 * @returns the number of bytes
 */
function writeWay({ typed: { bytes, starts } }: Search, changed: readonly Change[], lengthMax: number): number {
	let length = 0;
	let unchangedFrom = 0;
	const append = (part: Uint8Array, from: number, to: number) => {
		for (let at = from; at < to && length < lengthMax; at++) wayBytes[length++] = part[at] as number;
	};
	for (const { letter, other } of changed) {
		append(bytes, unchangedFrom, starts[letter] as number);
		append(other.bytes, 0, other.bytes.length);
		unchangedFrom = starts[letter + other.replacedLength] as number;
	}
	append(bytes, unchangedFrom, bytes.length);
	return length;
}

function addTerm({ filter, found }: Search, key: Key, changeCount: number): void {
	const term = findKey(filter.strings, key);
	if (term >= 0) found.set(term, Math.min(changeCount, found.get(term) ?? changeCount));
}

/** The last word: it is asked for in each segment. */
let last: Typed | undefined;

function toTyped(text: string, soundAlikes: SoundAlikes): Typed {
	if (last?.text === text && last.soundAlikes === soundAlikes) return last;
	const bytes = encoder.encode(text);
	const isAscii = bytes.length === text.length;
	const others = listOtherSpellings(text, soundAlikes);
	const starts = others.map((_, letter) => (isAscii ? letter : Buffer.byteLength(text.slice(0, letter))));
	const beginningHashes = starts.map((start) => toHash(bytes, 0, start));
	const restHashes = starts.map((start) => toHash(bytes, start, bytes.length));
	last = {
		text,
		soundAlikes,
		bytes,
		starts,
		beginningHashes,
		restHashes,
		others,
		changesMax: toSoundChangesMax(text.length),
	};
	return last;
}

const encoder = new TextEncoder();
