/** What a search understood of the typed text besides words to search for. */
import type { RangeFilter } from './filter.ts';

/** `exclude`: what the results must not be. `attribute`: a value of a field, such as a colour or a size. */
export const understoodKinds = ['price', 'exclude', 'attribute'] as const;
export type UnderstoodKind = (typeof understoodKinds)[number];

export type NumberBounds = Omit<RangeFilter, 'kind' | 'fieldName'>;

export interface UnderstoodPart {
	readonly kind: UnderstoodKind;
	/** The words of the text; a search for the text without them is one without this part. */
	readonly text: string;
	/** The field that decides. */
	readonly fieldName: string;
	/** Values of the field, any of which counts, or words of its text; bounds for numbers. */
	readonly value: readonly string[] | NumberBounds;
	/** Whether it is a filter. Otherwise items that fit come before equally good ones that do not. */
	readonly isStrict: boolean;
}

/** The most parts of a text that are understood. */
export const understoodPartsMax = 8;
