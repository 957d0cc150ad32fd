/**
 * Which strings of a sorted dictionary fold to what is looked for, or to a path below it? A dictionary sorted by its bytes is
 * a trie: strings with the same beginning stand together. The walk goes down from character to character, only where the
 * folded characters fit, so it costs what is found and a little more, whatever the size of the dictionary, and takes no memory.
 *
 *     looked for: d e l l            0  DELL      D ─ E ─ L ─ L       found
 *                                    1  Dell Inc  D ─ e ─ l ─ l ─ ␣    more than was looked for
 *     walk: D or d, then E or e …    2  HP
 *                                    3  dell      d ─ e ─ l ─ l       found
 *                                    4  délı      d ─ é ─ l ─ ı       é folds to e, ı not to l
 */
import { foldValue, foldValueCharacter, isBelow, levelSign } from '../../analysis/fold-value.ts';
import { countStrings, decodeString, type SortedStrings } from './sorted-strings.ts';

/** Ranges with no more strings than this are decoded and compared. */
const comparedMax = 8;
/** Unified ideographs fold to themselves, and there are thousands of them: none but the one looked for is of use. */
const ideographs = { first: 0x4e00, last: 0x9fff };

interface Range {
	readonly from: number;
	readonly to: number;
	/** Bytes that all strings of the range have in common. */
	readonly depth: number;
}

/** How much of what is looked for the common bytes are. */
interface State {
	readonly matched: number;
	/** Whether the last character was a blank: it counts only where a further word follows. */
	readonly isBlank: boolean;
}

interface Search {
	readonly strings: SortedStrings;
	/** Folded, and no blank or sign at its end. */
	readonly node: string;
	readonly found: number[];
}

/**
 * The places of all strings whose folded form is `node`, or begins with it and a sign of a path.
 * Cost: O(length · log strings) for each spelling that occurs, and O(strings found).
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
	// The shortest of strings with a common beginning comes first.
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

/** A range whose strings end their common bytes with this character. */
interface EnteredRange extends Range {
	readonly character: string;
}

/** Goes on with the strings that have this character next, if it fits. */
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

/** What is matched with one more folded character; `below` when it begins a level below the node. */
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

/** What is looked for next but a blank, which one or many stand for; empty behind the end. */
function toNext(node: string, { matched }: State): string {
	const codePoint = node.codePointAt(node[matched] === ' ' ? matched + 1 : matched);
	return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}

/** What was listed before: the same hundred characters are looked for again and again. */
const listedAscii = new Map<string, readonly number[]>();

/** ASCII characters that may stand for the next one: itself in both cases, a blank, and the sign of a level. */
function listAscii(next: string): readonly number[] {
	const key = next < '\x80' ? next : '';
	const known = listedAscii.get(key);
	if (known !== undefined) return known;
	const cases = [...new Set([key, key.toUpperCase(), levelSign])].filter((text) => text.length === 1);
	const listed = [...blanks, ...cases.map((text) => text.charCodeAt(0))];
	listedAscii.set(key, listed);
	return listed;
}

/** Every character above ASCII that comes next in the range, as any may fold to what is looked for. */
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

/** The first string of the range whose next character is at least this one: bytes of UTF-8 are in its order. */
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
