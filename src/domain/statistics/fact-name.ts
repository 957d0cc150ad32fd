/**
 * The texts that facts name by number. The first letter says what a text is, so that one dictionary has all of them. No
 * name has U+0000 or half a character: every store keeps them as they are.
 */
import type { EventLocation } from '../event/event-location.ts';
import type { EventItem } from '../event/shopper-event.ts';

/** In a column: nothing. */
export const noName = 0;

/** Texts that differ in case, in blanks or in how Unicode composes them are one query: `  Red Shoes` is `red shoes`. */
export function normalizeQuery(text: string): string {
	return text
		.toWellFormed()
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[\s\0]+/g, ' ')
		.trim();
}

/** @param normalized by `normalizeQuery`; the empty one is a query too. */
export const toQueryName = (normalized: string): string => `q${normalized}`;

const keyLength = 32;

export const toItemName = ({ indexName, itemKey }: EventItem): string => `i${itemKey}${indexName}`;
export const parseItemName = (name: string): EventItem => ({
	indexName: name.slice(1 + keyLength),
	itemKey: name.slice(1, 1 + keyLength),
});

export const toFieldName = (field: string): string => `f${cleaned(field)}`;
export const toValueName = (value: string): string => `v${cleaned(value)}`;

/** A range that searches were narrowed to; whether its bounds are part of it does not matter here. */
export interface NamedRange {
	readonly from: number | null;
	readonly to: number | null;
}
export const toRangeName = ({ from, to }: NamedRange): string => `b${JSON.stringify([from, to])}`;
export function parseRangeName(name: string): NamedRange {
	const [from, to] = JSON.parse(name.slice(1));
	return { from, to };
}
/** A value of a field is a text, or else a range. */
export const isRangeName = (name: string): boolean => name.startsWith('b');

/** The searched indices; none when all are. */
export const toIndicesName = (indexNames: readonly string[]): string => `n${[...indexNames].sort().join()}`;
export const parseIndicesName = (name: string): string[] => (name.length === 1 ? [] : name.slice(1).split(','));

export const toLocationName = ({ country, continent, city, latitude, longitude }: EventLocation): string =>
	`l${cleaned(JSON.stringify([country, continent, city, latitude, longitude]))}`;
export function parseLocationName(name: string): EventLocation {
	const [country, continent, city, latitude, longitude] = JSON.parse(name.slice(1));
	return { country, continent, city, latitude, longitude };
}

/** A widget's id, or the shop's number of a banner, redirect or custom result: the origin of the fact says which. */
export const toReferenceName = (id: string | number): string => `r${cleaned(String(id))}`;

export const toSessionName = (sessionId: string): string => `s${cleaned(sessionId)}`;

/** The text of a query, field, value, reference or session. */
export const toNamedText = (name: string): string => name.slice(1);

function cleaned(text: string): string {
	return text.replaceAll('\0', '\u{FFFD}').toWellFormed();
}
