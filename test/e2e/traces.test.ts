/** Traces by OpenTelemetry, as a receiver gets them: from the request to the statement, across threads, without secrets. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

let receiver: OtlpReceiver;
let server: TestServer;
let api: Api;
before(async () => {
	receiver = await startOtlpReceiver();
	server = await startServer({
		environment: {
			OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
			OTEL_EXPORTER_OTLP_HEADERS: 'x-receiver-key=of-the-receiver',
			OTEL_SERVICE_NAME: 'shop-search',
			OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
			OTEL_BSP_SCHEDULE_DELAY: '20',
			VITRINE_OPERATOR_TOKEN: 'an-operator-token-that-is-long-enough',
			VITRINE_HTTP_THREADS: '2',
		},
	});
	api = createApi(server.url, shop().key);
	await waitFor('whole indexes', async () => (await api.call('/health/ready')).status === 200);
});
after(async () => {
	await server[Symbol.asyncDispose]();
	await receiver[Symbol.asyncDispose]();
});

function shop() {
	return server.firstRun ?? assert.fail('there is no demo shop');
}

let traceCount = 0;
/** What a client sends that is itself traced. */
function beginTrace() {
	traceCount += 1;
	const traceId = traceCount.toString(16).padStart(32, 'a');
	const spanId = traceCount.toString(16).padStart(16, 'b');
	return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

const ofTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

/** The names from the root to the span; the root's parent is the client's span. */
function toPath(span: ReceivedSpan): readonly string[] {
	const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
	return parent === undefined ? [span.name] : [...toPath(parent), span.name];
}

/** Whether a trace leads to a span: by being of it, or by a link of what the span is part of, as one commit is for several calls. */
function leadsTo(traceId: string, span: ReceivedSpan): boolean {
	if (span.traceId === traceId || span.links.some((link) => link.traceId === traceId)) return true;
	const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
	return parent !== undefined && leadsTo(traceId, parent);
}

/** Waits for the span and all above it in the trace. */
function waitForSpan(traceId: string, isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
	const find = () => {
		const found = receiver.spans.find((span) => isWanted(span) && leadsTo(traceId, span));
		const hasRoot = ofTrace(traceId).some(({ kind }) => kind === 2);
		return hasRoot ? found : undefined;
	};
	return waitFor(`a span of ${traceId}`, find) as Promise<ReceivedSpan>;
}

const isStatement = ({ attributes }: ReceivedSpan) => attributes['db.system.name'] !== undefined;

describe('traces', () => {
	it('lead from a search over its use case to its statements, and go on with the trace of the client', async () => {
		const path = `/6/${shop().hashid}/_search`;
		const ask = async () => {
			const begun = beginTrace();
			const { status } = await api.call(`${path}?query=private+words`, { headers: begun.headers });
			return { ...begun, status };
		};
		// Each HTTP thread gets the index by itself.
		const { traceId, spanId } = await waitFor('an answer', ask, ({ status }) => status === 200);
		const statement = await waitForSpan(traceId, (span) => isStatement(span) && toPath(span).length > 3);
		assert.deepEqual(toPath(statement).slice(0, 2), ['GET /6/:hashid/_search', 'search.products.search']);
		assert(ofTrace(traceId).some(({ name }) => name === 'search_index.search'));
		assert.equal(statement.kind, 3);
		assert.match(String(statement.attributes['db.query.text']), /^select .*\bfrom "/);
		assert.equal(statement.name, statement.attributes['db.query.summary']);
		const root = ofTrace(traceId).find(({ kind }) => kind === 2);
		assert.equal(root?.parentSpanId, spanId);
		const { attributes } = root;
		assert.deepEqual(
			[attributes['http.request.method'], attributes['http.route'], attributes['url.path'], attributes['url.scheme']],
			['GET', '/6/:hashid/_search', path, 'http'],
		);
		assert.equal(attributes['http.response.status_code'], 200);
		assert.equal(attributes['vitrine.search_engine'], shop().hashid);
		assert.equal(root.resource['service.name'], 'shop-search');
		assert.equal(root.resource['deployment.environment.name'], 'test');
		assert.match(String(root.resource['service.version']), /^\d+\.\d+\.\d+/);
	});

	it('lead from a write to its statement and its commit, in whichever thread they are', async () => {
		const { traceId, headers } = beginTrace();
		const items = `/api/v2/search_engines/${shop().hashid}/indices/product/items`;
		const written = await api.call(items, {
			method: 'POST',
			body: { id: 'traced', title: 'A private title' },
			headers,
		});
		assert.equal(written.status, 201);
		await waitForSpan(traceId, ({ name }) => name === 'COMMIT');
		const statement = await waitForSpan(traceId, (span) => toPath(span).includes('items.write') && isStatement(span));
		const route = 'POST /api/v2/search_engines/:hashid/indices/:name/items';
		assert.equal(toPath(statement)[0], route);
		const isOfFile = statement.attributes['db.system.name'] === 'sqlite';
		if (isOfFile) assert.equal(statement.attributes['thread.name'], 'writer');
		else assert.equal(typeof statement.attributes['server.address'], 'string');
	});

	it('lead from a widget to the thread of the models', async () => {
		const { traceId, headers } = beginTrace();
		const path = `/api/widget/${shop().widget_id}`;
		await api.call(path, { method: 'POST', body: { current_url: 'https://shop.example/' }, headers });
		const found = await waitForSpan(traceId, ({ name }) => name === 'recommender.find');
		assert.equal(found.attributes['thread.name'], 'recommender');
		assert.equal(toPath(found).at(-2), 'recommender.findCandidates');
	});

	it('show what followers apply, with how far they were behind', async () => {
		const isOf = (follower: string) => (span: ReceivedSpan) => span.attributes['vitrine.follower'] === follower;
		const find = (follower: string) => waitFor(follower, () => receiver.spans.find(isOf(follower)));
		const index = await find('search index');
		assert.equal(index?.attributes['thread.name'], 'indexer');
		assert(Number(index.attributes['vitrine.follower.lag_changes']) > 0);
		const models = await find('models');
		assert(Number(models?.attributes['vitrine.follower.lag_ms']) >= 0);
		assert.equal((await find('statistics'))?.parentSpanId, '');
	});

	it('show background jobs that do something', async () => {
		const job = await waitFor('a job', () => receiver.spans.find(({ name }) => name === 'job garbage collection'));
		const parts = () => receiver.spans.filter(({ traceId }) => traceId === job?.traceId);
		await waitFor('its statements', () => parts().find(isStatement));
	});

	it('have the status of the answer; a mistake of the client is no error', async () => {
		const { traceId, headers } = beginTrace();
		const answer = await api.call(`/6/${'0'.repeat(32)}/_search?query=x`, { headers });
		assert.equal(answer.status, 404);
		const root = await waitForSpan(traceId, ({ kind }) => kind === 2);
		assert.equal(root.attributes['http.response.status_code'], 404);
		assert.equal(root.status, 0);
	});

	it('do not show probes, keys, tokens, queries, texts or values', async () => {
		await api.call('/health/ready');
		const operator = createApi(server.url, 'an-operator-token-that-is-long-enough');
		const { traceId, headers } = beginTrace();
		await operator.call(`/api/admin/v1/accounts/${'f'.repeat(40)}`, { headers });
		const { attributes } = await waitForSpan(traceId, ({ kind }) => kind === 2);
		assert.equal(attributes['url.path'], '/api/admin/v1/accounts/[hidden]');
		const text = receiver.text();
		for (const secret of [
			shop().key,
			'an-operator-token-that-is-long-enough',
			'of-the-receiver',
			'private words',
			'private+words',
			'A private title',
			'127.0.0.1:',
			'/health/',
		]) {
			assert(!text.includes(secret), `a span has "${secret}"`);
		}
		assert(receiver.calls.every((call) => call.headers['x-receiver-key'] === 'of-the-receiver'));
		assert(receiver.calls.every((call) => call.path === '/v1/traces'));
	});

	it('are of no concern to requests while the receiver refuses them or is silent, nor to the end of the server', async () => {
		receiver.answer(503);
		const calls = receiver.calls.length;
		assert.equal((await api.call(`/6/${shop().hashid}/_search?query=shoe`)).status, 200);
		await waitFor('a refused call', () => receiver.calls.length > calls);
		receiver.answer('silence');
		assert.equal((await api.call(`/6/${shop().hashid}/_search?query=shoes`)).status, 200);
		await server.stop();
		assert.doesNotMatch(server.log(), /"level":[56]0/);
	});
});

describe('traces of a server that stops', () => {
	it('are sent before it has ended', async () => {
		await using last = await startServer({
			arguments: ['--no-demo'],
			environment: {
				OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
				OTEL_BSP_SCHEDULE_DELAY: '3600000',
				OTEL_BSP_EXPORT_TIMEOUT: '60000',
			},
		});
		receiver.answer(200);
		const { traceId, headers } = beginTrace();
		assert.equal((await createApi(last.url).call('/docs', { headers })).status, 200);
		assert.deepEqual(ofTrace(traceId), []);
		await last.stop();
		assert.equal(ofTrace(traceId).filter(({ kind }) => kind === 2).length, 1);
	});

	it('are refused in words where they cannot be sent as wanted', async () => {
		await using plain = await startServer({
			arguments: ['--no-demo'],
			environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
		});
		assert.match(plain.log(), /there are no traces: OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf/);
	});
});
