/** Gauges of the readers of each zone's event log; without a value while the store does not answer. */
import { Gauge, type Registry } from 'prom-client';
import { type WatchedGauges, watchZones } from './watched-gauges.ts';

export interface EventLogGauges extends Pick<WatchedGauges<number>, 'observe'> {
	/** Watches for how long, in ms, a transaction has been holding up the readers of a zone's log. */
	readonly watchHorizon: WatchedGauges<number>['watch'];
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
	return {
		watchHorizon: (zone, readAgeMs) => age.watch(zone, async () => (await readAgeMs()) / 1000),
		watchStatistics: lag.watch,
		async observe() {
			await Promise.all([age.observe(), lag.observe()]);
		},
	};
}

function watchNumber(gauge: Gauge<'zone'>): WatchedGauges<number> {
	return watchZones((zone, value) => {
		if (value === undefined) gauge.remove({ zone });
		else gauge.set({ zone }, value);
	});
}
