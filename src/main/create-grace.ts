/** What one thread does while the store is away: it counts the answers that go by what was known, and says so in the log. */
import type { Logger } from 'pino';
import type { PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import type { Grace } from '../lib/grace.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import type { Database } from '../ports/database.ts';

export interface GraceParts {
	readonly metrics: Pick<PrometheusMetrics, 'countStaleRead'>;
	readonly logger: Pick<Logger, 'warn'>;
}

const logIntervalMs = 60_000;
const word = 'the database does not answer: searches and widgets go by what was known before';

export function createGrace({ invalidation }: Pick<Database, 'invalidation'>, { metrics, logger }: GraceParts): Grace {
	let nextLogMs = Number.NEGATIVE_INFINITY;
	return {
		graceMsMax: invalidation.graceMsMax ?? 0,
		onStale() {
			metrics.countStaleRead();
			const nowMs = readMonotonicMs();
			if (nowMs < nextLogMs) return;
			nextLogMs = nowMs + logIntervalMs;
			logger.warn({ graceMs: invalidation.graceMsMax }, word);
		},
	};
}
