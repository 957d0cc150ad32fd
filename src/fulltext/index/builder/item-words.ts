/**
 * Which words does an item have? They go to the postings. Beside them are noted how many there are of each class, which of
 * them make the title, and the identifiers, which are found as a whole.
 */
import type { Analyzer } from '../../analysis/analyzer.ts';
import {
	cutAtCommas,
	cutPhrases,
	type NamingRules,
	toGramLength,
	toRoleBehind,
	type WordRole,
} from '../../analysis/naming-words.ts';
import { findPurposeBeside } from '../../analysis/purpose-words.ts';
import { clearTokens, createTokenBuffer, type TokenBuffer, tokenKinds } from '../../analysis/token-buffer.ts';
import {
	type CountLayout,
	type CountSlot,
	type Position,
	positions,
	weightClasses,
} from '../../ranking/packed-counts.ts';
import { identifierLengthMax, normalizeIdentifier } from '../segment/key-table.ts';
import { titleWordsMax } from '../segment/layout.ts';
import { namingFlag, otherFormFlag, purposeFlag, verbStemFlag } from '../segment/title-words.ts';
import type { FieldCollector } from './field-collector.ts';
import type { FieldRule } from './field-rule.ts';
import type { PostingCollector } from './posting-collector.ts';

/** The most tokens of one value that are searched. */
const tokensPerValueMax = 4_096;
const tokensNote = `A text has more than ${tokensPerValueMax} words; the first ones are searched.`;
/** The most characters of a title that are searched: it is cut into phrases before its words are counted. */
const titleLengthMax = 32_768;
const titleNote = `A title has more than ${titleLengthMax} characters; the first ones are searched.`;
/** The most entries that the words of a title take, with their other forms. */
const titleEntriesMax = 64;

/** What reading an item yields besides postings and column values. */
export interface ItemSummary {
	/** The number of words in each class. */
	readonly lengths: readonly [number, number, number];
	/** The term numbers of the title's words, in order; each is followed by its other forms with `otherFormFlag`. */
	readonly title: readonly number[];
	/** Normalised, without repetition. */
	readonly identifiers: ReadonlySet<string>;
}

export interface ItemWords {
	/** Begins another item. @param listBrands its brands, which are asked for where a title may say a purpose */
	begin(listBrands: () => readonly string[]): void;
	add(text: string, slot: CountSlot, rule: FieldRule): void;
	/**
	 * Adds a title. Words that say what the thing is for are class B and do not count as title.
	 * @param isMain the main title replaces other titles, which only count where an item has no main title.
	 */
	addTitle(text: string, isMain: boolean, rule: FieldRule): void;
	addIdentifier(text: string): void;
	/** The summary of the item that was begun last. */
	summary(): ItemSummary;
}

export interface WordCollectors {
	readonly analyzer: Analyzer;
	readonly postings: PostingCollector;
	readonly fields: FieldCollector;
	readonly layout: CountLayout;
}

/** Numbers of the parts of a title between commas. */
interface TitleParts {
	current: number;
	/** Of the first one that names something. */
	naming: number | undefined;
}

