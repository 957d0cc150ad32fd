/**
 * How long a test is. `npm test` has the short forms; `npm run test:soak` has the long ones, with more rounds, more random
 * cases and larger data, and CI runs it, too. What is asserted is the same in both.
 */
export const isSoak = Boolean(process.env.VITRINE_SOAK);

/** The first with all tests, the second in the long form. */
export function chooseLength(short: number, long: number): number {
	return isSoak ? long : short;
}
