/**
 * Which terms sound like a misspelt word? The word and the spellings that sound like its parts are an automaton, and the
 * sorted dictionary is walked along with it: letter by letter, only where terms begin that way.
 *
 *     fone      0 ─f─ 1 ─o─ 2 ─n─ 3 ─e─ 4        f, fo, fon: no term goes on with e
 *               └p┈h──┘                          p, ph, pho, phon, phone ✓
 *
 * A state is an offset in the word, or a letter within another spelling. Several states are active after the same letters,
 * each with the fewest changes that lead to it, so each beginning is visited once.
 */
import { listOtherSpellings, type SoundAlikes } from '../analysis/sound-alikes.ts';
import { countStrings, type SortedStrings } from '../index/segment/sorted-strings.ts';

const changesMax = 2;

/** How many spellings may be changed in a word of this length: more would make another word of it. */
export function toSoundChangesMax(length: number): number {
	return Math.min(changesMax, Math.floor((length + 1) / 3));
}

/** A step from a state by one byte, in one number: the state that it leads to, whether it is a change, the byte. */
type Transition = number;

function toTransition(byte: number, to: number, changeCount: 0 | 1): Transition {
	return to * 512 + changeCount * 256 + byte;
}

interface Automaton {
	readonly word: string;
	readonly soundAlikes: SoundAlikes;
	/** By offset in the word. The state `word.length` is the end. */
	readonly transitions: readonly (readonly Transition[])[];
	/** Of the states behind the end: each is within another spelling, and leads to one state. */
	readonly tails: readonly Transition[];
	/** By offset, those that a change without letters leads to. */
	readonly skips: readonly (readonly number[])[];
	readonly changesMax: number;
}

/** Beginnings that are visited at most. Words of usual length take about a hundred. */
const visitsMax = 4_096;
/** Ranges of up to this many terms are read one by one; in longer ones each byte is looked up. */
const readTermsMax = 8;

/**
 * By term, how many spellings of the word must be changed to get it: 0 for the word itself, up to `toSoundChangesMax`.
 * Cost: about 50 µs.
 * @param word folded, of letters
 */
export function findSimilarSounds(terms: SortedStrings, word: string, soundAlikes: SoundAlikes): Map<number, number> {
	const automaton = toAutomaton(word, soundAlikes);
	const walk: Walk = { terms, automaton, found: new Map(), visitsLeft: visitsMax };
	visit(walk, { from: 0, to: countStrings(terms), depth: 0 }, activate(automaton, [], toActive(0, 0)));
	return walk.found;
}

/** The automaton of the last word: it is asked for in each segment. */
let last: Automaton | undefined;

function toAutomaton(word: string, soundAlikes: SoundAlikes): Automaton {
	if (last?.word === word && last.soundAlikes === soundAlikes) return last;
	const transitions: Transition[][] = Array.from({ length: word.length + 1 }, () => []);
	const tails: Transition[] = [];
	const skips: number[][] = Array.from({ length: word.length + 1 }, () => []);
	/** Adds the states within a spelling from its end to its beginning. */
	const addPath = (from: number, to: number, { bytes, changeCount }: Path) => {
		let next = to;
		for (let index = bytes.length - 1; index > 0; index--) {
			next = word.length + tails.push(toTransition(bytes[index] as number, next, 0));
		}
		transitions[from]?.push(toTransition(bytes[0] as number, next, changeCount));
	};
	for (const [at, others] of listOtherSpellings(word, soundAlikes).entries()) {
		if (at < word.length) addPath(at, at + 1, { bytes: toBytes(word, at), changeCount: 0 });
		for (const { replacedLength, bytes } of others) {
			if (bytes.length > 0) addPath(at, at + replacedLength, { bytes, changeCount: 1 });
			else if (replacedLength > 0) skips[at]?.push(at + replacedLength);
		}
	}
	last = { word, soundAlikes, transitions, tails, skips, changesMax: toSoundChangesMax(word.length) };
	return last;
}

interface Path {
	readonly bytes: ArrayLike<number>;
	readonly changeCount: 0 | 1;
}

/** A letter of the word in UTF-8. */
function toBytes(word: string, at: number): ArrayLike<number> {
	const unit = word.charCodeAt(at);
	return unit < 0x80 ? [unit] : Buffer.from(word.charAt(at));
}

interface Walk {
	readonly terms: SortedStrings;
	readonly automaton: Automaton;
	/** By term, the fewest changes. */
	readonly found: Map<number, number>;
	visitsLeft: number;
}

/** Terms [from, to) that begin with the same `depth` bytes. */
interface TermRange {
	readonly from: number;
	readonly to: number;
	readonly depth: number;
}

/** An active state with the fewest changes that lead to it, in one number. */
function toActive(state: number, changeCount: number): number {
	return state * 4 + changeCount;
}

