/** The metrics of the process, for Prometheus. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { RecommenderState } from '../../ports/recommender.ts';
import { createRecommenderGauges } from './recommender-gauges.ts';

export interface Metrics {
	/** Counts one answered request; `route` is its pattern, so that ids do not make new series. */
	observeRequest(answer: {
		readonly route: string;
		readonly method: string;
		readonly status: number;
		readonly durationMs: number;
	}): void;
	/** Counts one event that could not be stored. */
	countEventFailure(): void;
	/** Counts one event that was recorded. */
	countEvent(kind: string): void;
	/** Counts queued events that will never be stored. */
	countLostEvents(eventCount: number): void;
	/** Tells with every read how far the recommender of a zone is; one that does not answer is not `up`. */
	watchRecommender(zone: string, readState: () => Promise<RecommenderState>): void;
	/** Everything in Prometheus' text format. */
	read(): Promise<string>;
}

export function createPrometheusMetrics(): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const durations = new Histogram({
		name: 'vitrine_http_request_duration_seconds',
		help: 'Time from the head of a request to the end of its answer',
		labelNames: ['method', 'route', 'status'],
		buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		registers: [registry],
	});
	const eventFailures = new Counter({
		name: 'vitrine_event_failures_total',
		help: 'Events that were answered with ERROR because the event store failed',
		registers: [registry],
	});
	const recordedEvents = new Counter({
		name: 'vitrine_events_total',
		help: 'Events that were recorded, by kind; not the purchases that the store makes of checkouts',
		labelNames: ['kind'],
		registers: [registry],
	});
	const lostEvents = new Counter({
		name: 'vitrine_search_events_lost_total',
		help: 'Searches, views and impressions that were not stored: the queue was full, or the event store failed',
		registers: [registry],
	});
	const recommenders = new Map<string, () => Promise<RecommenderState>>();
	const gauges = createRecommenderGauges(registry);
	// Finding a series by its labels costs more than observing it; there are as many as routes times statuses.
	const kinds = new Map<string, Counter.Internal>();
	const series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
	return {
		observeRequest({ route, method, status, durationMs }) {
			const name = `${method} ${status} ${route}`;
			const known = series.get(name) ?? durations.labels({ route, method, status });
			series.set(name, known);
			known.observe(durationMs / 1000);
		},
		countEventFailure: () => eventFailures.inc(),
		countEvent(kind) {
			const known = kinds.get(kind) ?? recordedEvents.labels({ kind });
			kinds.set(kind, known);
			known.inc();
		},
		countLostEvents: (eventCount) => lostEvents.inc(eventCount),
		watchRecommender: (zone, readState) => recommenders.set(zone, readState),
		async read() {
			await Promise.all([...recommenders].map(([zone, readState]) => gauges.observe(zone, readState)));
			return registry.metrics();
		},
	};
}
