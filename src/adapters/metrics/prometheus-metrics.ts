/** Metrics for Prometheus. Each HTTP thread counts its own; a scrape adds them up. */
import {
	AggregatorRegistry,
	Counter,
	collectDefaultMetrics,
	Gauge,
	Histogram,
	type MetricObjectWithValues,
	type MetricValue,
	Registry,
} from 'prom-client';
import type { Metrics } from '../../ports/metrics.ts';
import type { RecommenderState } from '../../ports/recommender.ts';
import { createDurationHistogram, type DurationSeries } from './duration-histogram.ts';
import { createEventLogGauges } from './event-log-gauges.ts';
import { createIndexerMetrics, type IndexerMeasure, type IndexesBuilding } from './indexer-metrics.ts';
import { createRecommenderGauges } from './recommender-gauges.ts';

/** What the process counts and reads, in addition to what use cases and requests count. */
export interface PrometheusMetrics extends Metrics {
	/** Counts a read that failed because the store is away, and was answered with what was known. */
	countStaleRead(): void;
	/** Notes a measure of the indexer of a zone. */
	observeIndexer(zone: string, measure: IndexerMeasure): void;
	/** Reports at every scrape which search indexes of a zone are not whole or fail, where no indexer of this process measures that. */
	watchBuilding(zone: string, readBuilding: () => Promise<IndexesBuilding>): void;
	/** Reports the state of a zone's recommender at every scrape; one that does not answer is not `up`. */
	watchRecommender(zone: string, readState: () => Promise<RecommenderState>): void;
	/**
	 * Reports at every scrape how long the readers of a zone's event log have been held up; for a store that has such a
	 * bound.
	 */
	watchEventLog(zone: string, readHorizonAgeMs: () => Promise<number>): void;
	/** Reports at every scrape how many processes have the database of a zone open; where there may be several. */
	watchNodes(zone: string, countNodes: () => Promise<number>): void;
	/** Reports at every scrape about how many events of a zone statistics do not include yet. */
	watchStatistics(zone: string, readLag: () => Promise<number>): void;
	/** Reports at every scrape how many lines of the log have been lost. */
	watchLog(readLostCount: () => number): void;
	/** Notes whether rate limits that should count on several nodes count on this one only. */
	observeAlone(isAlone: boolean): void;
	/** The counts of this thread, to be sent to another one and added up there. */
	readPart(): Promise<MetricsPart>;
	/** Everything that this thread and the others have counted, in Prometheus' text format. */
	read(others?: readonly MetricsPart[]): Promise<string>;
}

export type MetricsPart = readonly MetricObjectWithValues<MetricValue<string>>[];

/** @param threadNumber of the HTTP thread; 1 is the main one, which also measures the process. */
export function createPrometheusMetrics(threadNumber = 1): PrometheusMetrics {
	const registry = new Registry();
	if (threadNumber === 1) collectDefaultMetrics({ register: registry });
	const durations = createDurationHistogram(registry, {
		name: 'vitrine_http_request_duration_seconds',
		help: 'Time from the head of a request to the end of its answer',
		boundsSeconds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
	});
	const eventFailures = new Counter({
		name: 'vitrine_event_failures_total',
		help: 'Events that were answered with ERROR because the event store failed',
		registers: [registry],
	});
	/** Since the last scrape, by kind: adding to a number is faster than adding to a counter. */
	const newEvents = new Map<string, number>();
	new Counter({
		name: 'vitrine_events_total',
		help: 'Events that were recorded, by kind; not the purchases that the store makes of checkouts',
		labelNames: ['kind'],
		registers: [registry],
		collect() {
			for (const [kind, count] of newEvents) this.inc({ kind }, count);
			newEvents.clear();
		},
	});
	const lostEvents = new Counter({
		name: 'vitrine_search_events_lost_total',
		help: 'Searches, views and impressions that were not stored: the queue was full, or the event store failed',
		registers: [registry],
	});
	const connections = new Counter({
		name: 'vitrine_http_connections_total',
		help: 'Connections that an HTTP thread has accepted',
		labelNames: ['thread'],
		registers: [registry],
	}).labels(String(threadNumber));
	const searches = createSearchHistogram(registry);
	const { observe, ...gauges } = createGauges(registry, threadNumber);
	async function readOwn(): Promise<MetricsPart> {
		await observe();
		return registry.getMetricsAsJSON();
	}
	/** By method and status, then by route, so that no key has to be built. */
	const series = new Map<string, Map<string, DurationSeries>>();

	function seriesOf(method: string, status: number, route: string): DurationSeries {
		const outcome = method + status;
		const routes = series.get(outcome) ?? new Map<string, DurationSeries>();
		const known = routes.get(route);
		if (known !== undefined) return known;
		const fresh = durations.addSeries({ route, method, status });
		series.set(outcome, routes.set(route, fresh));
		return fresh;
	}

	return {
		observeRequest({ route, method, status, durationMs }) {
			seriesOf(method, status, route).observe(durationMs / 1000);
		},
		countEventFailure: () => eventFailures.inc(),
		countEvent(kind) {
			newEvents.set(kind, (newEvents.get(kind) ?? 0) + 1);
		},
		countLostEvents: (eventCount) => lostEvents.inc(eventCount),
		countStaleRead: createStaleReadCounter(registry),
		observeSearch: ({ queryName, durationMs }) => searches.labels(queryName).observe(durationMs / 1000),
		...gauges,
		countConnection: () => connections.inc(),
		watchLog: (readLostCount) => addLogCounter(registry, readLostCount),
		readPart: readOwn,
		async read(others = []) {
			const own = await readOwn();
			if (others.length === 0) return registry.metrics();
			return AggregatorRegistry.aggregate([own, ...others] as object[]).metrics();
		},
	};
}

