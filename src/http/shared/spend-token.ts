import { FailureError, fail } from '../../lib/failure.ts';
import type { TokenBuckets } from '../../lib/token-bucket.ts';

/** Spends one token of `key`. @throws {FailureError} `throttled`, with the time until there is one, when it has none. */
export function spendToken(buckets: TokenBuckets, key: string, nowMs: number): void {
	const waitSeconds = buckets.spend(key, nowMs);
	if (waitSeconds > 0) throw new FailureError(fail('throttled', { retryAfterSeconds: waitSeconds }).failure);
}
