/** The seed of a test that draws at random: a failure replays with the seed it printed. */
import type { TestContext } from 'node:test';

const seedMax = 2 ** 31 - 1;

/** `VITRINE_TEST_SEED` when it is set, any number otherwise; printed either way. */
export function chooseSeed(context: TestContext): number {
	const given = process.env.VITRINE_TEST_SEED;
	const seed = given === undefined ? Math.floor(Math.random() * seedMax) : Number(given);
	context.diagnostic(`seed ${seed}; VITRINE_TEST_SEED=${seed} repeats it`);
	return seed;
}
