/** What a file with items is made of. */

export type Values = Readonly<Record<string, unknown>>;

/** One item as it is written in a file, or what was found in its place. */
export interface FeedEntry {
	/** In the order of the file, from 1. In a table it is the row as spreadsheets count them: the head is row 1. */
	readonly position: number;
	/** Undefined where it cannot be read. */
	readonly values: Values | undefined;
	/** Of what cannot be read, cut after 2,000 characters. */
	readonly text?: string;
	/** It is no product for shoppers, such as a draft. */
	readonly isLeftOut?: boolean;
}

/**
 * What is peculiar to the exports of a shop system, beyond the names of its columns: rows that belong together, values that
 * hold several things, and products that are not for shoppers.
 */
export interface ShopExport {
	/** Of the system, as it calls itself. */
	readonly name: string;
	/** Its files have all columns of one of these lists, with values in the first rows; others have not. */
	readonly columns: readonly (readonly string[])[];
	/**
	 * From the rows to the items, with columns that `guessMapping` knows. A row that is not for shoppers comes as an entry that is
	 * `isLeftOut`; a row that belongs to others comes as a part of them.
	 */
	readonly read: (rows: AsyncIterable<FeedEntry>) => AsyncGenerator<FeedEntry>;
}

export const feedKinds = ['csv', 'json-lines', 'json', 'xml'] as const;

export interface FeedFormat {
	readonly kind: (typeof feedKinds)[number];
	/** Between the cells of a table. */
	readonly separator: string;
	/** As `TextDecoder` calls it. */
	readonly encoding: string;
	/** The shop system whose export it is, and is read as. */
	readonly shop?: ShopExport | undefined;
}

/** The file is none that can be read further. */
export class FeedError extends Error {
	/**
	 * `quote`: one is not closed; `long`: an entry has no end; `cut`: it ends too early, or is damaged; `empty`: there is nothing
	 * in it; `workbook`: it is one of a spreadsheet.
	 */
	readonly reason: 'quote' | 'long' | 'cut' | 'empty' | 'workbook';

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
