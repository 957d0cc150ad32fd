/** The page at /: a page for browsers, JSON for programs, and every address in it works. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { formatRequest, sendRaw } from '../support/raw-http.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { awaiting } from '../support/wait-for.ts';

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let app: ServedApp;
before(async () => {
	app = await serveApp({}, openScan);
});
after(() => app[Symbol.asyncDispose]());

const get = (path: string, accept = '*/*') => createApi(app.url).call(path, { headers: { accept } });

describe('the address of the server', () => {
	it('is an overview, as JSON for clients that do not request a page', async () => {
		for (const accept of [
			'*/*',
			'application/json',
			'application/json, text/html;q=0.5',
			'text/plain',
			'text/html;q=0',
		]) {
			const { status, headers, json } = await get('/', accept);
			assert.equal(status, 200, accept);
			assert.match(headers.get('content-type') ?? '', /^application\/json/, accept);
			assert.equal(headers.get('vary'), 'Accept, Accept-Encoding');
			for (const path of [json.docs, json.openapi, json.health.live, json.health.ready]) {
				assert.equal((await get(path)).status, 200, path);
			}
			assert.ok(json.apis.length >= 4 && json.first_steps.length >= 3);
		}
		const bare = await sendRaw(app.url, formatRequest({ method: 'GET', path: '/' }));
		assert.match(bare.headers['content-type'] ?? '', /^application\/json/, 'no Accept at all');
	});

	it('is a page for browsers, without code, with links that lead somewhere, also below a path of a proxy', async () => {
		const { status, headers, text } = await get('/', browserAccept);
		assert.equal(status, 200);
		assert.match(headers.get('content-type') ?? '', /^text\/html/);
		const policy = headers.get('content-security-policy') ?? '';
		assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self';/);
		assert.doesNotMatch(policy, /unsafe|script-src/);
		assert.doesNotMatch(text, /<script|<style|\sstyle=|\son\w+=|https?:\/\/(?!127\.0\.0\.1)/);
		const targets = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target ?? '');
		assert.ok(targets.length >= 5);
		for (const target of targets) {
			assert.doesNotMatch(target, /^\//, 'relative');
			assert.equal((await get(`/${target}`)).status, 200, target);
		}
	});

	it('names no API that this server has not, and the address that shops use', async () => {
		const namesOf = async (url: string) => {
			const { json } = await createApi(url).call('/');
			return { names: json.apis.map(({ name }: { name: string }) => name), text: JSON.stringify(json.first_steps) };
		};
		const searching = await namesOf(app.url);
		assert.ok(searching.names.includes('search') && searching.names.includes('metrics'));
		assert.match(searching.text, /_search/);
		await using bare = await serveApp({
			VITRINE_SEARCH: 'false',
			VITRINE_METRICS_PORT: '0',
			VITRINE_PUBLIC_URL: 'https://search.shop.example',
		});
		const { names, text } = await namesOf(bare.url);
		assert.deepEqual(names, ['management', 'recommendations', 'administration']);
		assert.match(text, /VITRINE_URL=https:\/\/search\.shop\.example /);
		assert.doesNotMatch(text, /_search/);
		assert.equal((await createApi(bare.url).call('/metrics')).status, 404);
	});

	it('is known again by its tag, each of the two by its own', async () => {
		const tags = new Set<string>();
		for (const accept of ['*/*', browserAccept]) {
			const tag = (await get('/', accept)).headers.get('etag') ?? assert.fail();
			tags.add(tag);
			const again = await createApi(app.url).call('/', { headers: { accept, 'if-none-match': tag } });
			assert.deepEqual([again.status, again.text], [304, '']);
		}
		assert.equal(tags.size, 2);
	});

	it('fits wide and narrow windows, and loads all it names', { skip: noBrowser }, async () => {
		const opened = await launchBrowser();
		try {
			for (const width of [1280, 360]) {
				const page = await opened.newPage({ viewport: { width, height: 800 } });
				page.setDefaultTimeout(0);
				const faults: string[] = [];
				page.on('console', (message) => faults.push(message.text()));
				page.on('requestfailed', (request) => faults.push(request.url()));
				page.on('response', (response) => {
					if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
				});
				await awaiting('the page', page.goto(app.url, { waitUntil: 'networkidle' }));
				assert.deepEqual(faults, []);
				const contentWidth = await page.evaluate('document.documentElement.scrollWidth');
				assert.ok(Number(contentWidth) <= width, `${contentWidth} of ${width}`);
				await awaiting('the reference', page.getByText('API reference').click());
				assert.match(page.url(), /\/docs$/);
			}
		} finally {
			await opened.close();
		}
	});
});
