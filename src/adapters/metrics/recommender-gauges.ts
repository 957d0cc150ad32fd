/** The state of each zone's recommender, as gauges. */
import { Gauge, type Registry } from 'prom-client';
import type { RecommenderState } from '../../ports/recommender.ts';
import { type WatchedGauges, watchZones } from './watched-gauges.ts';

export function createRecommenderGauges(registry: Registry): WatchedGauges<RecommenderState> {
	const createGauge = (name: string, help: string) =>
		new Gauge({ name: `vitrine_recommender_${name}`, help, labelNames: ['zone'], registers: [registry] });
	const up = createGauge('up', 'Whether the recommender of the zone answers');
	const behind = createGauge('events_behind', 'Events written that the models have not seen');
	const models = createGauge('models', 'Search engines whose models are in memory');
	const memory = createGauge('memory_bytes', 'Memory that the models take');
	const age = createGauge('snapshot_age_seconds', 'Since the oldest event that no snapshot of a model has');
	return watchZones((zone, state) => {
		up.set({ zone }, state === undefined ? 0 : 1);
		if (state === undefined) return;
		behind.set({ zone }, state.behindCount);
		models.set({ zone }, state.modelCount);
		memory.set({ zone }, state.memoryBytes);
		age.set({ zone }, state.snapshotAgeMs / 1000);
	});
}
