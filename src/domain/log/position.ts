/**
 * Where is a reader in a log? Behind the last change that it has read.
 *
 * A position consists of whole numbers with dots between them, compared number by number. Only the store knows what
 * they mean, but anyone can tell which of two positions comes first.
 *
 *     120          a store whose commits are in the order of one sequence
 *     2.8841.120   one with many writers: incarnation of the store, transaction, serial of the row
 *
 * The last number is a serial in every store, so the distance of two positions is about the number of changes between
 * them.
 */
declare const brand: unique symbol;

export type Position = string & { readonly [brand]: 'position' };

/** Before the first change of any log. */
export const startPosition = '0' as Position;

/**
 * Behind every change of a log that is in the order of one sequence. Noted by a follower that does not follow this log for
 * now: nothing is kept for it, and it begins anew.
 */
export const unfollowedPosition = String(Number.MAX_SAFE_INTEGER) as Position;

/** Matches the text of a position. */
export const positionPattern = /^(?:0|[1-9]\d{0,19})(?:\.(?:0|[1-9]\d{0,19})){0,3}$/;

/** A position from outside; undefined for text that is not a position. */
export function parsePosition(text: string): Position | undefined {
	return positionPattern.test(text) ? (text as Position) : undefined;
}

/**
 * The position in a log that is in the order of one sequence.
 * @param serial a whole number ≥ 0
 */
export function toPosition(serial: number): Position {
	return String(serial) as Position;
}

/** Negative when `a` comes first, 0 when they are equal, positive when `b` comes first. */
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
 * About how many changes there are after one position and up to another; 0 when there are none. Exact where serials are
 * assigned one by one and no change was deleted since.
 */
export function estimateCount(after: Position, upTo: Position): number {
	if (comparePositions(after, upTo) >= 0) return 0;
	return Math.max(1, readSerial(upTo) - readSerial(after));
}

/** The serial of the change at a position: of two changes of an item, the later one has the greater. */
export function readSerial(position: Position): number {
	return Number(position.slice(position.lastIndexOf('.') + 1));
}

/** Compares digits without leading zeros, which may exceed the precision of a double. */
function compareNumbers(a: string, b: string): number {
	if (a.length !== b.length) return a.length - b.length;
	return a < b ? -1 : Number(a > b);
}
