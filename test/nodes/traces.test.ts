/** Traces of two servers on one database: what each of them makes of a write leads back to the call, wherever it was answered. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '../support/api.ts';
import { startCluster, type TestCluster, waitUntilReady } from '../support/cluster.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { waitFor } from '../support/wait-for.ts';

const ids = { written: 'a'.repeat(32), carted: 'c'.repeat(32), unsampled: 'd'.repeat(32) };
let receiver: OtlpReceiver;
let cluster: TestCluster;

before(async () => {
	receiver = await startOtlpReceiver();
	cluster = await startCluster(2, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '20' });
	for (const node of cluster.nodes) await waitUntilReady(node);
});
after(async () => {
	await cluster[Symbol.asyncDispose]();
	await receiver[Symbol.asyncDispose]();
});

const toHeaders = (traceId: string, flags = '01') => ({ traceparent: `00-${traceId}-${'b'.repeat(16)}-${flags}` });
const pids = () => cluster.nodes.map(({ server }) => server.process.pid);

/** Calls until batches of each server are linked to the trace: one that reads by itself, before it is told, has no link. */
async function waitForLinks(follower: string, traceId: string, call: () => Promise<void>): Promise<void> {
	const isLinked = () =>
		receiver.spans.filter(
			({ name, links }) => name === `follow ${follower}` && links.some((link) => link.traceId === traceId),
		);
	await waitFor(
		`a link to ${traceId} from both servers`,
		async () => {
			await call();
			await pause(200);
			return isLinked().map(({ resource }) => resource['process.pid']);
		},
		(found) => pids().every((pid) => found.includes(pid)),
	);
	for (const { links } of isLinked()) {
		const link = links.find((each) => each.traceId === traceId);
		await waitFor('the call that is linked', () =>
			receiver.spans.some((span) => span.traceId === traceId && span.spanId === link?.spanId),
		);
	}
}

describe('what servers follow', () => {
	it('is linked to the call that wrote an item', async () => {
		const { nodes, firstRun } = cluster;
		const api = createApi(nodes[0]?.server.url ?? assert.fail(), firstRun.key);
		const items = `/api/v2/search_engines/${firstRun.hashid}/indices/product/items`;
		const write = async (headers: Readonly<Record<string, string>>) => {
			const { status, text } = await api.call(items, { method: 'POST', body: { title: 'Traced' }, headers });
			assert.equal(status, 201, text);
		};
		await write(toHeaders(ids.unsampled, '00'));
		await waitForLinks('search index', ids.written, () => write(toHeaders(ids.written)));
		const linked = receiver.spans.flatMap(({ links }) => links).map(({ traceId }) => traceId);
		assert(!linked.includes(ids.unsampled));
	});

	it('is linked to the call that put something into a cart', async () => {
		const { nodes, firstRun } = cluster;
		const api = createApi(nodes[1]?.server.url ?? assert.fail());
		const found = await api.call(`/6/${firstRun.hashid}/_search?query=rug`);
		const [{ dfid, title }] = found.json.results;
		await waitForLinks('models', ids.carted, async () => {
			const { json } = await api.call(`/api/widget/${firstRun.widget_id}/cart`, {
				method: 'POST',
				body: { session_id: 'traced', dfid, title, amount: 1, price: 9.5 },
				headers: toHeaders(ids.carted),
			});
			assert.equal(json.status, 'OK');
		});
	});
});
