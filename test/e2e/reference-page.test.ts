/** The reference page at /docs: it works in a browser on a plain http address, and sends requests only to this server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { createApi } from '../support/api.ts';
import { formatRequest, sendRaw } from '../support/raw-http.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { awaiting } from '../support/wait-for.ts';

/** Set to make sure that these tests run; otherwise an installed one is looked for. */
const browser =
	process.env.VITRINE_TEST_BROWSER ??
	['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const skip = browser === undefined ? 'there is no Chromium on this machine' : false;

let app: ServedApp;

before(async () => {
	app = await serveApp();
});
after(() => app[Symbol.asyncDispose]());

describe('the reference page', () => {
	it('lets the browser load nothing from elsewhere, and demands no https, which this server does not speak', async () => {
		const { headers, status } = await createApi(app.url).call('/docs');
		assert.equal(status, 200);
		const policy = headers.get('content-security-policy') ?? '';
		assert.match(policy, /default-src 'none'; script-src 'self';/);
		assert.doesNotMatch(policy, /https:|upgrade-insecure-requests|swagger\.io/);
	});

	it('is made of files that are sent from memory, compressed for clients that accept it, and not again to clients that cached them', async () => {
		const { text } = await createApi(app.url).call('/docs');
		const names = [...text.matchAll(/(?:href|src)="docs\/(static\/[^"]+)"/g)].map(([, name]) => `/docs/${name}`);
		assert.ok(names.length >= 5);
		for (const path of ['/docs', '/docs/json', '/openapi.json', ...names]) {
			const plain = await createApi(app.url).call(path, { headers: { 'Accept-Encoding': 'identity' } });
			assert.equal(plain.status, 200, path);
			assert.ok(plain.headers.get('cache-control'), path);
			const packed = await createApi(app.url).call(path, { headers: { 'Accept-Encoding': 'gzip;q=0, br' } });
			assert.equal(packed.text, plain.text, path);
			const isPicture = path.endsWith('.png');
			const isPacked = !isPicture && plain.text.length >= 1024;
			assert.equal(packed.headers.get('content-encoding'), isPacked ? 'br' : null, path);
			const tag = plain.headers.get('etag') ?? assert.fail(path);
			const again = await createApi(app.url).call(path, { headers: { 'If-None-Match': `"other", ${tag}` } });
			assert.deepEqual([again.status, again.text], [304, ''], path);
		}
	});

	it('has nothing at any other name', async () => {
		const names = [
			'..',
			'%2e%2e',
			'%00',
			'%5c',
			'//',
			'a'.repeat(300),
			'__proto__',
			'index.html',
			'x/../index.css',
			'%25',
		];
		for (const name of ['package.json', ...names]) {
			for (const method of ['GET', 'HEAD']) {
				const path = `/docs/static/${name}`;
				const answer = await sendRaw(app.url, formatRequest({ method, path }), { isHead: method === 'HEAD' });
				assert.equal(answer.status, 404, `${method} ${path}`);
			}
		}
	});

	it('is limited for one address, and a page with its assets always loads', async () => {
		await using limited = await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1' });
		const statuses: number[] = [];
		const visits = Array(20).fill(['/docs', '/docs/static/index.css', '/openapi.json', '/docs/json']).flat();
		for (const path of visits) statuses.push((await createApi(limited.url).call(path)).status);
		assert.deepEqual(statuses.slice(0, 10), Array(10).fill(200));
		assert.ok(statuses.includes(429));
		const refused = await createApi(limited.url).call('/openapi.json', {
			headers: { 'X-Forwarded-For': '203.0.113.7' },
		});
		assert.equal(refused.status, 429);
		assert.ok(Number(refused.headers.get('retry-after')) >= 1);
		assert.equal((await createApi(limited.url).call('/health/live')).status, 200);
	});

	it('shows the operations under a name other than localhost', { skip }, async () => {
		const { port } = new URL(app.url);
		const opened = await chromium.launch({
			timeout: 0,
			executablePath: browser ?? '',
			args: ['--no-sandbox', '--host-resolver-rules=MAP vitrine.test 127.0.0.1'],
		});
		try {
			const page = await opened.newPage();
			page.setDefaultTimeout(0);
			const requested = new Set<string>();
			page.on('request', (request) => requested.add(new URL(request.url()).origin));
			// The page renders only what is in view: a link to an operation brings it there.
			await page.goto(`http://vitrine.test:${port}/docs#/Recommendations/registerCartAddition`);
			const operation = page.getByText('Register that a recommended product was added to the cart');
			await awaiting('the operations on the page', operation.first().waitFor());
			assert.deepEqual([...requested], [`http://vitrine.test:${port}`]);
		} finally {
			await opened.close();
		}
	});
});