/** Adds an active state, and those that changes without letters lead to. A state is in the list once. */
function activate(automaton: Automaton, actives: number[], active: number): number[] {
	const state = active >>> 2;
	const changeCount = active & 3;
	let known = 0;
	while (known < actives.length && (actives[known] as number) >>> 2 !== state) known += 1;
	if (known < actives.length && (actives[known] as number) <= active) return actives;
	actives[known] = active;
	if (changeCount < automaton.changesMax) {
		for (const to of automaton.skips[state] ?? []) activate(automaton, actives, toActive(to, changeCount + 1));
	}
	return actives;
}

function visit(walk: Walk, range: TermRange, actives: readonly number[]): void {
	walk.visitsLeft -= 1;
	if (walk.visitsLeft < 0) return;
	const { terms } = walk;
	addTerm(walk, range, actives);
	const nexts = listNexts(walk.automaton, actives);
	if (range.to - range.from <= readTermsMax) {
		readNexts(terms, range, (byte, narrowed) => {
			const index = nexts.bytes.indexOf(byte);
			if (index >= 0) visit(walk, narrowed, nexts.actives[index] as number[]);
		});
		return;
	}
	for (let index = 0; index < nexts.bytes.length; index++) {
		const narrowed = findNext(terms, range, nexts.bytes[index] as number);
		if (narrowed !== undefined) visit(walk, narrowed, nexts.actives[index] as number[]);
	}
}

/** Adds the term that ends there, which is the first of its range. */
function addTerm({ terms, automaton, found }: Walk, { from, depth }: TermRange, actives: readonly number[]): void {
	if (toByteLength(terms, from) !== depth) return;
	for (const active of actives) if (active >>> 2 === automaton.word.length) found.set(from, active & 3);
}

/** The bytes that may come next, and the states that each leads to. */
interface Nexts {
	readonly bytes: number[];
	readonly actives: number[][];
}

function listNexts(automaton: Automaton, actives: readonly number[]): Nexts {
	const nexts: Nexts = { bytes: [], actives: [] };
	for (const active of actives) {
		const state = active >>> 2;
		const tail = state - automaton.word.length - 1;
		if (tail >= 0) addNext(automaton, nexts, { active, transition: automaton.tails[tail] as Transition });
		else {
			for (const transition of automaton.transitions[state] as readonly Transition[]) {
				addNext(automaton, nexts, { active, transition });
			}
		}
	}
	return nexts;
}

function addNext(
	automaton: Automaton,
	nexts: Nexts,
	{ active, transition }: { readonly active: number; readonly transition: Transition },
): void {
	const changeCount = (active & 3) + ((transition >>> 8) & 1);
	if (changeCount > automaton.changesMax) return;
	const byte = transition & 0xff;
	let index = nexts.bytes.indexOf(byte);
	if (index < 0) {
		index = nexts.bytes.push(byte) - 1;
		nexts.actives.push([]);
	}
	activate(automaton, nexts.actives[index] as number[], toActive(transition >>> 9, changeCount));
}

function toByteLength({ offsets }: SortedStrings, term: number): number {
	return (offsets[term + 1] as number) - (offsets[term] as number);
}

/** The next byte of a term, or -1 where it ends. */
function readByte({ offsets, bytes }: SortedStrings, term: number, depth: number): number {
	const at = (offsets[term] as number) + depth;
	return at < (offsets[term + 1] as number) ? (bytes[at] as number) : -1;
}

/** Calls `onNext` with each byte that goes on in a term of the range, and the terms that go on with it. */
function readNexts(
	terms: SortedStrings,
	{ from, to, depth }: TermRange,
	onNext: (byte: number, narrowed: TermRange) => void,
): void {
	for (let start = from; start < to; ) {
		const byte = readByte(terms, start, depth);
		let end = start + 1;
		while (end < to && readByte(terms, end, depth) === byte) end += 1;
		if (byte >= 0) onNext(byte, { from: start, to: end, depth: depth + 1 });
		start = end;
	}
}

/** The terms of the range that go on with this byte; undefined when there are none. */
function findNext(terms: SortedStrings, { from, to, depth }: TermRange, byte: number): TermRange | undefined {
	const start = findBound(terms, { from, to, depth }, byte);
	if (start === to || readByte(terms, start, depth) !== byte) return undefined;
	return { from: start, to: findBound(terms, { from: start, to, depth }, byte + 1), depth: depth + 1 };
}

/** The first term of the range whose next byte is at least this one. Terms that end there come before. */
function findBound(terms: SortedStrings, { from, to, depth }: TermRange, byte: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (readByte(terms, middle, depth) < byte) low = middle + 1;
		else high = middle;
	}
	return low;
}
