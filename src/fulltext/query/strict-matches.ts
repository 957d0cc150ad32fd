/**
 * Which matches of an attempt that needs only some of the words have all of them? They come before equally good others:
 * what lacks a word has a quarter of its score.
 *
 *     bluetooth headphones     score          × lacking
 *     Bluetooth headphones     9.1            9.1
 *     Stereo headphones        5.6            1.4    lacks `bluetooth`
 *     Notebook, 14 inch        0.7            0.7    both words are somewhere in the description
 */

import type { Scratch } from './scratch.ts';

/** On plateaus of `bench/relevance.ts`: 1/3 and 1/5 are as good. A power of 2, so that scores stay exact. */
export const lackingFactor = 1 / 4;

/** How many of the first `count` matches have all the words, or were typed by their identifier. Cost: O(matches). */
export function countStrict({ documents, strict }: Pick<Scratch, 'documents' | 'strict'>, count: number): number {
	let found = 0;
	for (let index = 0; index < count; index++) found += strict[documents[index] as number] as number;
	return found;
}
