/**
 * What does a word name that nothing is found for? The end of a compound says what a thing is, so before a page is empty, words of
 * two parts are searched as these parts:
 *
 *     lederhose       leder, hose       where no trousers are of leather: trousers, those that say leather first
 *     kinderjacke     kinder, jacke     kinder need not be a word of the index, because the language knows whom things are for
 *     schwein         –                 no wine: short ends count behind words only
 *     raincoat        coat for rain     in English, where this is the whole query: what has either of them
 */
import { listFrontWords } from '../analysis/front-words.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import { findPrefixRange, findString } from '../index/segment/sorted-strings.ts';
import { isMoreThanText, toCountLayout } from '../ranking/packed-counts.ts';
import { isMostly, isTitleWord, listEndings } from './compound-forms.ts';
import type { IndexView } from './index-view.ts';

const wordLengthMax = 40;
const partLengthMin = 3;
/** The longer one of two parts has at least this many letters. */
const longerPartLengthMin = 4;
/** The shortest end whose front may be anything. */
const sureEndLengthMin = 5;
/** The shortest front that needs only be the beginning of some word of the index. */
const begunFrontLengthMin = 4;

/** A word of the text in two parts. */
export interface TwoParts {
	readonly front: string;
	readonly end: string;
	/** Both, as somebody would type them who means the end. */
	readonly text: string;
	/** Whether things may have the front alone; otherwise it only changes the order. */
	readonly isEither: boolean;
}

const blanks = /(\s+)/;

/**
 * Words of the text that nothing is found for, with their parts. Cost: O(length) look-ups for each.
 *
 * @param unknown those words, as the query has them
 */
export function splitUnknown(
	view: IndexView,
	text: string,
	unknown: ReadonlySet<string>,
): ReadonlyMap<string, TwoParts> {
	const { analyzer } = view;
	const { nounPosition } = findLanguage(analyzer.language);
	const hasCompounds = analyzer.compoundLinks !== undefined;
	const found = new Map<string, TwoParts>();
	const parts = text.trim().split(blanks);
	if (!hasCompounds && (nounPosition !== 'last' || parts.length > 1)) return found;
	for (const part of parts) {
		if (!/^\p{L}+$/u.test(part) || part.length > wordLengthMax || !unknown.has(analyzer.toIdentifier(part))) continue;
		const split = hasCompounds ? splitAtEnd(view, part) : splitInWords(view, part);
		if (split !== undefined) found.set(part, split);
	}
	return found;
}

/** The longest end that names things, or ends their names behind a front that is a word. */
function splitAtEnd(view: IndexView, word: string): TwoParts | undefined {
	for (let at = partLengthMin; at <= word.length - longerPartLengthMin; at++) {
		const [typed, end] = [word.slice(0, at), word.slice(at)];
		const isSure = end.length >= sureEndLengthMin;
		if (isThing(view, end)) {
			const front = findFront(view, typed);
			if (isSure || front !== undefined || beginsWord(view, typed)) return toCompound(front ?? typed, end);
		} else if (isSure && endsTitleWord(view, end)) {
			const front = findFront(view, typed);
			if (front !== undefined) return toCompound(front, end);
		}
	}
	return undefined;
}

function toCompound(front: string, end: string): TwoParts {
	return { front, end, text: `${front} ${end}`, isEither: false };
}

/** The front without what links it to the end; undefined where it is no word. */
function findFront(view: IndexView, typed: string): string | undefined {
	const { compoundLinks = [], language, toIdentifier } = view.analyzer;
	const known = listFrontWords(findLanguage(language));
	return compoundLinks
		.filter((link) => typed.endsWith(link) && typed.length >= partLengthMin + link.length)
		.map((link) => typed.slice(0, typed.length - link.length))
		.find((front) => known.has(toIdentifier(front)) || isTerm(view, toIdentifier(front)));
}

function beginsWord({ segments, analyzer }: IndexView, front: string): boolean {
	if (front.length < begunFrontLengthMin) return false;
	return segments.some(({ segment }) => {
		const [from, to] = findPrefixRange(segment.terms, analyzer.toIdentifier(front));
		return to > from;
	});
}

function endsTitleWord({ segments, analyzer }: IndexView, end: string): boolean {
	const [word] = analyzer.analyzeQuery(`${end} `, { hasStopWords: false }).words;
	if (word === undefined) return false;
	return segments.some(({ segment }) =>
		listEndings(segment, word).some(({ ordinal }) => isTitleWord(segment, ordinal)),
	);
}

/** The most even split into two words that name things. */
function splitInWords(view: IndexView, word: string): TwoParts | undefined {
	const [purpose = ''] = findLanguage(view.analyzer.language).purposeWords ?? [];
	let best: TwoParts | undefined;
	const toShorter = ({ front, end }: Pick<TwoParts, 'front' | 'end'>) => Math.min(front.length, end.length);
	for (let at = partLengthMin; at <= word.length - partLengthMin; at++) {
		const [front, end] = [word.slice(0, at), word.slice(at)];
		if (Math.max(front.length, end.length) < longerPartLengthMin) continue;
		if (best !== undefined && toShorter({ front, end }) <= toShorter(best)) continue;
		if ([front, end].some((part) => view.analyzer.isStopWord(view.analyzer.toIdentifier(part)))) continue;
		if (!isThing(view, front) || !isThing(view, end)) continue;
		best = { front, end, text: `${end} ${purpose} ${front}`, isEither: true };
	}
	return best;
}

function isTerm({ segments }: IndexView, term: string): boolean {
	return segments.some(({ segment }) => findString(segment.terms, term) >= 0);
}

/** Whether most items that have a word, in some inflection, have it in titles or short attributes. */
export function isThing(view: IndexView, text: string): boolean {
	const [word] = view.analyzer.analyzeQuery(`${text} `, { hasStopWords: false }).words;
	const terms = word === undefined ? [] : toWordTerms(word);
	return view.segments.some(({ segment: { terms: known, postings, schema } }) => {
		const layout = toCountLayout(schema.weightGroups);
		return terms.some((term) => {
			const ordinal = findString(known, term);
			return ordinal >= 0 && isMostly(postings, ordinal, (counts) => isMoreThanText(layout, counts));
		});
	});
}