export function createItemWords({ analyzer, postings, fields, layout }: WordCollectors): ItemWords {
	const tokens = createTokenBuffer(tokensPerValueMax);
	const namingFinder = createNamingFinder(analyzer.naming);
	const words = analyzer.openDocuments((term) => {
		const termId = postings.toTermId(term);
		namingFinder.addTerm(termId, term);
		return termId;
	});
	let listBrands: () => readonly string[] = () => [];
	let lengths: [number, number, number] = [0, 0, 0];
	let title: number[] = [];
	let parts: TitleParts = { current: 0, naming: undefined };
	let identifiers = new Set<string>();

	function analyze(text: string): void {
		clearTokens(tokens);
		words.analyze(text, tokens);
		if (tokens.isTruncated) fields.note(tokensNote);
	}

	function add(text: string, slot: CountSlot, { occurrences, isIdentifier }: FieldRule): void {
		analyze(text);
		for (let at = 0; at < tokens.count; at++) {
			for (let time = 0; time < occurrences; time++) postings.add(tokens.termIds[at] as number, slot);
		}
		// Bar codes beside a title do not make it longer.
		if (!isIdentifier) lengths[slot.weightClass] += tokens.positionCount;
	}

	/** Adds what stands before or behind the purpose of a title. */
	function addTitlePart(text: string, isNoted: boolean, rule: FieldRule): void {
		for (const [index, between] of cutAtCommas(text).entries()) {
			if (index > 0) parts.current += 1;
			for (const phrase of cutPhrases(between)) {
				add(phrase, layout.title, rule);
				if (isNoted) notePhrase();
			}
		}
	}

	/**
	 * Notes the current tokens as a phrase of the title. The first part with a noun says what the thing is, and later ones may list what
	 * it has: `Desktop PC, Intel Core i5, 512 GB SSD`.
	 */
	function notePhrase(): void {
		const isFirst = title.length === 0;
		const naming = namingFinder.find(tokens, isFirst);
		const { isVerbStem } = namingFinder;
		const counted = isInFirstPart(parts, naming) ? naming : [];
		visitPositions(tokens, { naming: counted, isFirst, isVerbStem }, postings.notePosition);
		addTitleEntries(title, tokens, { flag: 0, naming, isVerbStem });
	}

	/** Repeating a word of the purpose says nothing: an accessory that lists ten models is no better than others. */
	function addPurpose(text: string, { isIdentifier }: FieldRule): void {
		analyze(text);
		for (const termId of new Set(tokens.termIds.subarray(0, tokens.count))) postings.add(termId, layout.attributes);
		if (!isIdentifier) lengths[weightClasses.b] += tokens.positionCount;
	}

	return {
		begin(brands) {
			listBrands = brands;
			lengths = [0, 0, 0];
			title = [];
			identifiers = new Set();
		},
		add,
		addTitle(whole, isMain, rule) {
			const text = cutTitle(whole);
			if (text.length < whole.length) fields.note(titleNote);
			const isNoted = isMain || title.length === 0;
			if (isNoted) title = [];
			parts = { current: 0, naming: undefined };
			const purpose = findPurposeBeside(listBrands, text, analyzer.findPurpose);
			addTitlePart(text.slice(0, purpose?.start), isNoted, rule);
			if (purpose === undefined) return;
			addPurpose(text.slice(purpose.start, purpose.end), rule);
			if (isNoted) addTitleEntries(title, tokens, { flag: purposeFlag });
			addTitlePart(text.slice(purpose.end), isNoted, rule);
		},
		addIdentifier(text) {
			const normalized = normalizeIdentifier(text.slice(0, identifierLengthMax * 2));
			if (normalized !== '' && normalized.length <= identifierLengthMax) identifiers.add(normalized);
		},
		summary: () => ({ lengths, title, identifiers }),
	};
}

/** Whether a phrase with these nouns is in the first part that has any. */
function isInFirstPart(parts: TitleParts, naming: readonly number[]): boolean {
	if (naming.length > 0) parts.naming ??= parts.current;
	return parts.naming === parts.current;
}

/** As much of a title as is searched, without half a word where that can be told. */
function cutTitle(text: string): string {
	if (text.length <= titleLengthMax) return text;
	const blank = text.lastIndexOf(' ', titleLengthMax);
	return text.slice(0, blank > 0 ? blank : titleLengthMax);
}

