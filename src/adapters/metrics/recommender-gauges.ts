/** How far the recommender of each zone is, as gauges. */
import { Gauge, type Registry } from 'prom-client';
import type { RecommenderState } from '../../ports/recommender.ts';

export interface RecommenderGauges {
	/** Asks and sets; waits no longer than `stateTimeoutMs`. */
	observe(zone: string, readState: () => Promise<RecommenderState>): Promise<void>;
}

const stateTimeoutMs = 1_000;

export function createRecommenderGauges(registry: Registry): RecommenderGauges {
	const createGauge = (name: string, help: string) =>
		new Gauge({ name: `vitrine_recommender_${name}`, help, labelNames: ['zone'], registers: [registry] });
	const up = createGauge('up', 'Whether the recommender of the zone answers');
	const behind = createGauge('events_behind', 'Events written that the models have not seen');
	const models = createGauge('models', 'Search engines whose models are in memory');
	const memory = createGauge('memory_bytes', 'Memory that the models take');
	const age = createGauge('snapshot_age_seconds', 'Since the oldest event that no snapshot of a model has');
	return {
		async observe(zone, readState) {
			const state = await orNothing(readState());
			up.set({ zone }, state === undefined ? 0 : 1);
			if (state === undefined) return;
			behind.set({ zone }, state.behindCount);
			models.set({ zone }, state.modelCount);
			memory.set({ zone }, state.memoryBytes);
			age.set({ zone }, state.snapshotAgeMs / 1000);
		},
	};
}

/** Nothing when it fails, or takes too long. */
async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
	const late = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => late.resolve(undefined), stateTimeoutMs);
	try {
		return await Promise.race([reading, late.promise]);
	} catch {
		// `up` says so; the recommender itself has told the log why.
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}
