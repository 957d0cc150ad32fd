/** One rate limit for all nodes of an installation, by Redis; see `adapters/rate-limiter/joint-rate-limits.ts`. */
import type { Logger } from 'pino';
import { createBucketNames } from '../adapters/crypto/bucket-names.ts';
import { type ServerKeys, toSealingKey } from '../adapters/crypto/server-keys.ts';
import type { PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import { createJointCounting, type JoinLimiter, joinLimiter } from '../adapters/rate-limiter/joint-rate-limits.ts';
import type { SharedRateLimiter } from '../adapters/rate-limiter/shared-rate-limiter.ts';
import { createSpentTokens, type Spent, type SpentTokens } from '../adapters/rate-limiter/spent-tokens.ts';
import { parseRedisUrl, type RedisAddress } from '../adapters/redis/redis-url.ts';
import type { RateExchange } from '../ports/rate-exchange.ts';
import type { Settings } from './settings/settings.ts';

/** Twice, in a thread beside the main one: once there, and once in the main thread. */
const pauseMs = 25;
const keysMax = 5_000;
const connectTimeoutMs = 2_000;
const answerTimeoutMs = 1_000;

export interface JointLimits {
	readonly join: JoinLimiter;
	/** What another thread has spent. */
	add(spent: Spent): void;
	close(): Promise<void>;
}

interface JointLimitsParts {
	readonly serverKeys: ServerKeys;
	readonly logger: Logger;
	readonly metrics: Pick<PrometheusMetrics, 'observeAlone'>;
}

/** In the main thread, which has the connection. Without Redis, limiters are left as they are. */
export async function openJointLimits({ redisUrl }: Settings, parts: JointLimitsParts): Promise<JointLimits> {
	const address = redisUrl === undefined ? undefined : parseRedisUrl(redisUrl);
	if (address === undefined)
		return { join: (_, limiter) => limiter, add: () => undefined, close: async () => undefined };
	const exchange = await startExchange(address, parts);
	const limiters = new Map<string, SharedRateLimiter>();
	const deliver = createJointCounting({
		exchange,
		limiters,
		toName: createBucketNames(toSealingKey(parts.serverKeys)),
	});
	const spentTokens = createSpentTokens({ deliver, pauseMs, keysMax });
	return {
		join(name, limiter) {
			limiters.set(name, limiter);
			return joinLimiter(name, limiter, spentTokens);
		},
		add(spent) {
			for (const [name, keys] of spent) {
				for (const [key, tokenCount] of keys) spentTokens.note(name, key, tokenCount);
			}
		},
		async close() {
			spentTokens.stop();
			await exchange.close();
		},
	};
}

/** In another thread, which tells the main one what it spends. */
export function createJoinLimiter({ redisUrl }: Settings, tell: (spent: Spent) => void): JoinLimiter {
	if (redisUrl === undefined) return (_, limiter) => limiter;
	const spentTokens: SpentTokens = createSpentTokens({ deliver: async (spent) => tell(spent), pauseMs, keysMax });
	return (name, limiter) => joinLimiter(name, limiter, spentTokens);
}

async function startExchange(
	address: RedisAddress,
	{ logger, metrics }: Omit<JointLimitsParts, 'serverKeys'>,
): Promise<RateExchange> {
	const { startRedisRateExchange } = await import('../adapters/redis/redis-rate-exchange.ts');
	metrics.observeAlone(true);
	return startRedisRateExchange({
		...{ address, connectTimeoutMs, answerTimeoutMs, random: Math.random },
		onAlone(reason) {
			metrics.observeAlone(true);
			logger.warn({ reason }, 'rate limits count on this node only');
		},
		onTogether() {
			metrics.observeAlone(false);
			logger.info('rate limits count on all nodes together');
		},
	});
}
