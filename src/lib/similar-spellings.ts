/** Which of some names was meant by an unknown one? */

/** Names that differ by more than a third of the longer name are not similar. */
const errorsPerLetterMax = 1 / 3;

export interface Spellings {
	/** Names that may have been meant, closest first. */
	readonly similar: readonly string[];
	/** All others, sorted. */
	readonly others: readonly string[];
}

/**
 * Case, `-`, `_`, `.` and blanks are ignored. A name that is part of the other counts as similar, too (`price`:
 * `best_price`). Cost: O(names · length²).
 */
export function listBySimilarity(written: string, names: readonly string[]): Spellings {
	const meant = toPlain(written);
	const scored = names.map((name) => ({ name, errors: countErrors(meant, toPlain(name)) }));
	scored.sort((a, b) => (a.errors === b.errors ? compareNames(a.name, b.name) : a.errors - b.errors));
	const similarCount = scored.filter(({ errors }) => errors !== Number.POSITIVE_INFINITY).length;
	const ordered = scored.map(({ name }) => name);
	return { similar: ordered.slice(0, similarCount), others: ordered.slice(similarCount) };
}

function compareNames(a: string, b: string): number {
	return a === b ? 0 : a < b ? -1 : 1;
}

function toPlain(name: string): string {
	return name.toLowerCase().replaceAll(/[-_.:\s]+/g, '');
}

/** Infinite when the names are not similar. A name inside the other counts as less similar than any typo. */
function countErrors(one: string, other: string): number {
	const longest = Math.max(one.length, other.length);
	const errorsMax = Math.floor(longest * errorsPerLetterMax);
	const errors = Math.abs(one.length - other.length) > errorsMax ? Number.POSITIVE_INFINITY : toDistance(one, other);
	if (errors <= errorsMax) return errors;
	const shortest = Math.min(one.length, other.length);
	return shortest >= 3 && (one.includes(other) || other.includes(one)) ? longest : Number.POSITIVE_INFINITY;
}

/** Letters to change, add, leave out or swap with the next (optimal string alignment). */
function toDistance(one: string, other: string): number {
	let before: number[] = [];
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			const isSame = one[i - 1] === other[j - 1];
			let least = Math.min(
				(row[j] as number) + 1,
				(next[j - 1] as number) + 1,
				(row[j - 1] as number) + (isSame ? 0 : 1),
			);
			const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
			if (isSwapped) least = Math.min(least, (before[j - 2] as number) + 1);
			next.push(least);
		}
		before = row;
		row = next;
	}
	return row[other.length] as number;
}
