/** Guesses which name a mistyped one was meant to be. */

/** The name of `names` that `text` most likely means: misspelt, or cut short; undefined when none is close. */
export function findClosestName(text: string, names: readonly string[]): string | undefined {
	let closest: string | undefined;
	let closestDistance = allowedEdits(text) + 1;
	for (const name of names) {
		const distance = countEdits(text, name);
		if (distance < closestDistance) [closest, closestDistance] = [name, distance];
	}
	return closest ?? names.find((name) => name.startsWith(`${text}_`) || name.startsWith(`${text}-`));
}

/**
 * A plural or a transposed pair of letters must be within the limit; a word of four letters with three changed is another
 * word.
 */
function allowedEdits(text: string): number {
	if (text.length < 4) return 1;
	return text.length < 16 ? 2 : 3;
}

/** Levenshtein distance in UTF-16 code units; O(length × length). */
function countEdits(from: string, to: string): number {
	let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let row = 1; row <= from.length; row += 1) {
		const current = [row];
		for (let column = 1; column <= to.length; column += 1) {
			const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
			current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
		}
		previous = current;
	}
	return previous[to.length] ?? 0;
}
