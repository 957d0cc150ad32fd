/** Gauges of each zone's store: the readers of its event log, and the nodes on it; without a value while the store does not answer. */
import { Gauge, type Registry } from 'prom-client';
import { type WatchedGauges, watchZones } from './watched-gauges.ts';

export interface EventLogGauges extends Pick<WatchedGauges<number>, 'observe'> {
	/** Watches for how long, in ms, a transaction has been holding up the readers of a zone's log. */
	readonly watchHorizon: WatchedGauges<number>['watch'];
	/** Watches how many processes have the database open. */
	readonly watchNodes: WatchedGauges<number>['watch'];
	/** Watches how many events statistics do not include yet. */
	readonly watchStatistics: WatchedGauges<number>['watch'];
}

export function createEventLogGauges(registry: Registry): EventLogGauges {
	const age = watchNumber(
		new Gauge({
			name: 'vitrine_event_log_horizon_age_seconds',
			help: 'How long the oldest transaction has been open behind which readers of the event log cannot see',
			labelNames: ['zone'],
			registers: [registry],
		}),
	);
	const lag = watchNumber(
		new Gauge({
			name: 'vitrine_statistics_lag_events',
			help: 'About how many events are not counted in statistics yet',
			labelNames: ['zone'],
			registers: [registry],
		}),
	);
	const nodes = watchNumber(
		new Gauge({
			name: 'vitrine_nodes',
			help: 'How many processes have the database open',
			labelNames: ['zone'],
			registers: [registry],
		}),
	);
	return {
		watchNodes: nodes.watch,
		watchHorizon: (zone, readAgeMs) => age.watch(zone, async () => (await readAgeMs()) / 1000),
		watchStatistics: lag.watch,
		async observe() {
			await Promise.all([age.observe(), lag.observe(), nodes.observe()]);
		},
	};
}

function watchNumber(gauge: Gauge<'zone'>): WatchedGauges<number> {
	return watchZones((zone, value) => {
		if (value === undefined) gauge.remove({ zone });
		else gauge.set({ zone }, value);
	});
}
