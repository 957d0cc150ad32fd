/** What a file with items is made of. */

export type Values = Readonly<Record<string, unknown>>;

/** One item as it is written in a file, or what was found in its place. */
export interface FeedEntry {
	/** From 1, in the order of the file; the head of a table does not count. */
	readonly position: number;
	/** Undefined where it cannot be read. */
	readonly values: Values | undefined;
	/** Of what cannot be read, cut after 2,000 characters. */
	readonly text?: string;
}

export const feedKinds = ['csv', 'json-lines', 'json', 'xml'] as const;

export interface FeedFormat {
	readonly kind: (typeof feedKinds)[number];
	/** Between the cells of a table. */
	readonly separator: string;
	/** As `TextDecoder` calls it. */
	readonly encoding: string;
}

/** The file is none that can be read further. */
export class FeedError extends Error {
	/** `quote`: one is not closed; `long`: an entry has no end; `empty`: there is nothing in it. */
	readonly reason: 'quote' | 'long' | 'empty';

	constructor(reason: FeedError['reason']) {
		super(reason);
		this.name = 'FeedError';
		this.reason = reason;
	}
}

/** Longer than any item may be: the server takes a mebibyte of an item. */
export const entryLengthMax = 4 * 1024 * 1024;

const keptTextLength = 2_000;

export function toUnreadable(position: number, text: string): FeedEntry {
	return { position, values: undefined, text: text.slice(0, keptTextLength) };
}
