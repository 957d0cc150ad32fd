/**
 * A value that lists others, of a field whose values shops list in one text:
 *
 *     Black,Silver    black/white    Schwarz & Weiß    80% Cotton, 20% Polyester
 */
import type { FieldUse } from './vocabulary.ts';

const listingUses: ReadonlySet<FieldUse> = new Set(['colour', 'material', 'gender', 'age'] as const);
const separatorPattern = /\s*[,;/|&+、，،؛\n]\s*/u;
/** A share of a material. */
const sharePattern = /^\d+(?:[.,]\d+)?\s*%\s*|\s*\d+(?:[.,]\d+)?\s*%$/gu;
/** Longer lists are texts. */
const listedMax = 8;

/** The values in a list of several, without what they share of the whole; none where it is no list. Cost: O(length). */
export function splitListed(value: string, use: FieldUse): readonly string[] {
	if (!listingUses.has(use)) return [];
	const parts = value.split(separatorPattern, listedMax + 1).map((part) => part.replaceAll(sharePattern, ''));
	return parts.length > listedMax || parts.some((part) => part === '') ? [] : parts;
}