/** Finds the tokens of a phrase that name the thing. What terms are is found out once for each term. */
function createNamingFinder(naming: NamingRules) {
	/** By term number, see `naming-words.ts`. */
	const roles: WordRole[] = [];
	const gramLengths: number[] = [];
	const areVerbForms: boolean[] = [];
	/** Of the words of a phrase; reused. */
	const wordTokens: number[] = [];
	const rolesOfWords: WordRole[] = [];
	return {
		addTerm(termId: number, term: string): void {
			roles[termId] = naming.toRole(term);
			gramLengths[termId] = toGramLength(term);
			areVerbForms[termId] = naming.isVerbForm(term);
		},
		/** Whether a token is the stem of a word that names something else. @param wordAt the token of the word */
		isVerbStem({ kinds, termIds }: TokenBuffer, at: number, wordAt: number): boolean {
			return kinds[at] === tokenKinds.stem && areVerbForms[termIds[wordAt] as number] === true;
		},
		/** @returns the tokens, in order. */
		find({ count, kinds, termIds }: TokenBuffer, isFirst: boolean): readonly number[] {
			wordTokens.length = 0;
			rolesOfWords.length = 0;
			let gramLengthBefore = 0;
			for (let at = 0; at < count; at++) {
				if (!isWholeWord(kinds[at])) continue;
				const termId = termIds[at] as number;
				const gramLength = gramLengths[termId] as number;
				wordTokens.push(at);
				rolesOfWords.push(toRoleBehind(roles[termId] as WordRole, gramLength, gramLengthBefore));
				gramLengthBefore = gramLength;
			}
			return naming.findNaming(rolesOfWords, isFirst).map((index) => wordTokens[index] as number);
		},
	};
}

type IsVerbStem = ReturnType<typeof createNamingFinder>['isVerbStem'];

interface Naming {
	readonly naming: readonly number[];
	readonly isFirst: boolean;
	readonly isVerbStem: IsVerbStem;
}

/** Calls `note` for each token that has a position in the title. Other forms of a word stand where the word does. */
function visitPositions(
	tokens: TokenBuffer,
	{ naming, isFirst, isVerbStem }: Naming,
	note: (termId: number, position: Position) => void,
): void {
	let position: Position = positions.inside;
	let wordCount = 0;
	let wordAt = 0;
	for (let at = 0; at < tokens.count; at++) {
		if (isWholeWord(tokens.kinds[at])) {
			wordCount += 1;
			wordAt = at;
			position = isFirst && wordCount === 1 ? positions.first : positions.inside;
			if (naming.includes(at)) position = positions.naming;
		}
		const isElsewhere = position === positions.naming && isVerbStem(tokens, at, wordAt);
		if (position !== positions.inside && !isElsewhere) note(tokens.termIds[at] as number, position);
	}
}

interface EntryFlags {
	/** Of all words. */
	readonly flag: number;
	/** The tokens that get `namingFlag`, too. */
	readonly naming?: readonly number[];
	readonly isVerbStem?: IsVerbStem;
}

/** Adds the current tokens to the title. */
function addTitleEntries(title: number[], tokens: TokenBuffer, { flag, naming, isVerbStem }: EntryFlags): void {
	let wordsLeft = titleWordsMax;
	let wordAt = 0;
	for (const entry of title) if (entry < otherFormFlag) wordsLeft -= 1;
	for (let at = 0; at < tokens.count && title.length < titleEntriesMax; at++) {
		const termId = tokens.termIds[at] as number;
		const kind = tokens.kinds[at];
		if (kind === tokenKinds.variant || kind === tokenKinds.part) continue;
		if (!isWholeWord(kind)) {
			if (flag === 0) title.push(termId + toFormFlags(isVerbStem?.(tokens, at, wordAt)));
			continue;
		}
		if (wordsLeft === 0) return;
		wordsLeft -= 1;
		wordAt = at;
		title.push(termId + flag + (naming?.includes(at) === true ? namingFlag : 0));
	}
}

function toFormFlags(isStemOfVerb = false): number {
	return otherFormFlag + (isStemOfVerb ? verbStemFlag : 0);
}

function isWholeWord(kind: number | undefined): boolean {
	return kind === tokenKinds.word || kind === tokenKinds.bigram;
}
