/**
 * English words for people or tools that do something: `gamer`, `dresser`, `boxers`.
 */
const agentPattern = /ers?$/;
const lettersPattern = /^\p{L}{2,}$/u;
const rootLengthMin = 3;

/** What remains of such a word without its ending; undefined for any other word. */
function toRoot(word: string): string | undefined {
	const root = word.replace(agentPattern, '');
	return root === word ? undefined : root;
}

/**
 * The word for what they do, which need not be one; undefined where the lower-case word has another ending.
 *
 *     gamer, gamers  gaming        runner  running        hiker  hiking        golfer  golfing
 */
export function toActivity(word: string): string | undefined {
	const root = toRoot(word);
	return root !== undefined && lettersPattern.test(root) ? `${root}ing` : undefined;
}

/**
 * Whether one of two words names who or what does what the other one says. Such words look alike, and stemmers make two stems of them:
 *
 *     lovers  loves        dresser  dresses        boxer  boxes
 */
export function isOfOneRoot(word: string, other: string): boolean {
	return isDoer(word, other) || isDoer(other, word);
}

function isDoer(word: string, verb: string): boolean {
	const root = toRoot(word);
	return root !== undefined && root.length >= rootLengthMin && root === verb.replace(/(?:e[ds]?|s|ing)$/, '');
}
