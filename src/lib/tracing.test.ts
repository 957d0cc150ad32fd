import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { FailureError, fail } from './failure.ts';
import { beginTracing, endTracing, traceCall, traceCalls, traceJob, traceStep } from './tracing.ts';

function begin(): InMemorySpanExporter {
	const exporter = new InMemorySpanExporter();
	const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
	beginTracing(provider.getTracer('test'), { own: 'this thread' });
	return exporter;
}

afterEach(endTracing);

describe('spans', () => {
	it('are none without tracing, and nothing is wrapped', async () => {
		const target = { find: async () => 1 };
		assert.equal(traceCalls('items', target), target);
		assert.equal(await traceCall({ name: 'x' }, target.find), 1);
		assert.equal(await traceJob('x', target.find), 1);
	});

	it('are of functions that answer later, by the names of their objects', async () => {
		const exporter = begin();
		const target = traceCalls('items', { find: async (id: string) => id, list: () => [1] });
		assert.equal(await target.find('a'), 'a');
		assert.deepEqual(target.list(), [1]);
		const spans = exporter.getFinishedSpans();
		assert.deepEqual(
			spans.map(({ name, attributes }) => [name, attributes]),
			[['items.find', { own: 'this thread' }]],
		);
	});

	it('say which error there was, and not its message', async () => {
		const exporter = begin();
		const secret = 'Key (email)=(a@b.example) already exists';
		const failures = [
			new FailureError(fail('unavailable').failure, { cause: new Error(secret) }),
			Object.assign(new Error(secret), { code: '23505' }),
			new TypeError(secret),
		];
		for (const error of failures) await assert.rejects(traceCall({ name: 'x' }, () => Promise.reject(error)));
		assert.throws(() =>
			traceStep({ name: 'x' }, () => {
				throw failures[2];
			}),
		);
		const spans = exporter.getFinishedSpans();
		assert.deepEqual(
			spans.map(({ attributes }) => attributes['error.type']),
			['unavailable', '23505', 'TypeError', 'TypeError'],
		);
		assert(
			spans.every(({ status, events }) => status.code === 2 && status.message === undefined && events.length === 0),
		);
	});
});
