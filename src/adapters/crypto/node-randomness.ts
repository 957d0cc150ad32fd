import { randomBytes, randomUUID } from 'node:crypto';
import type { Randomness } from '../../ports/randomness.ts';

/** Randomness from the operating system, fit for secrets. */
export function createNodeRandomness(): Randomness {
	return {
		hex: (byteCount) => randomBytes(byteCount).toString('hex'),
		uuid: () => randomUUID(),
	};
}
