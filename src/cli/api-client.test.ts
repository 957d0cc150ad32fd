import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type ApiStub, type StubReply, startApiStub } from '../../test/support/api-stub.ts';
import { type ApiClient, ConnectionError, createApiClient } from './api-client.ts';

let stub: ApiStub | undefined;

afterEach(async () => {
	await stub?.close();
});

async function open(reply: StubReply, { path = '', timeoutMs = 10_000 } = {}): Promise<ApiClient> {
	stub = await startApiStub(() => reply);
	return createApiClient({
		url: `${stub.url}${path}`,
		authorization: 'Token k',
		hostHeader: 'eu1-api.shop',
		timeoutMs,
	});
}

test('a request carries its body, the key and the host of the zone, below the path of the address', async () => {
	const client = await open({ status: 201, body: '{"é":1}' }, { path: '/search/' });
	const response = await client.send({ method: 'POST', path: '/api/x?y=1', body: '{"ü":2}' });
	assert.deepEqual(response, { status: 201, text: '{"é":1}', retryAfterMs: undefined });
	const request = stub?.requests[0];
	assert.deepEqual([request?.path, request?.body], ['/search/api/x?y=1', '{"ü":2}']);
	const { authorization, host, 'content-type': type } = request?.headers ?? {};
	assert.deepEqual(
		{ authorization, host, type },
		{ authorization: 'Token k', host: 'eu1-api.shop', type: 'application/json' },
	);
});

test('Retry-After is read in seconds', async () => {
	const client = await open({ status: 429, headers: { 'retry-after': '3' } });
	assert.equal((await client.send({ method: 'GET', path: '/' })).retryAfterMs, 3000);
});

test('no answer in time is a connection error that may have had an effect', async () => {
	const client = await open('hang', { timeoutMs: 50 });
	await assert.rejects(client.send({ method: 'GET', path: '/' }), (error) => {
		assert.ok(error instanceof ConnectionError);
		assert.deepEqual([error.isUnsent, error.message], [false, `${client.url} gave no answer within 0.05 s`]);
		return true;
	});
});

test('a broken connection may have had an effect, a refused one cannot', async () => {
	const client = await open('drop');
	await assert.rejects(client.send({ method: 'GET', path: '/' }), { name: 'ConnectionError', isUnsent: false });
	await stub?.close();
	await assert.rejects(client.send({ method: 'GET', path: '/' }), { name: 'ConnectionError', isUnsent: true });
});

test('an abort rejects with its reason', async () => {
	const client = await open('hang');
	const abort = new AbortController();
	const sending = client.send({ method: 'GET', path: '/', signal: abort.signal });
	abort.abort(new Error('stopped'));
	await assert.rejects(sending, /stopped/);
});
