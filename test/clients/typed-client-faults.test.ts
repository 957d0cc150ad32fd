/** What the typed client does when calls fail: against a server that refuses, drops, hangs and babbles. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createEventClient } from '../../web/client/events.ts';
import { createManagementClient } from '../../web/client/management.ts';
import { createSearchClient } from '../../web/client/search.ts';
import { VitrineError } from '../../web/client/vitrine-error.ts';
import { type ApiStub, type StubReply, startApiStub } from '../support/api-stub.ts';
import { waitFor } from '../support/wait-for.ts';

const hashid = 'a'.repeat(32);
const target = { hashid, name: 'product' };
const refused = {
	status: 429,
	headers: { 'retry-after': '0' },
	body: { error: 'Too many requests, throttled' },
} as const;
const busy = {
	status: 503,
	headers: { 'retry-after': '0' },
	body: { error: { code: 'internal_error', message: 'busy' } },
} as const;
const done = { status: 200, body: { results: [], status: 'registered', hashid } } as const;

const stubs: ApiStub[] = [];
afterEach(async () => {
	for (const stub of stubs.splice(0)) await stub.close();
});

/** Answers with these in order, and with the last one from then on. */
async function answering(...replies: readonly StubReply[]): Promise<ApiStub> {
	let count = 0;
	const stub = await startApiStub(() => replies[Math.min(count++, replies.length - 1)] ?? 'drop');
	stubs.push(stub);
	return stub;
}

async function catchError(call: Promise<unknown>): Promise<VitrineError> {
	const error = await call.then(
		() => assert.fail('nothing was thrown'),
		(thrown: unknown) => thrown,
	);
	assert.ok(error instanceof VitrineError, String(error));
	return error;
}

describe('a call that may be repeated', () => {
	const failures: readonly StubReply[] = [refused, busy, 'drop', { status: 502, body: '<html>' }, { cutText: '{"res' }];
	for (const failure of failures) {
		it(`is repeated after ${JSON.stringify(failure)}`, async () => {
			const { url, lines } = await answering(failure, done);
			await createSearchClient({ url, hashid }).search({ query: 'shoe' });
			assert.deepEqual(lines(), Array(2).fill(`GET /6/${hashid}/_search?query=shoe`));
		});
	}

	it('fails after its last repetition, as the last answer says', async () => {
		const { url, requests } = await answering(refused);
		const error = await catchError(createSearchClient({ url, hashid, retriesMax: 3 }).search());
		assert.deepEqual(
			[error.code, error.status, error.message],
			['too_many_requests', 429, 'Too many requests, throttled'],
		);
		assert.equal(error.retryAfterMs, 0);
		assert.equal(requests.length, 4);
	});

	it('fails at once where the server asks to wait for minutes', async () => {
		const { url, requests } = await answering({ ...refused, headers: { 'retry-after': '120' } });
		assert.equal((await catchError(createSearchClient({ url, hashid }).search())).retryAfterMs, 120_000);
		assert.equal(requests.length, 1);
	});

	it('fails at once where a repetition would fail, too', async () => {
		for (const status of [400, 403, 404, 500]) {
			const { url, requests } = await answering({ status, body: { error: 'no' } });
			assert.equal((await catchError(createSearchClient({ url, hashid }).search())).status, status);
			assert.equal(requests.length, 1);
		}
	});

	it('is repeated when no answer comes in time', async () => {
		const { url } = await answering('hang');
		// Counted where they are sent: on a busy machine the limit may pass before the server has read a request.
		let sentCount = 0;
		const counting: typeof fetch = (...request) => {
			sentCount += 1;
			return fetch(...request);
		};
		const client = createSearchClient({ url, hashid, timeoutMs: 20, retriesMax: 1, fetch: counting });
		const error = await catchError(client.search());
		assert.deepEqual([error.code, error.status], ['timed_out', 0]);
		assert.equal(sentCount, 2);
	});
});

describe('a call that counts each time', () => {
	it('is repeated where the server did nothing', async () => {
		const { url, requests } = await answering(refused, busy, done);
		await createEventClient({ url, hashid, sessionId: 's' }).checkout();
		assert.equal(requests.length, 3);
	});

	it('is not repeated where it may have arrived', async () => {
		for (const reply of ['drop', { status: 502 }, { status: 408 }] as const) {
			const { url, requests } = await answering(reply, done);
			await catchError(
				createEventClient({ url, hashid, sessionId: 's' }).addToCart({ id: '1', index: 'product', title: '' }),
			);
			const { items } = createManagementClient({ url, key: 'k' });
			await items.createAll(target, [{ title: 'without an id' }]);
			assert.equal(requests.length, 2, 'one that failed, one that did not');
		}
	});

	it('is repeated if items have ids, as writing them again changes nothing', async () => {
		const { url, requests } = await answering('drop', done);
		await createManagementClient({ url, key: 'k' }).items.createAll(target, [{ id: 1 }, { id: '2' }]);
		assert.equal(requests.length, 2);
		const once = await answering('drop');
		const { items } = createManagementClient({ url: once.url, key: 'k' });
		await catchError(items.createAll(target, [{ id: 1 }, { id: null } as never]));
		assert.equal(once.requests.length, 1);
	});
});

