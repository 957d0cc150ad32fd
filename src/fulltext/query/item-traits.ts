/**
 * How much is an item like those that shoppers choose? By its traits: the words of its title, and its categories and type.
 *
 *     chosen      Canon PIXMA inkjet printer       printer +, inkjet +
 *     passed by   Canon ink cartridge for PIXMA    cartridge −, ink −
 *     unknown     HP DeskJet inkjet printer        Σ worth of its traits / √ Σ their importance²
 *
 * The sum is the posterior mean of a Gaussian process with the cosine of traits as its covariance, which learning computes
 * once for a query; so an item costs a few look-ups.
 */
import { stemPrefix } from '../analysis/token-buffer.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { otherFormFlag, toEntryTerm } from '../index/segment/title-words.ts';
import { readKinds } from './item-kinds.ts';

export interface TraitWorth {
	/** What the trait says of an item that has it, in units of its importance. */
	readonly worth: number;
	/** The square of how much the trait tells items apart. */
	readonly squaredImportance: number;
}

/** What shoppers taught about the traits of a query's items. */
export interface LearnedTraits {
	/** By name, as `readTraits` gives it. */
	readonly worths: ReadonlyMap<string, TraitWorth>;
	/** Of traits that no known item has. */
	readonly otherSquaredImportance: number;
	/** An item is only moved by what exceeds this: the doubt about an unknown item. */
	readonly doubt: number;
	/** Factors are 1 / factorMax … factorMax. */
	readonly factorMax: number;
}

/** The same with the term numbers of a segment. */
export interface SegmentTraits extends LearnedTraits {
	readonly terms: ReadonlyMap<number, TraitWorth>;
}

const traitsMax = 24;
const wordPrefix = 't ';
const kindPrefix = 'k ';

/** The names of a document's traits, distinct, at most `traitsMax`. Cost: O(words of the title and values). */
export function readTraits(segment: Segment, document: number): string[] {
	const { titleOffsets, titleTerms, terms } = segment;
	const end = titleOffsets[document + 1] as number;
	const names = new Set<string>();
	for (let at = titleOffsets[document] as number; at < end; ) {
		let name = decodeString(terms, toEntryTerm(titleTerms[at] as number));
		for (at += 1; at < end && (titleTerms[at] as number) >= otherFormFlag; at++) {
			const form = decodeString(terms, toEntryTerm(titleTerms[at] as number));
			if (form.startsWith(stemPrefix)) name = form.slice(1);
		}
		names.add(wordPrefix + name);
	}
	for (const kind of readKinds(segment, document)) names.add(kindPrefix + kind);
	return [...names].slice(0, traitsMax);
}

/** Looks the words up in a segment. Cost: O(traits · log terms). */
export function toSegmentTraits({ terms: dictionary }: Segment, traits: LearnedTraits): SegmentTraits {
	const terms = new Map<number, TraitWorth>();
	for (const [name, worth] of traits.worths) {
		if (!name.startsWith(wordPrefix)) continue;
		const word = name.slice(wordPrefix.length);
		for (const form of [word, stemPrefix + word]) {
			const term = findString(dictionary, form);
			if (term >= 0) terms.set(term, worth);
		}
	}
	return { ...traits, terms };
}

/** The factor of a document by its traits. Cost: O(words of the title and values). */
export function toTraitFactor(segment: Segment, document: number, traits: SegmentTraits): number {
	const { terms, otherSquaredImportance: other, doubt, factorMax } = traits;
	const { titleOffsets, titleTerms } = segment;
	const end = titleOffsets[document + 1] as number;
	const counted = new Set<TraitWorth | number | string>();
	let worth = 0;
	let squares = 0;
	const count = (trait: TraitWorth | undefined, name: number | string) => {
		const size = counted.size;
		if (size >= traitsMax || counted.add(trait ?? name).size === size) return;
		worth += trait?.worth ?? 0;
		squares += trait?.squaredImportance ?? other;
	};
	for (let at = titleOffsets[document] as number; at < end; ) {
		let term = toEntryTerm(titleTerms[at] as number);
		let trait = terms.get(term);
		for (at += 1; at < end && (titleTerms[at] as number) >= otherFormFlag; at++) {
			term = toEntryTerm(titleTerms[at] as number);
			trait ??= terms.get(term);
		}
		count(trait, term);
	}
	for (const kind of readKinds(segment, document)) count(traits.worths.get(kindPrefix + kind), kind);
	if (squares === 0) return 1;
	const mean = worth / Math.sqrt(squares);
	const sure = Math.sign(mean) * Math.max(0, Math.abs(mean) - doubt);
	return Math.min(factorMax, Math.max(1 / factorMax, 1 + sure));
}
