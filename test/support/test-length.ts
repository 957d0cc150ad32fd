/**
 * How long a test is. `npm test` runs the short forms; `npm run test:soak` and CI run the long ones, with more rounds,
 * more random cases and larger data. Both assert the same.
 */
export const isSoak = Boolean(process.env.VITRINE_SOAK);

/** The first with all tests, the second in the long form. */
export function chooseLength(short: number, long: number): number {
	return isSoak ? long : short;
}
