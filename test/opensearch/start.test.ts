/** What an operator reads when OpenSearch cannot be used as it is set. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { makeDataDir, spawnServe } from '../support/serve-process.ts';
import { testCertificate, testCertificateKey } from '../support/test-certificate.ts';

async function listen(t: TestContext, listener: RequestListener, isTls = false): Promise<string> {
	const server = isTls
		? createTlsServer({ cert: testCertificate, key: testCertificateKey }, listener)
		: createServer(listener);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.after(() => server.close());
	return `${isTls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answerAs(version: object, status = 200): RequestListener {
	return (_, response) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ version }));
	};
}

async function readRefusal(t: TestContext, environment: Readonly<Record<string, string>>): Promise<string> {
	const dataDir = await makeDataDir();
	t.after(() => rm(dataDir, { recursive: true, force: true }));
	const serving = spawnServe({
		dataDir,
		environment: {
			VITRINE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
			VITRINE_SECRET_KEY: '5e'.repeat(32),
			...environment,
		},
	});
	assert.notEqual(await serving.ended, 0);
	return serving.stderr();
}

const current = { distribution: 'opensearch', number: '2.19.1' };

test('something else at the address, an old version and a refused password are said at the start', async (t) => {
	for (const [listener, words] of [
		[answerAs({ number: '8.15.0' }), /is not OpenSearch: check VITRINE_OPENSEARCH_URL/],
		[answerAs({ ...current, number: '1.3.2' }), /is version 1\.3\.2, and 2\.10 is the oldest that is supported/],
		[answerAs(current, 401), /refuses the user or the password/],
	] as const) {
		const url = await listen(t, listener);
		const user = { VITRINE_OPENSEARCH_USER: 'search', VITRINE_OPENSEARCH_PASSWORD: 'open sesame' };
		const said = await readRefusal(t, { VITRINE_OPENSEARCH_URL: url, ...user });
		assert.match(said, words);
		assert(!said.includes('sesame'));
	}
});

test('a certificate that nobody knows, and a file of certificates that is not there, are said at the start', async (t) => {
	const url = await listen(t, answerAs(current), true);
	const unknown = await readRefusal(t, { VITRINE_OPENSEARCH_URL: url });
	assert.match(unknown, /the certificate of OpenSearch at .* is not accepted .*: set VITRINE_OPENSEARCH_CA/);
	const missing = await readRefusal(t, { VITRINE_OPENSEARCH_URL: url, VITRINE_OPENSEARCH_CA: '/missing/ca.pem' });
	assert.match(missing, /the certificates of OpenSearch cannot be read from .missing.ca.pem/);
});

test('settings that make no sense together are refused', async (t) => {
	const url = 'https://search.internal:9200';
	const alone = await readRefusal(t, { VITRINE_OPENSEARCH_URL: url, VITRINE_DATABASE_URL: '' });
	assert.match(alone, /VITRINE_OPENSEARCH_URL needs VITRINE_DATABASE_URL/);
	const half = await readRefusal(t, { VITRINE_OPENSEARCH_URL: url, VITRINE_OPENSEARCH_USER: 'search' });
	assert.match(half, /VITRINE_OPENSEARCH_USER and VITRINE_OPENSEARCH_PASSWORD need each other/);
	const inUrl = await readRefusal(t, { VITRINE_OPENSEARCH_URL: 'https://search:sesame@search.internal:9200' });
	assert.match(inUrl, /VITRINE_OPENSEARCH_URL has a bad value/);
});
