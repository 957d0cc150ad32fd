/** The seed of a randomised test: a failure can be replayed with the printed seed. */
import type { TestContext } from 'node:test';
import fc from 'fast-check';

const seedMax = 2 ** 31 - 1;
const given = process.env.VITRINE_TEST_SEED;

/** Shrinking may take hours. So a failure is reported as it was found, with its seed, and shrunk when that is given. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: given === undefined });

/** `VITRINE_TEST_SEED` if it is set, otherwise a random number; always printed. */
export function chooseSeed(context: TestContext): number {
	const seed = given === undefined ? Math.floor(Math.random() * seedMax) : Number(given);
	context.diagnostic(`seed ${seed}; VITRINE_TEST_SEED=${seed} repeats it`);
	return seed;
}
