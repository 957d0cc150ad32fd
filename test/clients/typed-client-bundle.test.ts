/** What the typed client costs a page: each entry bundled alone, and search run in a real browser from another origin. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { createApi, type Json } from '../support/api.ts';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

const folder = fileURLToPath(new URL('../../web/client', import.meta.url));

/** A module as a shop's page would load it, minified. */
async function bundle(code: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: code, resolveDir: folder, loader: 'ts' },
		bundle: true,
		format: 'esm',
		minify: true,
		target: 'es2022',
		write: false,
	});
	return outputFiles[0]?.text ?? '';
}

describe('an entry of the typed client', () => {
	const bytesMax = { search: 2_000, events: 2_000, recommendations: 2_000, management: 4_000 };
	for (const [entry, max] of Object.entries(bytesMax)) {
		it(`is at most ${max} bytes with all that it needs: ${entry}`, async () => {
			const { length } = gzipSync(await bundle(`export * from './${entry}.ts'`), { level: 9 });
			assert.ok(length <= max, `${entry} has ${length} bytes`);
		});
	}

	it('brings nothing of the others: search alone knows no bulks, no events and no widgets', async () => {
		const code = await bundle("export { createSearchClient } from './search.ts'");
		assert.match(code, /_search/);
		assert.doesNotMatch(code, /_bulk|stats|widget/);
	});

	it('has no code where only types are used', async () => {
		assert.equal((await bundle("import './schema.ts'; export type { paths } from './schema.ts'")).trim(), '');
	});
});

const pageCode = `
import { createEventClient } from './events.ts';
import { createRecommendationClient } from './recommendations.ts';
import { createSearchClient } from './search.ts';
const { url, hashid, widgetId } = Object.fromEntries(new URLSearchParams(location.search));
const search = createSearchClient({ url, hashid });
const events = createEventClient({ url, hashid, sessionId: 'in-a-browser' });
const widgets = createRecommendationClient({ url, sessionId: 'in-a-browser' });
globalThis.client = { search, events, widgets };
document.querySelector('a').addEventListener('click', () => {
	const { dfid, query_id } = document.querySelector('a').dataset;
	events.click({ dfid, query_id, position: 1 });
	widgets.click(widgetId, { dfid, position: 1 });
});
`;

describe('the typed client in a browser, on a page of another origin', { skip: noBrowser }, () => {
	let server: TestServer;
	let browser: Browser;
	const shop = createServer();
	before(async () => {
		const code = await bundle(pageCode);
		shop.on('request', ({ url }, response) => {
			const isCode = url === '/page.js';
			response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html');
			response.end(
				isCode ? code : '<!doctype html><a href="/next">Next</a><script type="module" src="/page.js"></script>',
			);
		});
		shop.listen(0, '127.0.0.1');
		[server, browser] = await Promise.all([startServer(), launchBrowser()]);
	});
	after(async () => {
		await browser?.close();
		shop.close();
		await server?.[Symbol.asyncDispose]();
	});

	it('searches without preflights, reads refusals, and reports clicks although the page is left', async () => {
		const { hashid = '', widget_id: widgetId = '', key } = server.firstRun ?? {};
		const page = await browser.newPage();
		const preflights: string[] = [];
		const session = await page.context().newCDPSession(page);
		await session.send('Network.enable');
		session.on('Network.requestWillBeSent', ({ request, type }) => {
			if (type === 'Preflight') preflights.push(request.url);
		});
		const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
		await page.goto(`${origin}/?${new URLSearchParams({ url: server.url, hashid, widgetId })}`);
		const found = await page.evaluate<Json>("client.search.search({ query: 'rug', filter: { price: { gt: 1 } } })");
		assert.ok(found.results.length > 0);
		assert.deepEqual(preflights, []);
		const refused = await page.evaluate<Json>(
			'client.search.search({ rpp: 1000 }).catch(({ code, status, requestId }) => ({ code, status, requestId }))',
		);
		assert.deepEqual([refused.code, refused.status, refused.requestId?.length > 0], ['bad_params', 400, true]);

		const { dfid } = found.results[0];
		await page.evaluate(
			`Object.assign(document.querySelector('a').dataset, ${JSON.stringify({ dfid, query_id: found.query_id })})`,
		);
		await page.getByRole('link').click();
		await page.waitForURL(`${origin}/next`);
		const read = async () => {
			const body = { session_id: 'in-a-browser', hashid };
			return (await createApi(server.url, key).call('/api/admin/v1/events/_of_shopper', { method: 'POST', body })).json
				.events;
		};
		const events: readonly Json[] = await waitFor('both clicks', read, (all) => all.length >= 2);
		assert.deepEqual(events.map(({ kind }) => kind).sort(), ['click', 'widget_click']);
		assert.ok(events.every((event) => event.dfid === dfid && event.position === 1));
	});
});
