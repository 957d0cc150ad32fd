import { FailureError, fail } from '../../lib/failure.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

/**
 * Spends one token of `key`. @throws {FailureError} `throttled`, with the time until the next token, when it has none.
 */
export function spendToken(limiter: RateLimiter, key: string): void {
	const waitSeconds = limiter.spend(key);
	if (waitSeconds > 0) throw new FailureError(fail('throttled', { retryAfterSeconds: waitSeconds }).failure);
}
