/** Rows of tables, as the exports of shop systems are read. */
import type { FeedEntry } from '../feed-entry.ts';

export type Row = Readonly<Record<string, string>>;

/** A row of a table that can be read. */
export interface NumberedRow {
	readonly position: number;
	readonly row: Row;
}

/** Cells of tables are texts. */
export function toRow({ position, values }: FeedEntry): NumberedRow | undefined {
	return values === undefined ? undefined : { position, row: values as Row };
}

export function toLeftOut(position: number): FeedEntry {
	return { position, values: undefined, isLeftOut: true };
}

export function omit(row: Row, isOmitted: (column: string) => boolean): Row {
	return Object.fromEntries(Object.entries(row).filter(([column]) => !isOmitted(column)));
}

/** Parts of a text, without blanks around them and without those that are empty. */
export function splitTrimmed(text: string | undefined, separator: string | RegExp): readonly string[] {
	return (text ?? '')
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
