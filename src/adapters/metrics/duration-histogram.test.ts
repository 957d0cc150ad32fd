import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { createDurationHistogram } from './duration-histogram.ts';

const options = { name: 'work_seconds', help: 'Work', boundsSeconds: [0.001, 0.01, 0.1] };
/** On bounds, between them, below the first and above the last. */
const durations = [0, 0.001, 0.0011, 0.01, 0.05, 0.1, 0.5, 30];

/** The output of prom-client's own histogram for the same durations, as reference. */
function createReference(): Registry {
	const registry = new Registry();
	const { name, help, boundsSeconds } = options;
	const histogram = new Histogram({
		name,
		help,
		labelNames: ['route', 'status'],
		buckets: [...boundsSeconds],
		registers: [registry],
	});
	for (const status of [200, 404]) for (const seconds of durations) histogram.observe({ route: '/a', status }, seconds);
	return registry;
}

function createOurs(): Registry {
	const registry = new Registry();
	const histogram = createDurationHistogram(registry, options);
	for (const status of [200, 404]) {
		const series = histogram.addSeries({ route: '/a', status });
		for (const seconds of durations) series.observe(seconds);
	}
	return registry;
}

describe('a histogram of durations', () => {
	it('says of durations what the histogram of the library says', async () => {
		assert.equal(await createOurs().metrics(), await createReference().metrics());
	});

	it('adds up over threads', async () => {
		const parts = [await createOurs().getMetricsAsJSON(), await createOurs().getMetricsAsJSON()];
		const references = [await createReference().getMetricsAsJSON(), await createReference().getMetricsAsJSON()];
		assert.equal(
			await AggregatorRegistry.aggregate(parts as object[]).metrics(),
			await AggregatorRegistry.aggregate(references as object[]).metrics(),
		);
	});

	it('shows nothing but its name before the first series', async () => {
		const registry = new Registry();
		createDurationHistogram(registry, options);
		assert.equal(await registry.metrics(), '# HELP work_seconds Work\n# TYPE work_seconds histogram\n');
	});
});
