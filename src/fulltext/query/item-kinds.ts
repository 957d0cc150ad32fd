/**
 * Is an item of the kind that was typed? Its categories and its type say what it is:
 *
 *     query  hp laptop 17      category  Computers > Laptops           all its words were typed: the item is a laptop
 *                              category  Computers > Gaming laptops    its head was typed: the item is one of the laptops
 *                              category  Computers > Laptop bags       its head was not typed: the item is an accessory
 *             coats            category  Coats & Jackets               each part has a head: the item may be a coat
 *
 * Only the last part of a path counts, and words in any form that the search knows. All words work in every language, because it
 * does not matter which of them is the noun; the head alone counts less, where the language says which one it is.
 */
import { formQualities, type QueryForm, type QueryWord } from '../analysis/analyzed-query.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { stemPrefix } from '../analysis/token-buffer.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import type { Segment } from '../index/segment/segment.ts';
import { countStrings, decodeString, findString } from '../index/segment/sorted-strings.ts';
import type { KindBits, TermBits } from '../ranking/title-factor.ts';
import { findEntries } from './column-walk.ts';

/** Values of a document and fields of an index that are examined. */
const valuesMax = 8;
const fieldsMax = 4;
/** Longer values do not name kinds. */
const kindWordsMax = 4;
const pathSigns = /[>|»]|\s\/\s/;
/** Between the things of a kind that names several. */
const jointSigns = /\s&\s|,\s/;
/** Values cached for each column of a segment; a power of two. */
const cachedMax = 4_096;

export interface Kind {
	/** For each of its words, the terms that documents have for it: the word and its stem. */
	readonly words: readonly (readonly string[])[];
	/** The indexes of the words that say what it is about, see `naming-words.ts`: one of each part of `Coats & Jackets`. */
	readonly heads: readonly number[];
}

/** The kind that a category or type names; undefined when the value does not name a kind. Cost: about 10 µs. */
export function toKind(value: string, analyzer: Analyzer): Kind | undefined {
	const name = value.split(pathSigns).at(-1) ?? '';
	const all = analyzer.analyzeQuery(`${name} `).words;
	const words = all.filter(({ isOptional }) => !isOptional);
	if (words.length === 0 || words.length > kindWordsMax) return undefined;
	const parts = name.split(jointSigns);
	const ofParts = parts.length === 1 ? [all] : parts.map((part) => analyzer.analyzeQuery(`${part} `).words);
	const heads = ofParts.map((ofPart) => findHead(ofPart, analyzer));
	return {
		words: words.map(listTerms),
		heads: [...words.keys()].filter((index) => heads.includes(words[index]?.text)),
	};
}

/** The word that says what a part of a name is about; undefined where that is not known. */
function findHead(words: readonly QueryWord[], analyzer: Analyzer): string | undefined {
	const texts = words.map(({ text }) => text);
	return texts[analyzer.naming.findHead(texts)];
}

function listTerms({ text, forms }: QueryWord): readonly string[] {
	const isStem = ({ quality }: QueryForm) => quality === formQualities.stem || quality === formQualities.relative;
	const stems = forms.filter(isStem).flatMap(({ choices }) => choices[0] ?? []);
	return [text, ...stems.filter((term) => term.startsWith(stemPrefix) && term !== stemPrefix + text)];
}

/**
 * A kind as term numbers of a segment, with `wordEnd` after those of each word, or `headEnd`, or `lastHeadEnd`. The heads come first: most kinds have nothing
 * to do with the query, and where another word was not typed the rest tells nothing.
 */
type KindTerms = readonly number[];
const wordEnd = -1;
const headEnd = -2;
const lastHeadEnd = -3;

/** The kinds of the values of a column that were read last: each has one slot, by the lowest bits of its ordinal. */
interface KnownKinds {
	/** 0 for none. */
	readonly ordinals: Uint32Array;
	/** Empty for values that do not name a kind. */
	readonly kinds: KindTerms[];
}

interface SegmentKinds {
	readonly columns: readonly KeywordColumn[];
	/** By column. */
	readonly known: readonly KnownKinds[];
}

const kindsOfSegments = new WeakMap<Segment, SegmentKinds>();

function toSegmentKinds(segment: Segment): SegmentKinds {
	const before = kindsOfSegments.get(segment);
	if (before !== undefined) return before;
	const { manifest, schema } = segment;
	const names = manifest.fields.filter(({ name, hasKeywords }) => hasKeywords && schema.find(name).saysKind);
	const columns = names.slice(0, fieldsMax).flatMap(({ name }) => segment.keywordColumn(name) ?? []);
	const known = columns.map(createKnownKinds);
	const made = { columns, known };
	kindsOfSegments.set(segment, made);
	return made;
}