function createSearchHistogram(registry: Registry): Histogram<'query_name'> {
	return new Histogram({
		name: 'vitrine_search_duration_seconds',
		help: 'Time of a search without HTTP, its items included, by the way of matching that answered',
		labelNames: ['query_name'],
		buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
		registers: [registry],
	});
}

function createStaleReadCounter(registry: Registry): () => void {
	const staleReads = new Counter({
		name: 'vitrine_stale_reads_total',
		help: 'Reads for searches and widgets that the database did not answer, and that what was known before stood in for',
		registers: [registry],
	});
	return () => staleReads.inc();
}

function addLogCounter(registry: Registry, readLostCount: () => number): void {
	new Counter({
		name: 'vitrine_log_lines_lost_total',
		help: 'Lines of the log that could not be written',
		registers: [registry],
		collect() {
			this.reset();
			this.inc(readLostCount());
		},
	});
}

/** What a scrape reads; in the main thread only. */
function createGauges(registry: Registry, threadNumber: number) {
	const recommenders = threadNumber === 1 ? createRecommenderGauges(registry) : undefined;
	const eventLogs = threadNumber === 1 ? createEventLogGauges(registry) : undefined;
	const indexers = threadNumber === 1 ? createIndexerMetrics(registry) : undefined;
	return {
		observeIndexer: (zone: string, measure: IndexerMeasure) => indexers?.note(zone, measure),
		watchBuilding: (zone: string, readBuilding: () => Promise<IndexesBuilding>) => indexers?.watch(zone, readBuilding),
		watchRecommender: (zone: string, readState: () => Promise<RecommenderState>) =>
			recommenders?.watch(zone, readState),
		watchEventLog: (zone: string, readAgeMs: () => Promise<number>) => eventLogs?.watchHorizon(zone, readAgeMs),
		watchNodes: (zone: string, countNodes: () => Promise<number>) => eventLogs?.watchNodes(zone, countNodes),
		watchStatistics: (zone: string, readLag: () => Promise<number>) => eventLogs?.watchStatistics(zone, readLag),
		observeAlone: createAloneGauge(registry),
		async observe() {
			await Promise.all([recommenders?.observe(), eventLogs?.observe(), indexers?.observe()]);
		},
	};
}

/** Without a value until it is first set, which a server that counts by itself never does. */
function createAloneGauge(registry: Registry): PrometheusMetrics['observeAlone'] {
	let gauge: Gauge | undefined;
	return (isAlone) => {
		gauge ??= new Gauge({
			name: 'vitrine_rate_limit_alone',
			help: '1 while rate limits that should count on several nodes count on this one only',
			registers: [registry],
		});
		gauge.set(isAlone ? 1 : 0);
	};
}
