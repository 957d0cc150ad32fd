/** The rate limits of a zone: in the memory of the one thread that serves it, or in memory that its threads share. */
import { createBucketMemory, openSharedTokenBuckets } from '../lib/shared-token-buckets.ts';
import { createTokenBuckets, type TokenBucketOptions, type TokenBuckets } from '../lib/token-bucket.ts';
import type { Settings } from './settings/settings.ts';

export interface ZoneLimits {
	/** By API key. */
	readonly keyBuckets: TokenBuckets;
	/** By widget or search engine and client address. */
	readonly publicBuckets: TokenBuckets;
	/** Pages, the OpenAPI document and metrics, by the client's network. */
	readonly pageBuckets: TokenBuckets;
	/** Forged tokens, by the client's network. */
	readonly refusalBuckets: TokenBuckets;
}

/** Can be handed to other threads. */
export interface ZoneLimitMemory {
	readonly seed: number;
	readonly memories: { readonly [name in keyof ZoneLimits]: SharedArrayBuffer };
}

/** @param seed a secret whole number of 32 bits. */
export function createZoneLimitMemory(seed: number): ZoneLimitMemory {
	const memories = {
		keyBuckets: createBucketMemory(),
		publicBuckets: createBucketMemory(),
		pageBuckets: createBucketMemory(),
		refusalBuckets: createBucketMemory(),
	};
	return { seed, memories };
}

/** Without memory the limits are those of the calling thread alone. */
export function createZoneLimits(settings: Settings, shared?: ZoneLimitMemory): ZoneLimits {
	const { rateLimitPerSecond, publicRateLimitPerSecond } = settings;
	const open = (name: keyof ZoneLimits, rate: TokenBucketOptions) =>
		shared === undefined
			? createTokenBuckets(rate)
			: openSharedTokenBuckets({ ...rate, memory: shared.memories[name], seed: shared.seed });
	return {
		keyBuckets: open('keyBuckets', { perSecond: rateLimitPerSecond, burst: 2 * rateLimitPerSecond }),
		publicBuckets: open('publicBuckets', { perSecond: publicRateLimitPerSecond, burst: publicRateLimitPerSecond }),
		// A page with all that it is made of is some ten requests, and many people may sit behind one address.
		pageBuckets: open('pageBuckets', { perSecond: publicRateLimitPerSecond, burst: 10 * publicRateLimitPerSecond }),
		// Ten a second are more than any mistake makes, and cost a hundredth of a core.
		refusalBuckets: open('refusalBuckets', { perSecond: rateLimitPerSecond === 0 ? 0 : 10, burst: 100 }),
	};
}
