/**
 * Which documents are similar to this one? Those that share its rarest traits: the words of its title, its categories,
 * its brand and its other short attributes.
 *
 *     score of a document = Σ over the shared traits of  weight of the trait · ln(1 + (N − n + ½) / (n + ½))
 *
 * N is the number of documents and n the number of those that have the trait, as in BM25. Two passes bound the cost
 * however frequent the traits are. The first adds up the lists of documents, starting with the rarest trait, until a
 * budget is spent. The second looks up the remaining traits for the best documents of the first.
 */
import { type ItemCriteria, listedItemsMax } from '../../domain/query/item-selection.ts';
import type { FieldSchema } from '../../domain/schema/index-schema.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { groupFieldName } from '../index/segment/layout.ts';
import { countPostings, findPosting, visitPostings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { toTitleWords } from '../index/segment/title-words.ts';
import { toRarity } from '../ranking/score-table.ts';
import { findEntries } from './column-walk.ts';
import { createDocumentRule, type ResolvedRule, resolveRule } from './document-filter.ts';
import { readTexts } from './document-values.ts';
import type { DocumentRef } from './find-documents.ts';
import { type IndexView, isLive, toStatistics } from './index-view.ts';
import { pickBest } from './pick-best.ts';
import { type Scratch, type ScratchMemory, withScratch } from './scratch.ts';

export interface SimilarDocument extends DocumentRef {
	/** > 0. */
	readonly score: number;
}

export interface SimilarOptions extends ItemCriteria {
	readonly countMax: number;
	/**
	 * Whether similar documents may come from this segment. The source document may be in a segment where they may not.
	 */
	readonly isSearched: (segmentIndex: number) => boolean;
}

/** The most documents of lists that are added up; this takes about 0.3 ms. */
const budget = 40_000;
/** The most documents of a segment whose remaining traits are looked up. */
const windowMax = 256;
const traitsMax = 48;

const titleWeight = 1;

/** Something that a document has: a word of its title, or the value of a field. */
interface Trait {
	/** Undefined for a word of the title. */
	readonly fieldName: string | undefined;
	readonly text: string;
	/** Weight times rarity. */
	readonly value: number;
	/** How many documents have it, in all segments. */
	readonly documentCount: number;
}

/**
 * At most `countMax` (≤ `listedItemsMax`) allowed documents, the most similar first, without the source document and
 * the members of its group.
 */
export function findSimilar(
	view: Pick<IndexView, 'segments'>,
	{ source, pace, ...query }: SimilarOptions & { readonly source: DocumentRef; readonly pace: Pace },
): Steps<SimilarDocument[]> {
	const countMax = Math.min(query.countMax, listedItemsMax);
	return withScratch((memory) => findInAll({ view, source, query: { ...query, countMax }, memory, pace }));
}

function* findInAll(options: Omit<Search, 'traits' | 'rule'>): Steps<SimilarDocument[]> {
	const { view, source, query, pace } = options;
	const traits = listTraits(view, source);
	const rule = yield* resolveRule(query, view.segments, pace);
	const search = { ...options, traits, rule };
	const found: SimilarDocument[] = [];
	for (const segmentIndex of view.segments.keys()) {
		if (query.isSearched(segmentIndex)) found.push(...(yield* findInSegment(search, segmentIndex)));
		if (pace.isDue()) yield;
	}
	found.sort((a, b) => b.score - a.score || a.segmentIndex - b.segmentIndex || a.document - b.document);
	return found.slice(0, query.countMax);
}

/** The traits of the document, rarest first, without those that no other document has. */
function listTraits(view: Pick<IndexView, 'segments'>, { segmentIndex, document }: DocumentRef): Trait[] {
	const { segment } = view.segments[segmentIndex] as IndexView['segments'][number];
	const { documentCount } = toStatistics(view);
	const words = new Set(Array.from(toTitleWords(segment, document), (term) => decodeString(segment.terms, term)));
	const named = [...words].map((text) => ({ fieldName: undefined as string | undefined, text, weight: titleWeight }));
	for (const { name, hasKeywords } of segment.manifest.fields) {
		const weight = hasKeywords && name !== groupFieldName ? toWeight(segment.schema.find(name)) : 0;
		if (weight === 0) continue;
		for (const text of new Set(readTexts(segment, name, document))) named.push({ fieldName: name, text, weight });
	}
	const traits = named.map(({ fieldName, text, weight }): Trait => {
		const count = view.segments.reduce((sum, live) => sum + countTrait(live.segment, { fieldName, text }), 0);
		return { fieldName, text, documentCount: count, value: weight * toRarity(count, documentCount) };
	});
	const shared = traits.filter((trait) => trait.documentCount > 1);
	return shared.sort((a, b) => a.documentCount - b.documentCount).slice(0, traitsMax);
}

/** 0 for fields that do not say what the item is. */
function toWeight({ fieldClass, hasColumn, likeness }: FieldSchema): number {
	return fieldClass === 'B' && hasColumn ? likeness : 0;
}

type TraitName = Pick<Trait, 'fieldName' | 'text'>;

function countTrait(segment: Segment, { fieldName, text }: TraitName): number {
	if (fieldName === undefined) {
		const term = findString(segment.terms, text);
		return term < 0 ? 0 : countPostings(segment.postings, term);
	}
	const column = segment.keywordColumn(fieldName);
	const ordinal = column === undefined ? -1 : findString(column.dictionary, text);
	if (column === undefined || ordinal < 0) return 0;
	return (column.listOffsets[ordinal + 1] as number) - (column.listOffsets[ordinal] as number);
}

interface Search {
	readonly view: Pick<IndexView, 'segments'>;
	readonly source: DocumentRef;
	readonly traits: readonly Trait[];
	readonly query: SimilarOptions;
	readonly rule: ResolvedRule;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
}

function* findInSegment(search: Search, segmentIndex: number): Steps<SimilarDocument[]> {
	const { view, source, traits, query, rule, memory, pace } = search;
	const { segment, live } = view.segments[segmentIndex] as IndexView['segments'][number];
	const scratch = memory.borrow(segment.documentCount + 1);
	const { count, left } = addUp(segment, traits, scratch);
	if (pace.isDue()) yield;
	const refuse = createDocumentRule(segment, rule);
	const isSourceOrItsGroup = createSourceTest(view, source, segmentIndex);
	const isAllowed = (document: number) =>
		isLive(live, document) && !isSourceOrItsGroup(document) && refuse(document) === undefined;
	// While traits remain to be looked up, this order is not final, so more documents are picked.
	const countMax = left.length === 0 ? query.countMax : Math.max(windowMax, query.countMax);
	const picked = yield* pickAllowed(scratch, count, { isAllowed, countMax, pace });
	return picked.map(({ document, score }) => ({
		segmentIndex,
		document,
		score: left.reduce((sum, trait) => (hasTrait(segment, trait, document) ? sum + trait.value : sum), score),
	}));
}

/**
 * Adds up the values of the traits for each document in `keys`, rarest trait first. Returns the traits that no longer
 * fit the budget.
 */
function addUp(segment: Segment, traits: readonly Trait[], { documents, keys, slotByDocument }: Scratch) {
	let count = 0;
	let visitedCount = 0;
	let value = 0;
	function add(document: number): void {
		visitedCount += 1;
		const ordinal = slotByDocument[document] as number;
		if (ordinal > 0) {
			keys[ordinal - 1] = (keys[ordinal - 1] as number) + value;
			return;
		}
		documents[count] = document;
		keys[count] = value;
		count += 1;
		slotByDocument[document] = count;
	}
	const left: Trait[] = [];
	for (const trait of traits) {
		const cost = countTrait(segment, trait);
		if (cost === 0) continue;
		if (visitedCount > 0 && visitedCount + cost > budget) {
			left.push(trait);
			continue;
		}
		value = trait.value;
		visitTrait(segment, trait, add);
	}
	for (let index = 0; index < count; index++) slotByDocument[documents[index] as number] = 0;
	return { count, left };
}

function visitTrait(segment: Segment, { fieldName, text }: TraitName, visit: (document: number) => void): void {
	if (fieldName === undefined) {
		visitPostings(segment.postings, findString(segment.terms, text), visit);
		return;
	}
	const column = segment.keywordColumn(fieldName);
	if (column === undefined) return;
	const ordinal = findString(column.dictionary, text);
	const end = column.listOffsets[ordinal + 1] as number;
	for (let at = column.listOffsets[ordinal] as number; at < end; at++) visit(column.listDocuments[at] as number);
}

function hasTrait(segment: Segment, { fieldName, text }: TraitName, document: number): boolean {
	if (fieldName === undefined) return findPosting(segment.postings, findString(segment.terms, text), document) >= 0;
	const column = segment.keywordColumn(fieldName);
	if (column === undefined) return false;
	const ordinal = findString(column.dictionary, text) + 1;
	const [from, to] = findEntries(column, document);
	for (let at = from; at < to; at++) if (column.ordinals[at] === ordinal) return true;
	return false;
}

/** Tests whether a document is the source document or in its group. */
function createSourceTest(
	view: Pick<IndexView, 'segments'>,
	source: DocumentRef,
	segmentIndex: number,
): (document: number) => boolean {
	const home = view.segments[source.segmentIndex] as IndexView['segments'][number];
	const [groupId] = readTexts(home.segment, groupFieldName, source.document);
	const { segment } = view.segments[segmentIndex] as IndexView['segments'][number];
	const isSource = (document: number) => segmentIndex === source.segmentIndex && document === source.document;
	if (groupId === undefined) return isSource;
	return (document) => isSource(document) || hasTrait(segment, { fieldName: groupFieldName, text: groupId }, document);
}

interface PickOptions {
	readonly isAllowed: (document: number) => boolean;
	readonly countMax: number;
	readonly pace: Pace;
}

/** Documents tested against the rules between two checks of the clock. */
const documentsPerCheck = 256;

/** Picks the best allowed documents. The window grows until there are enough; usually the first is. */
function* pickAllowed(
	{ documents, keys }: Scratch,
	count: number,
	{ isAllowed, countMax, pace }: PickOptions,
): Steps<{ readonly document: number; readonly score: number }[]> {
	for (let size = 2 * countMax; ; size *= 16) {
		const allowed: { readonly document: number; readonly score: number }[] = [];
		for (const [ordinal, index] of pickBest({ documents, keys }, count, size).entries()) {
			if (ordinal % documentsPerCheck === 0 && pace.isDue()) yield;
			const document = documents[index] as number;
			if (isAllowed(document)) allowed.push({ document, score: keys[index] as number });
			if (allowed.length === countMax) return allowed;
		}
		if (size >= count) return allowed;
	}
}
