import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTracingPlan } from './tracing-plan.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('the variables of OpenTelemetry', () => {
	it('switch traces on only by an address', () => {
		assert.equal(readTracingPlan({}).kind, 'off');
		assert.equal(readTracingPlan({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }).kind, 'off');
		assert.equal(readTracingPlan(endpoint).kind, 'on');
		assert.equal(readTracingPlan({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/v1/traces' }).kind, 'on');
	});

	it('switch traces off again', () => {
		assert.equal(readTracingPlan({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }).kind, 'off');
		assert.equal(readTracingPlan({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).kind, 'off');
	});

	it('refuse what there is not', () => {
		for (const [name, value] of Object.entries({
			OTEL_TRACES_EXPORTER: 'zipkin',
			OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
			OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
			OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
		})) {
			const reading = readTracingPlan({ ...endpoint, [name]: value });
			assert(reading.kind === 'refused' && reading.problem.includes(name.replace('TRACES_PROTOCOL', 'PROTOCOL')), name);
		}
	});

	it('choose the sampler, and report what cannot be used', () => {
		const read = (more: Record<string, string>) => {
			const reading = readTracingPlan({ ...endpoint, ...more });
			assert(reading.kind === 'on');
			return { sampler: reading.plan.sampler, ratio: reading.plan.ratio, problemCount: reading.problems.length };
		};
		assert.deepEqual(read({}), { sampler: 'parentbased_always_on', ratio: 1, problemCount: 0 });
		assert.deepEqual(read({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }), {
			...{ sampler: 'traceidratio', ratio: 0.25, problemCount: 0 },
		});
		assert.deepEqual(read({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }), {
			...{ sampler: 'parentbased_traceidratio', ratio: 1, problemCount: 1 },
		});
		assert.equal(read({ OTEL_TRACES_SAMPLER: 'sometimes', OTEL_BSP_MAX_QUEUE_SIZE: 'many' }).problemCount, 2);
	});
});
