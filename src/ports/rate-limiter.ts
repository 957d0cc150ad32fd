/**
 * How often may a key call? Each key has a bucket of tokens. It may spend a full bucket at once, and the bucket refills
 * at a steady rate. Rate, size and clock belong to the limiter.
 */
export interface RateLimiter {
	/**
	 * Spends one token of `key`. Never waits, because threads that answer HTTP call it.
	 * @returns 0 when there was one, otherwise the seconds (> 0) until there will be.
	 */
	spend(key: string): number;
}