describe('a signal', () => {
	it('ends a call that waits for its answer, with its reason', async () => {
		const { url, requests } = await answering('hang');
		const ending = new AbortController();
		const call = createSearchClient({ url, hashid }).search({}, { signal: ending.signal });
		const failed = assert.rejects(call, /typed on/);
		await waitFor('the request', () => requests.length === 1);
		ending.abort(new Error('typed on'));
		await failed;
	});

	it('ends a call that waits before its repetition', async () => {
		const { url, requests } = await answering({ ...refused, headers: { 'retry-after': '20' } });
		const ending = new AbortController();
		const call = createSearchClient({ url, hashid }).search({}, { signal: ending.signal });
		const failed = assert.rejects(call, /typed on/);
		await waitFor('the request', () => requests.length === 1);
		ending.abort(new Error('typed on'));
		await failed;
		assert.equal(requests.length, 1);
	});

	it('prevents a call if it was given before', async () => {
		const { url, requests } = await answering(done);
		await assert.rejects(
			createSearchClient({ url, hashid }).search({}, { signal: AbortSignal.abort(new Error('gone')) }),
			/gone/,
		);
		assert.equal(requests.length, 0);
	});
});

describe('an answer of something else than the server', () => {
	it('is an error, with its status', async () => {
		const page = await answering({ status: 200, body: '<html>Welcome</html>' });
		const error = await catchError(createSearchClient({ url: page.url, hashid }).search());
		assert.deepEqual([error.code, error.status, page.requests.length], ['bad_answer', 200, 1]);
	});

	it('is an error that says what it can', async () => {
		for (const body of ['<html>', 'null', '[]', '{}', '{"error":null}', '{"error":{}}', '{"error":7}']) {
			const { url } = await answering({ status: 404, body });
			const error = await catchError(createSearchClient({ url, hashid }).search());
			assert.deepEqual([error.code, error.status, typeof error.message], ['not_found', 404, 'string'], body);
		}
	});

	it('may say when to come back as a date', async () => {
		const { url } = await answering({ ...refused, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' } });
		const { retryAfterMs = 0 } = await catchError(createSearchClient({ url, hashid }).search());
		assert.ok(retryAfterMs > 24 * 3_600_000);
	});
});

describe('what the client sends', () => {
	it('has credentials as the server reads them, and none to widgets and without a key', async () => {
		const { url, requests } = await answering(done);
		await createSearchClient({ url: `${url}/base/`, hashid, key: 'eu1-abc' }).search();
		await createSearchClient({ url, hashid, key: 'a.b.c' }).suggest('x');
		await createSearchClient({ url, hashid }).search();
		assert.deepEqual(
			requests.map(({ headers }) => headers.authorization),
			['Token eu1-abc', 'Bearer a.b.c', undefined],
		);
		assert.equal(requests[0]?.path, `/base/6/${hashid}/_search`);
	});

	it('is escaped: what a shop or a shopper wrote never becomes another path or parameter', async () => {
		const { url, lines } = await answering(done);
		const odd = '../&x=1#?[]/%é 👟';
		await createSearchClient({ url, hashid: odd }).search({ query: odd, filter: { [odd]: odd }, indices: [] });
		const escaped = encodeURIComponent(odd);
		assert.deepEqual(lines(), [`GET /6/${escaped}/_search?query=${escaped}&filter[${escaped}]=${escaped}`]);
	});
});

describe('an import', () => {
	it('reads its source no faster than bulks are answered', async () => {
		const { url, requests } = await answering('hang');
		const ending = new AbortController();
		let read = 0;
		function* generate() {
			for (; ; read += 1) yield { id: read };
		}
		const options = { signal: ending.signal, bulkItemsMax: 10, bulksInFlightMax: 3 };
		const writing = createManagementClient({ url, key: 'k' }).importItems(target, generate(), options);
		const failed = assert.rejects(writing, /enough/);
		await waitFor('three bulks', () => requests.length === 3);
		ending.abort(new Error('enough'));
		await failed;
		assert.equal(requests.length, 3);
		assert.ok(read <= 41, `${read} items were read for three bulks of ten`);
	});

	it('ends its source and the other bulks when one of them fails', async () => {
		const { url } = await answering({ status: 400, body: { error: { code: 'bad_params', message: 'no' } } });
		let isEnded = false;
		function* generate() {
			try {
				for (let id = 0; ; id += 1) yield { id };
			} finally {
				isEnded = true;
			}
		}
		const error = await catchError(createManagementClient({ url, key: 'k' }).importItems(target, generate()));
		assert.deepEqual([error.code, isEnded], ['bad_params', true]);
	});
});
