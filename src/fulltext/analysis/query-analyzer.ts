/**
 * Analyses queries with the same scan and the same parsing as documents, and adds what neighbouring words form
 * together.
 *
 *     1000 xm4      words 1000, xm4          span 1000xm4
 *     lap top       words lap, top           span laptop
 *     27 inch tv    words 27, inch, tv       spans 27in, 27inch, inchtv; and the synonyms of tv
 */
import {
	type AnalyzedQuery,
	formQualities,
	type QueryForm,
	type QueryPrefix,
	type QuerySpan,
	type QueryWord,
	queryLengthMax,
	querySpansMax,
	queryWordsMax,
	typedWordsMax,
} from './analyzed-query.ts';
import type { ChunkJoin } from './chunk-joins.ts';
import { type ChunkPart, termLengthMax } from './parse-chunk.ts';
import { createQueryDrafter, type DraftWord, type QueryDraftOptions, toNeighbourJoin } from './query-draft.ts';
import { toBigramWord, toForm, toQueryWord } from './query-words.ts';
import type { Synonyms } from './synonyms.ts';
import { stemPrefix } from './token-buffer.ts';

export interface QueryOptions {
	readonly synonyms?: Synonyms | undefined;
	/** Whether stop words and words of asking of the language become optional; true by default. */
	readonly hasStopWords?: boolean;
}

/** The most neighbouring words that are joined: two always, more only as subwords of a model number. */
const joinedWordsMax = 4;
const joinedNumbersLengthMin = 8;
const modelLettersMax = 4;

export function createQueryAnalyzer(options: QueryDraftOptions) {
	const { rules } = options;
	const { inflections } = rules.language;
	const draft = createQueryDrafter(options);
	const hasOwnLetters = rules.language.ownLetters !== undefined;

	return function analyzeQuery(text: string, { synonyms, hasStopWords = true }: QueryOptions = {}): AnalyzedQuery {
		const cut = cutQuery(text);
		const { words: drafts, joins } = draft(cut, hasStopWords);
		const isTruncated = cut.length < text.trimEnd().length || drafts.length > queryWordsMax;
		drafts.length = Math.min(drafts.length, queryWordsMax);
		const isOpen = !isTruncated && !isBlankUnit(text.charCodeAt(text.length - 1));
		const isAllOptional = drafts.every(({ isOptional }) => isOptional);
		const isAllAsking = drafts.every(({ isOptional, isRequest }) => isOptional || isRequest);
		const words = drafts.map((drafted, index): QueryWord => {
			const { part, text: term, joins: ownJoins } = drafted;
			const isRequest = drafted.isRequest && !isAllAsking;
			const isOptional = isRequest || (drafted.isOptional && !isAllOptional);
			if (part === undefined)
				return toBigramWord(term, { ...drafted, isOptional, isFiller: isOptional && drafted.isStopWord });
			const isPrefix = isOpen && index === drafts.length - 1;
			const word = toQueryWord(part, { joins: ownJoins, isOptional, isPrefix, inflections, hasOwnLetters });
			return isRequest ? { ...word, isTypoTolerant: false } : word;
		});
		const spans = toSpans(drafts, joins, isOpen);
		loosenUnits(words, spans);
		if (synonyms) spans.push(...synonyms.findSpans(words));
		return { words, spans: spans.slice(0, querySpansMax), isTruncated };
	};
}

/**
 * A number and its unit are one thing. Where a query has both, an item that has them apart (a 19 inch screen that
 * weighs 27 kg) only matches with the quality of a part. A unit that is also a stop word (`in`) is too vague for that.
 */
function loosenUnits(words: QueryWord[], spans: readonly QuerySpan[]): void {
	for (const { firstWord, wordCount, form } of spans) {
		if (form.quality !== formQualities.unit || words[firstWord + wordCount - 1]?.isOptional === true) continue;
		for (let at = firstWord; at < firstWord + wordCount; at++) {
			const word = words[at] as QueryWord;
			words[at] = { ...word, forms: word.forms.map(toLoose), prefixes: word.prefixes.map(toLoose) };
		}
	}
}

function toLoose<F extends QueryForm | QueryPrefix>(form: F): F {
	return { ...form, quality: formQualities.part };
}

/** The beginning of the query that the limits allow. */
function cutQuery(text: string): string {
	const head = text.slice(0, queryLengthMax);
	let count = 0;
	let isInWord = false;
	for (let at = 0; at < head.length; at++) {
		const isBlank = isBlankUnit(head.charCodeAt(at));
		if (isBlank && isInWord && count === typedWordsMax) return head.slice(0, at);
		if (!isBlank && !isInWord) count += 1;
		isInWord = !isBlank;
	}
	return head;
}

/** Whether the code unit matches `\s`. */
function isBlankUnit(unit: number): boolean {
	return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit > 0x7f && /\s/.test(String.fromCharCode(unit)));
}

function toSpans(drafts: readonly DraftWord[], joins: readonly ChunkJoin[], isOpen: boolean): QuerySpan[] {
	const spans: QuerySpan[] = [];
	const seen = new Set<string>();
	for (const join of [...joins, ...joinNeighbours(drafts)]) {
		const { term, firstPart, partCount, isUnit } = join;
		const key = `${firstPart} ${partCount} ${term}`;
		const isWithin = firstPart + partCount <= drafts.length;
		if (!isWithin || seen.has(key)) continue;
		seen.add(key);
		const stems = join.stem === undefined ? [] : [join.stem, stemPrefix + join.stem];
		const isPrefix = isOpen && !isUnit && firstPart + partCount === drafts.length;
		spans.push({
			firstWord: firstPart,
			wordCount: partCount,
			form: toForm([term, ...stems], isUnit ? formQualities.unit : formQualities.joined),
			prefixes: isPrefix ? [{ term, quality: formQualities.joined }] : [],
		});
	}
	return spans;
}

/** What two to four words form without the blanks between them. */
function joinNeighbours(drafts: readonly DraftWord[]): ChunkJoin[] {
	const joins: ChunkJoin[] = [];
	for (const [first, start] of drafts.entries()) {
		const next = drafts[first + 1];
		const number = start.part?.number;
		const unit = next?.part?.unit;
		if (number !== undefined && unit !== undefined)
			joins.push({ ...toNeighbourJoin(number + unit, first, 2), isUnit: true });
		for (let count = 2; count <= joinedWordsMax && first + count <= drafts.length; count++) {
			const words = drafts.slice(first, first + count);
			const term = words.map(({ text }) => text).join('');
			if (isJoinable(words, term)) joins.push(toNeighbourJoin(term, first, count));
		}
	}
	return joins;
}

function isJoinable(words: readonly DraftWord[], term: string): boolean {
	if (term.length > termLengthMax || words.some(({ part }) => part === undefined)) return false;
	if (/^[\d.]+$/.test(term)) return term.length >= joinedNumbersLengthMin && !term.includes('.');
	if (/\d/.test(term)) return words.length === 2 || words.every(({ part }) => isModelSubword(part));
	return words.length === 2 && !words.some(({ isOptional }) => isOptional);
}

/** Whether the word may be a subword of a longer model number: it has digits, or is as short as the letters in one. */
function isModelSubword(part: ChunkPart | undefined): boolean {
	return part !== undefined && (/\d/.test(part.word) || part.word.length <= modelLettersMax);
}
