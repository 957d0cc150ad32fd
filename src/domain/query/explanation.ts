/** Why does a search find what it finds, in this order; and where is an item that was expected? */
import type { EventItem } from '../event/shopper-event.ts';
import type { Filter } from './filter.ts';
import type { IndexAnswer, QueryName } from './index-query.ts';
import type { FieldValues } from './item-selection.ts';
import type { Team } from './team-draft.ts';
import type { UnderstoodPart } from './understood-part.ts';

/** How a word was found: as typed, or in one of the other ways that analysis and typing errors allow. */
export const wordForms = [
	'exact',
	'joined',
	'unit',
	'variant',
	'stem',
	'synonym',
	'part',
	'prefix',
	'typo',
	'sound',
] as const;
export type WordForm = (typeof wordForms)[number];

/** A form of a word that some item has. */
export interface FoundForm {
	readonly form: WordForm;
	/** The term, or the terms that must occur together. */
	readonly text: string;
	/** Typing errors: 0, 1 or 2; of a sound 1 or 2 other spellings. */
	readonly errorCount: number;
	/** How much it counts beside the word as typed: 0 … 1. */
	readonly weight: number;
}

/** A word of the text as the search understood it. */
export interface ExplainedWord {
	readonly text: string;
	/** Where it is in `ExplainedText.source`, in UTF-16 code units; undefined where it is not a part of it. */
	readonly span: { readonly start: number; readonly end: number } | undefined;
	/** A stop word: it may be missing. */
	readonly isOptional: boolean;
	/** Approximately how many items have the word: as typed, and with its corrections. */
	readonly typedCount: number;
	readonly matchCount: number;
	/** BM25's inverse document frequency. */
	readonly rarity: number;
	/** Its share of the weight of all words, 0 … 1, which decides what else is in a list that goes on. */
	readonly share: number;
	/** Whether it is taken for a typing error: it is also searched as corrected. */
	readonly isDoubted: boolean;
	/** Whether it says what thing is searched for. */
	readonly isNoun: boolean;
	/** The first `formsMax` by weight and number of items. */
	readonly forms: readonly (FoundForm & { readonly matchCount: number })[];
	readonly formCount: number;
}

export const formsMax = 12;

/** Which typing errors an attempt corrects: none, those of doubted words, of rare words, of all words. */
export const correctedWords = ['none', 'doubted', 'rare', 'all'] as const;
export type CorrectedWords = (typeof correctedWords)[number];

export interface TriedAttempt {
	readonly queryName: QueryName;
	readonly corrected: CorrectedWords;
	/** Whether an item needs all the words. */
	readonly needsAll: boolean;
	/** Items that match, before filters. */
	readonly foundCount: number;
}

/** A step of a list that goes on behind the items with all the words. */
export interface TriedStep {
	/** The least share of the words' weight, 0 … 1. */
	readonly share: number;
	readonly foundCount: number;
}

/** A reading of the text: what was understood of it is taken out, or words are written apart. The last one answered. */
export interface TriedReading {
	/** What was searched as words. */
	readonly text: string;
	readonly understood: readonly UnderstoodPart[];
	readonly attempts: readonly TriedAttempt[];
	readonly steps: readonly TriedStep[];
}

/** How the text was read in the end. */
export interface ExplainedText {
	/** An ISO 639-1 code, or `und`. */
	readonly language: string;
	readonly source: string;
	readonly words: readonly ExplainedWord[];
	/** What answered. */
	readonly corrected: CorrectedWords;
	readonly needsAll: boolean;
	/** The share of the words' weight that an item has at least, 0 … 1; 0 where another rule holds. */
	readonly shareMin: number;
}

/** What each factor is, in the order in which they apply. */
export const factorNames = [
	'words',
	'boost',
	'all_words',
	'popularity',
	'learned',
	'preferred',
	'title',
	'fields',
	'similar',
	'exploration',
] as const;
export type FactorName = (typeof factorNames)[number];

export interface ExplainedFactor {
	readonly name: FactorName;
	/** The score is the product of the values of all factors. */
	readonly value: number;
	/** What the value is the sum of, where that is known; the summand 1 of a factor is left out. */
	readonly parts: readonly { readonly name: string; readonly value: number }[];
}

/** Why learning moved an item. */
export interface LearnedReason {
	/** Weighted clicks after this query and similar ones, and how many of them its ranks explain. */
	readonly clicks: number;
	readonly expectedClicks: number;
	/** Over all queries; 1 for as much as others. */
	readonly attraction: number;
	/** Views, and carts and purchases without a search: 0 … 1. */
	readonly interest: number;
}

/** `leading`: the title begins with a brand that was typed. `naming`: the word names the thing. */
export const wordPositions = ['leading', 'naming'] as const;
export type WordPosition = (typeof wordPositions)[number];

/** A word of the text that an item has. */
export interface MatchedWord extends FoundForm {
	/** The number of the word in `ExplainedText.words`. */
	readonly word: number;
	/** The terms of the index that it stands for: an item has one of each list. */
	readonly terms: readonly (readonly string[])[];
	/** How often titles and identifiers, short attributes, and descriptions have it: at most 3, 3 and 7. */
	readonly counts: readonly [titles: number, attributes: number, descriptions: number];
	/** Its position in the title, where that counts; otherwise undefined. */
	readonly position: WordPosition | undefined;
	/** The fields that have it, by the item as it is stored now. */
	readonly fieldNames: readonly string[];
	/** Its summand of the factor `words`. */
	readonly score: number;
}

