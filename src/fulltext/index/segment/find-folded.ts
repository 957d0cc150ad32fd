/**
 * Which strings of a sorted dictionary fold to a given text, or to a path below it? A dictionary sorted by its bytes is
 * a trie: strings with the same beginning are neighbours. The walk descends character by character, only where the
 * folded characters match. Its cost depends on the strings found, hardly on the size of the dictionary, and it needs no
 * memory.
 *
 *     wanted: d e l l                0  DELL      D ─ E ─ L ─ L       found
 *                                    1  Dell Inc  D ─ e ─ l ─ l ─ ␣    longer than wanted
 *     walk: D or d, then E or e …    2  HP
 *                                    3  dell      d ─ e ─ l ─ l       found
 *                                    4  délı      d ─ é ─ l ─ ı       é folds to e, ı not to l
 */
import { foldValue, foldValueCharacter, isBelow, levelSign } from '../../analysis/fold-value.ts';
import { countStrings, decodeString, type SortedStrings } from './sorted-strings.ts';

/** Ranges of at most this many strings are decoded and compared. */
const comparedMax = 8;
/** Unified ideographs fold to themselves and there are thousands of them, so only the wanted one needs a visit. */
const ideographs = { first: 0x4e00, last: 0x9fff };

interface Range {
	readonly from: number;
	readonly to: number;
	/** Bytes that all strings of the range share. */
	readonly depth: number;
}

/** How much of the wanted text the shared bytes match. */
interface State {
	readonly matched: number;
	/** Whether the last character was a blank: it counts only when another word follows. */
	readonly isBlank: boolean;
}

interface Search {
	readonly strings: SortedStrings;
	/** The wanted text: folded, without a blank or separator at its end. */
	readonly node: string;
	readonly found: number[];
}

/**
 * The indexes of all strings whose folded form is `node`, or begins with `node` and a path separator. Cost: O(length ·
 * log strings) for each spelling that occurs, plus O(strings found).
 */
export function findFolded(strings: SortedStrings, node: string): readonly number[] {
	if (node === '') return [];
	const search: Search = { strings, node, found: [] };
	walk(search, { from: 0, to: countStrings(strings), depth: 0 }, { matched: 0, isBlank: false });
	return search.found;
}

function walk(search: Search, range: Range, state: State): void {
	const { strings, node, found } = search;
	if (range.to - range.from <= comparedMax) {
		for (let at = range.from; at < range.to; at++) {
			if (isBelow(foldValue(decodeString(strings, at)), node)) found.push(at);
		}
		return;
	}
	let { from } = range;
	// Of strings with a common beginning, the shortest comes first.
	if (isEnd(strings, from, range.depth)) {
		if (state.matched === node.length) found.push(from);
		from += 1;
	}
	const firstWide = findByte(strings, { ...range, from }, 0x80);
	for (const byte of listAscii(toNext(node, state))) {
		const start = findByte(strings, { ...range, from, to: firstWide }, byte);
		const end = findByte(strings, { ...range, from: start, to: firstWide }, byte + 1);
		if (start < end)
			enter(search, { from: start, to: end, depth: range.depth + 1, character: String.fromCharCode(byte) }, state);
	}
	walkWide(search, { ...range, from: firstWide }, state);
}

/** A range whose shared bytes end with this character. */
interface EnteredRange extends Range {
	readonly character: string;
}

/** Continues with the strings whose next character is this one, if it matches. */
function enter(search: Search, range: EnteredRange, state: State): void {
	let next: State = state;
	for (const part of foldValueCharacter(range.character)) {
		const entered = match(search.node, next, part);
		if (entered === 'below') for (let at = range.from; at < range.to; at++) search.found.push(at);
		if (entered === 'below' || entered === 'other') return;
		next = entered;
	}
	walk(search, range, next);
}

