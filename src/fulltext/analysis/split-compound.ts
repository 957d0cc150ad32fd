/**
 * Splits compounds by the words of an index, without a dictionary:
 *
 *     de  kühlschranklampe → kühlschrank + lampe      kinderwagenrad → kinderwagen + rad
 *     de  arbeitstisch → arbeit (s) + tisch
 *
 * A link of the language (`s` in German) may stand between the parts. The split with the fewest parts wins; among
 * those, the one whose shortest part is longest.
 */

export interface CompoundOptions {
	/** What may stand between two parts, including the empty string. */
	readonly links: readonly string[];
	/** The fewest letters of a part, ≥ 1. Shorter words are endings more often than not. */
	readonly partLengthMin: number;
}

const compoundLengthMax = 40;
const partsMax = 3;

/**
 * The parts of `word` (2 or 3, in order), all of them terms; undefined when there is no such split. `isTerm` is called
 * O(length) times for two parts, O(length²) for three. Words longer than 40 code units are not split.
 */
export function splitCompound(
	word: string,
	isTerm: (part: string) => boolean,
	options: CompoundOptions,
): readonly string[] | undefined {
	if (word.length > compoundLengthMax) return undefined;
	for (let partCount = 2; partCount <= partsMax; partCount++) {
		const parts = split(word, partCount, { ...options, isTerm });
		if (parts !== undefined) return parts;
	}
	return undefined;
}

interface PartRules extends CompoundOptions {
	readonly isTerm: (part: string) => boolean;
}

function split(word: string, partCount: number, rules: PartRules): readonly string[] | undefined {
	const { isTerm, links, partLengthMin } = rules;
	if (partCount === 1) return word.length >= partLengthMin && isTerm(word) ? [word] : undefined;
	let best: readonly string[] | undefined;
	const headLengthMax = word.length - partLengthMin * (partCount - 1);
	for (let headLength = partLengthMin; headLength <= headLengthMax; headLength++) {
		const head = word.slice(0, headLength);
		if (!isTerm(head)) continue;
		for (const link of links) {
			if (!word.startsWith(link, headLength)) continue;
			const rest = split(word.slice(headLength + link.length), partCount - 1, rules);
			if (rest !== undefined && toShortest([head, ...rest]) > toShortest(best)) best = [head, ...rest];
		}
	}
	return best;
}

function toShortest(parts: readonly string[] = ['']): number {
	return Math.min(...parts.map((part) => part.length));
}