/** An item and the words that it has. */
export interface ExplainedDocument extends EventItem {
	readonly id: string;
	/** Undefined where it has none, or was deleted since. */
	readonly title: string | undefined;
	readonly words: readonly MatchedWord[];
	/** Numbers of the words that it lacks, without optional ones. */
	readonly missing: readonly number[];
	/** The share of the words' weight that it has, 0 … 1. */
	readonly share: number;
}

/** What outranks any score. */
export const tierNames = ['identifier', 'in_stock'] as const;
export type TierName = (typeof tierNames)[number];

/** A hit, and why it stands where it does. */
export interface ExplainedHit extends ExplainedDocument {
	/** Counted from 1, also behind those that paging reaches. */
	readonly rank: number;
	/** As in the answer of the search. */
	readonly score: number;
	readonly tiers: readonly TierName[];
	/** In the order in which they apply; empty where the order is not by score. */
	readonly factors: readonly ExplainedFactor[];
	/** Whether its title was compared with the text, as for the best candidates only. */
	readonly isTitleCompared: boolean;
	readonly learned: LearnedReason | undefined;
	/** The values that the hits are sorted by, one for each rule about a field. */
	readonly sortValues: readonly (FieldValues & { readonly fieldName: string })[];
	/** Its numbers in the fields that say how popular it is. */
	readonly popularityValues: readonly { readonly fieldName: string; readonly numbers: readonly number[] }[];
}

/** One reason why an item is not in the list. */
export type Absence =
	/** Its dfid is of another search engine, or of an index that the engine does not have. */
	| { readonly kind: 'other_engine' | 'unknown_index' }
	/** The search is limited to other indices. */
	| { readonly kind: 'index_not_searched' }
	/** Its index has no such item. */
	| { readonly kind: 'unknown_item' }
	/** It is stored and not in the search index, where writes arrive within a second or after a build. */
	| { readonly kind: 'not_indexed' }
	/** It is out of stock, and its index leaves such items out. */
	| { readonly kind: 'out_of_stock' }
	/** The text has no word to search for. */
	| { readonly kind: 'no_words' }
	/** It lacks words of a search for all of them, or has none of them. */
	| { readonly kind: 'words' }
	/** Its words are a smaller share of the text than the list goes down to. */
	| { readonly kind: 'share'; readonly shareMin: number }
	| {
			readonly kind: 'filter' | 'exclude' | 'auto_filter';
			readonly filter: Filter;
			/** What the item has in the field. */
			readonly found: FieldValues;
	  }
	/** What was understood of the text leaves it out. */
	| { readonly kind: 'understood'; readonly part: UnderstoodPart; readonly found: FieldValues }
	/** Another item of its group stands for it: the leader, and its rank where that is known. */
	| {
			readonly kind: 'grouped';
			readonly groupId: string;
			readonly leader: (EventItem & { readonly id: string; readonly rank: number | undefined }) | undefined;
	  };

/** Where an item is. */
export interface ExplainedItem extends EventItem {
	/** Undefined where the item is not in the search index. */
	readonly document: ExplainedDocument | undefined;
	/** Undefined where it is no hit. */
	readonly hit: ExplainedHit | undefined;
	/** Every reason why it is no hit; empty where it is one. */
	readonly absences: readonly Absence[];
}

/** What a search does, in order; some phases begin again where a reading of the text finds nothing. */
export const searchPhases = ['understanding', 'words', 'matching', 'ranking', 'facets', 'correction'] as const;
export type SearchPhase = (typeof searchPhases)[number];

export interface PhaseTime {
	readonly phase: SearchPhase;
	/** Computing, without the time for which other work ran. */
	readonly ms: number;
}

/** A hit of the list that a session sees where two rankings are interleaved. */
export interface ShownHit {
	readonly indexName: string;
	readonly id: string;
	/** The ranking that it came from; undefined where that does not matter. */
	readonly team: Team | undefined;
}

export interface IndexExplanation
	extends Pick<
		IndexAnswer,
		'queryName' | 'count' | 'strictCount' | 'correctedText' | 'autoFilters' | 'understood' | 'isTruncated'
	> {
	readonly text: ExplainedText;
	readonly readings: readonly TriedReading[];
	/** Of the phases that there were. */
	readonly times: readonly PhaseTime[];
	/** The page as the session sees it; undefined where nothing is interleaved for it. */
	readonly shown?: readonly ShownHit[] | undefined;
	/** Whether hits have scores, and are in their order unless another sort rule comes first. */
	readonly isScored: boolean;
	/** The hits of the page. */
	readonly hits: readonly ExplainedHit[];
	/** The best hit, and the last one of the first page, where they are not among `hits`: what others are compared with. */
	readonly references: readonly ExplainedHit[];
	/** One for each item that was asked for. */
	readonly items: readonly ExplainedItem[];
}

/** The most items that are asked for at once, and the most indices in which an id is looked for. */
export const explainedItemsMax = 5;
