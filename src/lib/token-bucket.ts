/**
 * Rate limits by token bucket: a key may spend `burst` tokens at once and gets `perSecond` of them back each second.
 *
 * Buckets that are full again say nothing, so a bounded table of the recent ones is enough: when it is full, the
 * least recently used bucket is forgotten, which can only be generous to its owner.
 */

export interface TokenBuckets {
	/** Spends one token of `key`. @returns 0 when there was one, else the seconds (> 0) until there will be. */
	spend(key: string, nowMs: number): number;
}

export interface TokenBucketOptions {
	/** Refill rate; 0 switches the limit off. */
	readonly perSecond: number;
	readonly burst: number;
	readonly keysMax?: number;
}

interface Bucket {
	tokens: number;
	atMs: number;
}

type Rate = Pick<TokenBucketOptions, 'perSecond' | 'burst'>;

/** What a bucket that had `tokens` at `atMs` has at `nowMs`. A clock that jumps back takes nothing away. */
export function countTokens(tokens: number, atMs: number, { nowMs, rate }: { nowMs: number; rate: Rate }): number {
	return Math.min(rate.burst, tokens + (Math.max(0, nowMs - atMs) * rate.perSecond) / 1000);
}

/** Seconds until there is a token; 0 when there is one. */
export function toWaitSeconds(tokens: number, { perSecond }: Rate): number {
	return tokens < 1 ? (1 - tokens) / perSecond : 0;
}

export function createTokenBuckets({ perSecond, burst, keysMax = 100_000 }: TokenBucketOptions): TokenBuckets {
	// A Map iterates in insertion order: re-inserting on use keeps the least recently used key first.
	const buckets = new Map<string, Bucket>();

	const rate = { perSecond, burst };

	function take(key: string, nowMs: number): Bucket {
		const bucket = buckets.get(key) ?? { tokens: burst, atMs: nowMs };
		buckets.delete(key);
		if (buckets.size >= keysMax) {
			const oldest = buckets.keys().next().value;
			if (oldest !== undefined) buckets.delete(oldest);
		}
		buckets.set(key, bucket);
		return bucket;
	}

	return {
		spend(key, nowMs) {
			if (perSecond === 0) return 0;
			const bucket = take(key, nowMs);
			bucket.tokens = countTokens(bucket.tokens, bucket.atMs, { nowMs, rate });
			bucket.atMs = nowMs;
			const waitSeconds = toWaitSeconds(bucket.tokens, rate);
			if (waitSeconds === 0) bucket.tokens -= 1;
			return waitSeconds;
		},
	};
}