/** The state after one more folded character; `below` when that character begins a level below the node. */
function match(node: string, { matched, isBlank }: State, part: string): State | 'below' | 'other' {
	if (part === ' ') return { matched, isBlank: true };
	const isAfterSign = matched > 0 && node[matched - 1] === levelSign;
	if (part === levelSign && isAfterSign) return { matched, isBlank: false };
	if (matched === node.length) return part === levelSign ? 'below' : 'other';
	const needsBlank = isBlank && matched > 0 && part !== levelSign && !isAfterSign;
	const wanted = needsBlank ? ` ${part}` : part;
	return node.startsWith(wanted, matched) ? { matched: matched + wanted.length, isBlank: false } : 'other';
}

const blanks = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20];

/** The next wanted character, skipping a blank, which any number of blanks may stand for; empty at the end. */
function toNext(node: string, { matched }: State): string {
	const codePoint = node.codePointAt(node[matched] === ' ' ? matched + 1 : matched);
	return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}

/** Cached lists: the same hundred characters are asked for again and again. */
const listedAscii = new Map<string, readonly number[]>();

/** ASCII characters that may match the next one: the character in both cases, a blank, and the path separator. */
function listAscii(next: string): readonly number[] {
	const key = next < '\x80' ? next : '';
	const known = listedAscii.get(key);
	if (known !== undefined) return known;
	const cases = [...new Set([key, key.toUpperCase(), levelSign])].filter((text) => text.length === 1);
	const listed = [...blanks, ...cases.map((text) => text.charCodeAt(0))];
	listedAscii.set(key, listed);
	return listed;
}

/**
 * Continues with every character above ASCII that comes next in the range, as any of them may fold to the wanted one.
 */
function walkWide(search: Search, { from, to, depth }: Range, state: State): void {
	const { strings, node } = search;
	let at = from;
	while (at < to) {
		const codePoint = readCodePoint(strings, at, depth);
		const isIdeograph = codePoint >= ideographs.first && codePoint <= ideographs.last;
		const wanted = toNext(node, state).codePointAt(0) ?? 0;
		if (isIdeograph && codePoint !== wanted) {
			const isAhead = wanted > codePoint && wanted <= ideographs.last;
			at = findCharacter(strings, { from: at, to, depth }, isAhead ? wanted : ideographs.last + 1);
			continue;
		}
		const end = findCharacter(strings, { from: at, to, depth }, codePoint + 1);
		const character = String.fromCodePoint(codePoint);
		enter(search, { from: at, to: end, depth: depth + Buffer.byteLength(character), character }, state);
		at = end;
	}
}

function isEnd({ offsets }: SortedStrings, at: number, depth: number): boolean {
	return (offsets[at] as number) + depth === (offsets[at + 1] as number);
}

/** The first string of the range whose next byte is at least `byte`; strings that end here come before all others. */
function findByte({ offsets, bytes }: SortedStrings, { from, to, depth }: Range, byte: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const ordinal = (offsets[middle] as number) + depth;
		if (ordinal < (offsets[middle + 1] as number) && (bytes[ordinal] as number) >= byte) high = middle;
		else low = middle + 1;
	}
	return low;
}

/**
 * The first string of the range whose next character is at least this one. The order of UTF-8 bytes is that of code
 * points.
 */
function findCharacter(strings: SortedStrings, range: Range, codePoint: number): number {
	let low = range.from;
	let high = range.to;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (readCodePoint(strings, middle, range.depth) >= codePoint) high = middle;
		else low = middle + 1;
	}
	return low;
}

function readCodePoint({ offsets, bytes }: SortedStrings, at: number, depth: number): number {
	const ordinal = (offsets[at] as number) + depth;
	const first = bytes[ordinal] as number;
	const next = (index: number) => (bytes[ordinal + index] as number) & 0x3f;
	if (first < 0x80) return first;
	if (first < 0xe0) return ((first & 0x1f) << 6) | next(1);
	if (first < 0xf0) return ((first & 0x0f) << 12) | (next(1) << 6) | next(2);
	return ((first & 0x07) << 18) | (next(1) << 12) | (next(2) << 6) | next(3);
}
