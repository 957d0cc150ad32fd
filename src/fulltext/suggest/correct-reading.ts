/** What may a text have meant that leads to no suggestions? */

import type { SoundAlikes } from '../analysis/sound-alikes.ts';
import { countPostings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findPrefixRange, findString } from '../index/segment/sorted-strings.ts';
import type { IndexView } from '../query/index-view.ts';
import { findSimilarTerms } from '../query/similar-terms.ts';
import { toSlipLikelihood } from '../ranking/slip-likelihood.ts';
import type { Reading } from './reading.ts';
import { findSimilarPrefixes } from './similar-prefixes.ts';

/** Replacements tried for each misspelt word. */
const wordsTriedMax = 3;
const readingsMax = 6;
/** How many segments are searched for similar words, the largest first; other segments have mostly the same words. */
const segmentsTriedMax = 3;
/** Finding similar prefixes costs more. */
const segmentsTriedForPrefixesMax = 1;
/** The most terms of a prefix that are summed to estimate how frequent it is. */
const prefixTermsMax = 64;

interface Candidate {
	readonly text: string;
	/** See `slip-likelihood.ts`. */
	readonly likelihood: number;
	frequency: number;
}

interface Correcting {
	/** Those that are tried. */
	readonly segments: readonly Segment[];
	readonly soundAlikes: SoundAlikes;
}

/**
 * Readings with one or two typing errors corrected, likeliest first. Words that are in no item are replaced; when all
 * are known, each is replaced in turn. Empty when no word is similar. Cost: about 2 ms for each word that is replaced.
 */
export function correctReading({ segments: live, analyzer }: IndexView, reading: Reading): Reading[] {
	const all = live.map(({ segment }) => segment);
	const segments = [...all].sort((a, b) => b.documentCount - a.documentCount).slice(0, segmentsTriedMax);
	const correcting: Correcting = { segments, soundAlikes: analyzer.soundAlikes };
	const unknown = reading.earlier.filter((word) => !isTerm(all, word));
	const isLastUnknown = !isLastKnown(all, reading);
	if (unknown.length > 0 || isLastUnknown) {
		let readings = [reading];
		for (const word of unknown) readings = readings.flatMap((known) => replaceEarlier(correcting, known, word));
		if (isLastUnknown) readings = readings.flatMap((known) => replaceLast(correcting, known));
		return readings.slice(0, readingsMax);
	}
	const others = reading.earlier.flatMap((earlier) => replaceEarlier(correcting, reading, earlier).slice(0, 1));
	return [...replaceLast(correcting, reading), ...others];
}

function isTerm(segments: readonly Segment[], word: string): boolean {
	return segments.some(({ terms }) => findString(terms, word) >= 0);
}

function isLastKnown(segments: readonly Segment[], { last, isOpen }: Reading): boolean {
	if (!isOpen) return isTerm(segments, last);
	return segments.some(({ terms }) => {
		const [from, to] = findPrefixRange(terms, last);
		return from < to;
	});
}

function replaceEarlier(correcting: Correcting, reading: Reading, word: string): Reading[] {
	return listSimilarWords(correcting, word).map(({ text }) => ({
		...reading,
		earlier: reading.earlier.map((other) => (other === word ? text : other)),
	}));
}

function replaceLast(correcting: Correcting, reading: Reading): Reading[] {
	const candidates = listSimilarWords(correcting, reading.last);
	if (reading.isOpen) {
		candidates.push(...listSimilarPrefixes(correcting.segments.slice(0, segmentsTriedForPrefixesMax), reading.last));
	}
	return pickLikely(candidates).map(({ text }) => ({ ...reading, last: text }));
}

function listSimilarWords({ segments, soundAlikes }: Correcting, word: string): Candidate[] {
	const found = new Map<string, Candidate>();
	for (const segment of segments) {
		for (const { term, ...slip } of findSimilarTerms(segment, word, soundAlikes)) {
			const text = decodeString(segment.terms, term);
			const known = found.get(text) ?? { text, likelihood: toSlipLikelihood(word, text, slip), frequency: 0 };
			known.frequency += countPostings(segment.postings, term);
			found.set(text, known);
		}
	}
	return pickLikely([...found.values()]);
}

function listSimilarPrefixes(segments: readonly Segment[], prefix: string): Candidate[] {
	const found = new Map<string, Candidate>();
	for (const { terms, postings } of segments) {
		for (const { prefix: text, from, to } of findSimilarPrefixes(terms, prefix)) {
			const likelihood = toSlipLikelihood(prefix, text, { errorCount: 1, soundChangeCount: 0 });
			const known = found.get(text) ?? { text, likelihood, frequency: 0 };
			for (let term = from; term < Math.min(to, from + prefixTermsMax); term++) {
				known.frequency += countPostings(postings, term);
			}
			found.set(text, known);
		}
	}
	return [...found.values()];
}

/** By how often a candidate is meant: likely slips and frequent words first. Of those with the same text, only the best. */
function pickLikely(candidates: readonly Candidate[]): Candidate[] {
	const toWorth = ({ likelihood, frequency }: Candidate) => likelihood * frequency;
	const sorted = [...candidates].sort((a, b) => toWorth(b) - toWorth(a) || (a.text < b.text ? -1 : 1));
	const byText = new Map<string, Candidate>();
	for (const candidate of sorted) if (!byText.has(candidate.text)) byText.set(candidate.text, candidate);
	return [...byText.values()].slice(0, wordsTriedMax);
}
