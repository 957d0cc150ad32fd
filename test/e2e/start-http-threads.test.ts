import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createServerKeys } from '../../src/adapters/crypto/server-keys.ts';
import { createPrometheusMetrics } from '../../src/adapters/metrics/prometheus-metrics.ts';
import type { FromHttpThread } from '../../src/main/http-thread-messages.ts';
import { startHttpThreads } from '../../src/main/start-http-threads.ts';

/** Two threads beside the main one that run this code, with `tell` and `port` given. */
function start(code: string) {
	const lost = Promise.withResolvers<Error>();
	const lines: string[] = [];
	const threads = startHttpThreads({
		threadCount: 2,
		settings: {} as never,
		serverKeys: createServerKeys(new Uint8Array(32)),
		operatorToken: '',
		zones: [{ services: { zone: 'eu1' }, link: () => ({ link: { zone: 'eu1' }, ports: [] }) }] as never,
		metrics: createPrometheusMetrics(),
		readBrowserFiles: async () => [],
		writeLog: (line) => lines.push(line),
		onSpent: () => undefined,
		onLost: lost.resolve,
		startWorker: () =>
			new Worker(
				`const { parentPort: port } = require('node:worker_threads');
				const tell = (message) => port.postMessage(message);
				${code}`,
				{ eval: true },
			),
	});
	return { threads, lost: lost.promise, lines };
}

const listening = JSON.stringify({ kind: 'listening' } satisfies FromHttpThread);

test('a thread that dies is reported with its error', async () => {
	const { threads, lost } = start(
		`port.on('message', ({ kind }) => {
			if (kind === 'stop') port.close();
			else { tell(${listening}); setImmediate(() => { throw new Error('broken') }); }
		});`,
	);
	await threads.listen(80);
	const error = await lost;
	assert.match(error.message, /HTTP thread [23] ended with code 1/);
	assert.match(String(error.cause), /broken/);
	await threads.stop();
});

test('a thread that cannot listen makes listening fail with its error', async () => {
	const { threads } = start(`port.on('message', ({ kind }) => {
		if (kind === 'listen') throw new Error('EADDRINUSE');
		port.close();
	});`);
	await assert.rejects(threads.listen(80), /EADDRINUSE/);
	await threads.stop();
});

test('threads that were told to end are not reported, and their last log lines are written', async () => {
	const { threads, lost, lines } = start(`port.on('message', ({ kind }) => {
		tell(kind === 'listen' ? ${listening} : { kind: 'log', line: 'bye' });
		if (kind === 'stop') port.close();
	});`);
	await threads.listen(80);
	await threads.stop();
	assert.deepEqual(lines, ['bye', 'bye']);
	assert.equal(await Promise.race([lost, 'nothing']), 'nothing');
});

test('metrics are there even when a thread has no time to tell what it has counted', async () => {
	const { threads } = start(`port.on('message', ({ kind }) => kind === 'stop' && port.close());`);
	assert.match(await threads.readMetrics(), /vitrine_http_connections_total/);
	await threads.stop();
});
