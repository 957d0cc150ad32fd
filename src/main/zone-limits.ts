/** The rate limits of a zone, in memory that its HTTP threads share. */
import { randomBytes } from 'node:crypto';
import type { JoinLimiter } from '../adapters/rate-limiter/joint-rate-limits.ts';
import { createRateLimitMemory, openSharedRateLimiter } from '../adapters/rate-limiter/shared-rate-limiter.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { Settings } from './settings/settings.ts';

export interface ZoneLimits {
	/** By API key. */
	readonly keyLimiter: RateLimiter;
	/** By widget or search engine and client address. */
	readonly publicLimiter: RateLimiter;
	/** Pages, the OpenAPI document and metrics, by the client's network. */
	readonly pageLimiter: RateLimiter;
	/** Forged tokens, by the client's network. */
	readonly refusalLimiter: RateLimiter;
	/** Attempts to sign in, by the client's network. */
	readonly signInLimiter: RateLimiter;
	/** Guesses of a password, by what is guessed. */
	readonly guessLimiter: RateLimiter;
	/** Codes of second factors, by user. */
	readonly codeLimiter: RateLimiter;
}

/** Can be sent to other threads. */
export interface ZoneLimitMemory {
	readonly seed: number;
	readonly memories: { readonly [name in keyof ZoneLimits]: SharedArrayBuffer };
}

export function createZoneLimitMemory(): ZoneLimitMemory {
	const memories = {
		keyLimiter: createRateLimitMemory(),
		publicLimiter: createRateLimitMemory(),
		pageLimiter: createRateLimitMemory(),
		refusalLimiter: createRateLimitMemory(),
		signInLimiter: createRateLimitMemory(),
		guessLimiter: createRateLimitMemory(),
		codeLimiter: createRateLimitMemory(),
	};
	return { seed: randomBytes(4).readUInt32LE(), memories };
}

type Rate = { readonly perSecond: number; readonly burst: number };

export interface ZoneLimitsOptions {
	readonly settings: Settings;
	readonly limits: ZoneLimitMemory;
	readonly clock: Pick<Clock, 'monotonicMs'>;
	readonly joinLimiter: JoinLimiter;
}

/**
 * What more nodes than these spend beyond a limit, before they hear of each other, is forgotten instead of being paid back.
 */
const nodesMax = 16;
const tokensMax = 60_000_000;

export function openZoneLimits(zone: ZoneName, options: ZoneLimitsOptions): ZoneLimits {
	const { settings, limits, clock, joinLimiter } = options;
	const { seed, memories } = limits;
	const { monotonicMs } = clock;
	const { rateLimitPerSecond, publicRateLimitPerSecond } = settings;
	const isOff = rateLimitPerSecond === 0;
	const open = (name: keyof ZoneLimits, rate: Rate) => {
		const debtMax = settings.redisUrl === undefined ? 0 : Math.min((nodesMax - 1) * rate.burst, tokensMax - rate.burst);
		const limiter = openSharedRateLimiter({ ...rate, debtMax, memory: memories[name], seed, monotonicMs });
		return joinLimiter(`${zone} ${name}`, limiter);
	};
	return {
		keyLimiter: open('keyLimiter', { perSecond: rateLimitPerSecond, burst: 2 * rateLimitPerSecond }),
		publicLimiter: open('publicLimiter', { perSecond: publicRateLimitPerSecond, burst: publicRateLimitPerSecond }),
		// A page with its assets takes some ten requests, and many people may share one address.
		pageLimiter: open('pageLimiter', { perSecond: publicRateLimitPerSecond, burst: 10 * publicRateLimitPerSecond }),
		// Ten a second are more than any mistake causes, and cost a hundredth of a core.
		refusalLimiter: open('refusalLimiter', { perSecond: isOff ? 0 : 10, burst: 100 }),
		// An office shares one address, and people mistype.
		signInLimiter: open('signInLimiter', { perSecond: isOff ? 0 : 0.5, burst: 30 }),
		// 5,760 guesses a day at most: of random passwords of the shortest length that is allowed, there are more.
		guessLimiter: open('guessLimiter', { perSecond: isOff ? 0 : 1 / 15, burst: 4 }),
		// 293 guesses a day at most, of which each hits one of three codes in a million: once in three years.
		codeLimiter: open('codeLimiter', { perSecond: isOff ? 0 : 1 / 300, burst: 5 }),
	};
}
