/** What a mistyped name was meant to be. */

/** Names further away than this are something else, not a typing mistake. */
const distanceMax = 2;

/** The name of `names` that `text` most likely stands for: at most two letters off; undefined when there is none. */
export function findClosestName(text: string, names: readonly string[]): string | undefined {
	let closest: string | undefined;
	let closestDistance = distanceMax + 1;
	for (const name of names) {
		const distance = countEdits(text, name);
		if (distance < closestDistance) [closest, closestDistance] = [name, distance];
	}
	return closest;
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
