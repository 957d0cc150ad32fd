import { fail, type Result, succeed } from '../../lib/failure.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

/** Spends for a guess. `throttled` when the client's network, or what is guessed, was tried too often. */
export type SpendAttempt = (clientIp: string, guessed: string) => Result<null>;

interface Dependencies {
	/** By the client's network. */
	readonly networkLimiter: RateLimiter;
	/** By what is guessed: an address, or the password of a user. */
	readonly guessLimiter: RateLimiter;
}

/** Neither many guesses nor many clients help to guess. */
export function createAttemptLimit({ networkLimiter, guessLimiter }: Dependencies): SpendAttempt {
	return (clientIp, guessed) => {
		const networkSeconds = networkLimiter.spend(toClientNetwork(clientIp));
		const retryAfterSeconds = networkSeconds > 0 ? networkSeconds : guessLimiter.spend(guessed);
		return retryAfterSeconds > 0 ? fail('throttled', { retryAfterSeconds }) : succeed(null);
	};
}
