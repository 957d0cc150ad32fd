/**
 * Rate limits by token bucket: a key may spend `burst` tokens at once and gets `perSecond` of them back each second.
 *
 * Buckets that are full again say nothing, so a bounded table of the recent ones is enough: when it is full, the
 * least recently used bucket is forgotten, which can only be generous to its owner.
 */

export interface TokenBuckets {
	/** Spends one token of `key`. @returns 0 when there was one, else the seconds (> 0) until there will be. */
	spend(key: string, nowMs: number): number;
	/** @returns what `spend` would, and spends nothing. */
	look(key: string, nowMs: number): number;
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

export function createTokenBuckets({ perSecond, burst, keysMax = 100_000 }: TokenBucketOptions): TokenBuckets {
	// A Map iterates in insertion order: re-inserting on use keeps the least recently used key first.
	const buckets = new Map<string, Bucket>();

	function countTokens({ tokens, atMs }: Bucket, nowMs: number): number {
		return Math.min(burst, tokens + (Math.max(0, nowMs - atMs) * perSecond) / 1000);
	}

	function toWaitSeconds(tokens: number): number {
		return tokens < 1 ? (1 - tokens) / perSecond : 0;
	}

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
			bucket.tokens = countTokens(bucket, nowMs);
			bucket.atMs = nowMs;
			const waitSeconds = toWaitSeconds(bucket.tokens);
			if (waitSeconds === 0) bucket.tokens -= 1;
			return waitSeconds;
		},
		look(key, nowMs) {
			const bucket = buckets.get(key);
			return perSecond === 0 || bucket === undefined ? 0 : toWaitSeconds(countTokens(bucket, nowMs));
		},
	};
}
