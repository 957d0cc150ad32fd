/**
 * What an English word for people or tools says that these do:
 *
 *     gamer, gamers  gaming        runner  running        hiker  hiking        golfer  golfing
 */
const agentPattern = /^(\p{L}{2,})ers?$/u;

/** The word for the activity, which need not be one; undefined where the lower-case word has another ending. */
export function toActivity(word: string): string | undefined {
	const stem = agentPattern.exec(word)?.[1];
	return stem === undefined ? undefined : `${stem}ing`;
}
