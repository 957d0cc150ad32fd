/**
 * One rate limit for several nodes.
 *
 *     HTTP thread   spend ──► words in shared memory          says at once whether there is a token
 *                     └─────► tokens spent, by key ──┐
 *     main thread                                    ▼
 *                     words ◄── raiseMissing ◄── exchange ◄──► what all nodes have spent
 *
 * Each node decides by what it knows, and no request waits for another node. What is decided meanwhile by all of them may be
 * more than the limit allows; it is counted nevertheless, so that the buckets are in debt until it is paid back. With
 * N nodes, B tokens in a bucket and R that come back a second, all nodes together admit in t seconds no more than
 *
 *     B + R t + what all but one admit before they hear of each other
 *
 * of a key: the last term is no more than (N − 1) B, and no more than clients send in that time. It is there once, not once
 * in every second. A node is stricter than one bucket for all would be by no more than what comes back of its calls until it has
 * heard the answer for them: they count from then.
 */
import type { RateExchange } from '../../ports/rate-exchange.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { SharedRateLimiter } from './shared-rate-limiter.ts';
import type { Spent, SpentTokens } from './spent-tokens.ts';

/** A limiter by its name, which is the same on all nodes, that also tells of what is spent. */
export type JoinLimiter = (name: string, limiter: SharedRateLimiter) => RateLimiter;

export function joinLimiter(name: string, limiter: SharedRateLimiter, spentTokens: SpentTokens): RateLimiter {
	if (limiter.isOff) return limiter;
	return {
		spend(key) {
			const waitSeconds = limiter.spend(key);
			if (waitSeconds === 0) spentTokens.note(name, key, 1);
			return waitSeconds;
		},
	};
}

export interface JointCountingOptions {
	readonly exchange: RateExchange;
	/** By name. */
	readonly limiters: ReadonlyMap<string, SharedRateLimiter>;
	/** Names a bucket for the other nodes. */
	readonly toName: (limiter: string, key: string) => string;
}

/** Tells the other nodes what this one has spent, and takes what they have spent from its buckets. */
export function createJointCounting({ exchange, limiters, toName }: JointCountingOptions) {
	return async (spent: Spent): Promise<void> => {
		if (exchange.isAlone()) return;
		const buckets = [...spent].flatMap(([name, keys]) => {
			const limiter = limiters.get(name);
			if (limiter === undefined) return [];
			return [...keys].map(([key, tokenCount]) => ({
				...{ limiter, key },
				spending: { name: toName(name, key), costMs: tokenCount * limiter.tokenMs, missingMsMax: limiter.missingMsMax },
			}));
		});
		const missing = await exchange.exchange(buckets.map(({ spending }) => spending));
		if (missing === undefined) return;
		for (const [index, { limiter, key }] of buckets.entries()) limiter.raiseMissing(key, missing[index] ?? 0);
	};
}
