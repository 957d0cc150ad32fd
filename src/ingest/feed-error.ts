/**
 * Why the rest of a feed cannot be read. A bad entry does not end a feed (see `read-item.ts`); these faults do, because
 * nothing after them can be trusted.
 */

export type FeedFault =
	/** The feed ends before its array does. */
	| { readonly code: 'unclosed_array'; readonly line: number }
	/** The feed ends in the middle of the object on its last line. */
	| { readonly code: 'cut_off_line'; readonly line: number }
	/** Something other than a comma is between two entries of an array, or anything follows its end. */
	| { readonly code: 'bad_separator'; readonly line: number; readonly byte: number };

const reasons: Readonly<Record<FeedFault['code'], string>> = {
	unclosed_array: 'the array is not closed',
	cut_off_line: 'the last line is cut off',
	bad_separator: 'the entries of the array are not separated by commas',
};

export class FeedError extends Error {
	/** `line` is where the fault was noticed; the first line is 1. */
	readonly fault: FeedFault;

	constructor(fault: FeedFault) {
		super(`line ${fault.line}: ${reasons[fault.code]}`);
		this.name = 'FeedError';
		this.fault = fault;
	}
}
