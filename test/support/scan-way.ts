import type { TermCounts } from './scan-item.ts';

/** A way in which an item contains a word. */
export interface Way {
	/** The same for all items that contain the word in this way: a term, or several that stand for one form. */
	readonly name: string;
	/** Whether its parts may be anywhere in the item. */
	readonly isScattered?: boolean;
	/** Whether it is the beginning of another word. */
	readonly isBegun?: boolean;
	/** Whether it only comes from the same root. */
	readonly isRelative?: boolean;
	/** Whether it is one term that somebody may have written for the word: no beginning of another, no typo, no part. */
	readonly isWritten?: boolean;
	/** 0 … 1; 1 for the word as typed (decision 0007). */
	readonly weight: number;
	readonly counts: TermCounts;
}

/** Whether it is the word itself, and not only another one that it begins or that comes from the same root. */
export function isInflection({ isWritten, isRelative }: Way): boolean {
	return isWritten === true && isRelative !== true;
}
