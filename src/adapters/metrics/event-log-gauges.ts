/**
 * A gauge of how long readers of each zone's event log have been held up; without a value while the store does not
 * answer.
 */
import { Gauge, type Registry } from 'prom-client';
import { type WatchedGauges, watchZones } from './watched-gauges.ts';

/** Watches for how long, in ms, a transaction has been holding up the readers of a zone's log. */
export function createEventLogGauges(registry: Registry): WatchedGauges<number> {
	const age = new Gauge({
		name: 'vitrine_event_log_horizon_age_seconds',
		help: 'How long the oldest transaction has been open behind which readers of the event log cannot see',
		labelNames: ['zone'],
		registers: [registry],
	});
	return watchZones((zone, ageMs) => {
		if (ageMs === undefined) age.remove({ zone });
		else age.set({ zone }, ageMs / 1000);
	});
}