function createKnownKinds({ dictionary }: KeywordColumn): KnownKinds {
	const size = Math.min(cachedMax, 2 ** Math.ceil(Math.log2(countStrings(dictionary) + 1)));
	return { ordinals: new Uint32Array(size), kinds: new Array<KindTerms>(size).fill([]) };
}

/** The categories and types of a document as they are stored, at most some of them. Cost: O(values). */
export function readKinds(segment: Segment, document: number): string[] {
	return toSegmentKinds(segment).columns.flatMap((column) => {
		const [from, to] = findEntries(column, document);
		const ordinals = [...column.ordinals.subarray(from, Math.min(to, from + valuesMax))];
		return ordinals.flatMap((ordinal) => (ordinal === 0 ? [] : decodeString(column.dictionary, ordinal - 1)));
	});
}

/** Reads the memory that holds the kinds of documents, as `fetchTitles` does, so that later reads hit the cache. */
export function fetchKinds(segment: Segment, documents: readonly number[]): void {
	let sum = 0;
	for (const { rows, offsets, ordinals } of toSegmentKinds(segment).columns) {
		if (rows !== undefined) continue;
		if (offsets === undefined) for (const document of documents) sum += ordinals[document] as number;
		else {
			for (const document of documents) sum += offsets[document] as number;
			for (const document of documents) sum += ordinals[offsets[document] as number] as number;
		}
	}
	lastFetched[0] = sum;
}

/** Kept so that the reads are not optimised away. */
const lastFetched = new Uint32Array(1);

export interface KindMatcher {
	/** What a document is, by what was typed. Cost: O(values · their words), plus 10 µs for each value not seen before. */
	match(document: number): KindBits;
}

const nothingTyped: KindBits = { whole: 0, heads: 0 };

export function createKindMatcher(
	segment: Segment,
	{ termBits, analyzer }: { readonly termBits: TermBits; readonly analyzer: Analyzer },
): KindMatcher {
	const { columns, known } = toSegmentKinds(segment);

	function openKind(column: KeywordColumn, { ordinals, kinds }: KnownKinds, ordinal: number): KindTerms {
		const slot = ordinal & (ordinals.length - 1);
		if (ordinals[slot] === ordinal) return kinds[slot] as KindTerms;
		const kind = toKindTerms(segment, toKind(decodeString(column.dictionary, ordinal - 1), analyzer));
		ordinals[slot] = ordinal;
		kinds[slot] = kind;
		return kind;
	}

	return {
		match(document) {
			let whole = 0;
			let heads = 0;
			for (let index = 0; index < columns.length; index++) {
				const column = columns[index] as KeywordColumn;
				const kinds = known[index] as KnownKinds;
				const [from, to] = findEntries(column, document);
				for (let at = from; at < Math.min(to, from + valuesMax); at++) {
					const ordinal = column.ordinals[at] as number;
					const bits = ordinal === 0 ? 0 : toTypedBits(openKind(column, kinds, ordinal), termBits);
					if (bits > 0) whole |= bits;
					else heads |= -bits;
				}
			}
			return (whole | heads) === 0 ? nothingTyped : { whole, heads };
		},
	};
}

/** The bits of the words of a kind if all were typed; else those of its heads, as a negative number; 0 where none was typed either. */
function toTypedBits(kind: KindTerms, termBits: TermBits): number {
	let bits = 0;
	let ofHeads = 0;
	let ofWord = 0;
	let isWhole = true;
	for (const term of kind) {
		if (term >= 0) {
			ofWord |= termBits.get(term);
			continue;
		}
		if (term !== wordEnd) ofHeads |= ofWord;
		if (ofWord === 0) {
			if (term === wordEnd || (term === lastHeadEnd && ofHeads === 0)) return -ofHeads;
			isWhole = false;
		}
		bits |= ofWord;
		ofWord = 0;
	}
	return isWhole ? bits : -ofHeads;
}

function toKindTerms({ terms }: Segment, kind: Kind | undefined): KindTerms {
	if (kind === undefined) return [];
	const { words, heads } = kind;
	const last = heads.at(-1);
	const toEnd = (index: number) => (heads.includes(index) ? headEnd : wordEnd);
	const others = [...words.keys()].filter((index) => !heads.includes(index));
	return [...heads, ...others].flatMap((index) => [
		...(words[index] ?? []).map((name) => findString(terms, name)).filter((term) => term >= 0),
		index === last ? lastHeadEnd : toEnd(index),
	]);
}
