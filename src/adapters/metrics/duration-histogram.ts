/**
 * A histogram of durations for what happens ten thousand times a second. prom-client's own histogram looks up labels and
 * buckets by their text at every observation, which takes longer than anything else that is counted for a request. This
 * one adds to numbers, and makes texts only when it is read.
 */
import type { Metric, MetricValueWithName, Registry } from 'prom-client';

export interface DurationHistogramOptions {
	readonly name: string;
	readonly help: string;
	/** Upper bounds of the buckets, ascending; greater values count only in `+Inf`. */
	readonly boundsSeconds: readonly number[];
}

/** Counts of one combination of labels. */
export interface DurationSeries {
	observe(seconds: number): void;
}

export interface DurationHistogram {
	/** A new series; must not be called twice with the same labels. */
	addSeries(labels: Readonly<Record<string, string | number>>): DurationSeries;
}

interface Series extends DurationSeries {
	read(): readonly MetricValueWithName<string>[];
}

/** Registers the histogram with `registry`. */
export function createDurationHistogram(registry: Registry, options: DurationHistogramOptions): DurationHistogram {
	const { name, help } = options;
	const all: Series[] = [];
	const metric = {
		name,
		async get() {
			const values = all.flatMap((series) => series.read());
			return { name, help, type: 'histogram', aggregator: 'sum', values };
		},
	};
	// A registry uses only this much of a metric, but the type names the classes of prom-client.
	registry.registerMetric(metric as unknown as Metric);
	return {
		addSeries(labels) {
			const series = createSeries(labels, options);
			all.push(series);
			return series;
		},
	};
}

function createSeries(
	labels: Readonly<Record<string, string | number>>,
	{ name, boundsSeconds }: DurationHistogramOptions,
): Series {
	/** For each bucket without those below it, and for values above all of them. */
	const counts = new Float64Array(boundsSeconds.length + 1);
	let sum = 0;
	return {
		observe(seconds) {
			let bucket = 0;
			while (bucket < boundsSeconds.length && seconds > (boundsSeconds[bucket] as number)) bucket += 1;
			counts[bucket] = (counts[bucket] as number) + 1;
			sum += seconds;
		},
		read() {
			let count = 0;
			const buckets = [...boundsSeconds, '+Inf'].map((le, bucket) => {
				count += counts[bucket] as number;
				return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` };
			});
			return [
				...buckets,
				{ labels: { ...labels }, value: sum, metricName: `${name}_sum` },
				{ labels: { ...labels }, value: count, metricName: `${name}_count` },
			];
		},
	};
}
