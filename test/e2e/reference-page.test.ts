/** The reference page at /docs: it works in a browser on a plain http address, and asks nobody else for anything. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { awaiting } from '../support/wait-for.ts';

/** Named by whoever wants to be sure that these tests run; else looked for. */
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
		assert.match(policy, /default-src 'self'/);
		assert.doesNotMatch(policy, /https:|upgrade-insecure-requests|swagger\.io/);
	});

	it('shows the operations under a name that is not this machine alone', { skip }, async () => {
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
			await page.goto(`http://vitrine.test:${port}/docs`);
			const operation = page.getByText('Register that a recommended product was added to the cart');
			await awaiting('the operations on the page', operation.first().waitFor());
			assert.deepEqual([...requested], [`http://vitrine.test:${port}`]);
		} finally {
			await opened.close();
		}
	});
});
