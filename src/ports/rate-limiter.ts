/**
 * How often may a key call? Each has a bucket of tokens: it may spend as many as the bucket holds at once, and gets them
 * back at a steady rate. The rate, the size and the clock are the limiter's own.
 */
export interface RateLimiter {
	/**
	 * Spends one token of `key`. Never waits: it is asked on threads that answer HTTP.
	 * @returns 0 when there was one, else the seconds (> 0) until there will be.
	 */
	spend(key: string): number;
}
