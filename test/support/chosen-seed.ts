/** The seed of a randomised test: a failure can be replayed with the printed seed. */
import type { TestContext } from 'node:test';

const seedMax = 2 ** 31 - 1;

/** `VITRINE_TEST_SEED` if it is set, otherwise a random number; always printed. */
export function chooseSeed(context: TestContext): number {
	const given = process.env.VITRINE_TEST_SEED;
	const seed = given === undefined ? Math.floor(Math.random() * seedMax) : Number(given);
	context.diagnostic(`seed ${seed}; VITRINE_TEST_SEED=${seed} repeats it`);
	return seed;
}
