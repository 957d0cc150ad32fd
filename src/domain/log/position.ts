/**
 * Where is a reader in a log? Behind the last change that it has read.
 *
 * A position is whole numbers with dots between them, compared number by number: the store alone knows what they stand
 * for, and anybody can tell which of two positions comes first.
 *
 *     120          a store whose commits are in the order of one sequence
 *     2.8841.120   one with many writers: incarnation of the store, transaction, serial of the row
 *
 * The last number is a serial in every store, so that the distance of two positions is about how many changes are between.
 */
declare const brand: unique symbol;

export type Position = string & { readonly [brand]: 'position' };

/** Before the first change of any log. */
export const startPosition = '0' as Position;

/** Of text that may be a position. */
export const positionPattern = /^(?:0|[1-9]\d{0,19})(?:\.(?:0|[1-9]\d{0,19})){0,3}$/;

/** A position that came from outside; undefined for text that is none. */
export function parsePosition(text: string): Position | undefined {
	return positionPattern.test(text) ? (text as Position) : undefined;
}

/** @param serial ≥ 0, a whole number: the position in a log that is in the order of one sequence. */
export function toPosition(serial: number): Position {
	return String(serial) as Position;
}

/** < 0 where `a` comes first, 0 where they are the same, > 0 where `b` does. */
export function comparePositions(a: Position, b: Position): number {
	if (a === b) return 0;
	if (!a.includes('.') && !b.includes('.')) return compareNumbers(a, b);
	const [left, right] = [a.split('.'), b.split('.')];
	for (let at = 0; at < left.length && at < right.length; at += 1) {
		const order = compareNumbers(left[at] ?? '', right[at] ?? '');
		if (order !== 0) return order;
	}
	return left.length - right.length;
}

export function laterPosition(a: Position, b: Position): Position {
	return comparePositions(a, b) >= 0 ? a : b;
}

/**
 * About how many changes there are after one position and up to another; 0 where there is nothing in between. Exact where
 * serials are given out one by one and none of the changes was deleted since.
 */
export function estimateCount(after: Position, upTo: Position): number {
	if (comparePositions(after, upTo) >= 0) return 0;
	return Math.max(1, readSerial(upTo) - readSerial(after));
}

function readSerial(position: Position): number {
	return Number(position.slice(position.lastIndexOf('.') + 1));
}

/** Of digits without zeros in front, which may be more than a double holds. */
function compareNumbers(a: string, b: string): number {
	if (a.length !== b.length) return a.length - b.length;
	return a < b ? -1 : Number(a > b);
}
