/** The code for browsers as the server sends it: which addresses, which headers, and what happens without it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { bundleBrowserCode } from '../../src/adapters/browser-bundler/bundle-browser-code.ts';
import { openBrowserFiles } from '../../src/adapters/browser-bundler/open-browser-files.ts';
import { createApi } from '../support/api.ts';
import { formatRequest, sendRaw } from '../support/raw-http.ts';
import { type ServedApp, serveApp, serveAppWith } from '../support/served-app.ts';

let app: ServedApp;
let code: string;
let chunk: string;
before(async () => {
	app = await serveApp();
	code = (await createApi(app.url).call('/storefront.js')).text;
	chunk = /assets\/es-[\w]+\.js/.exec(code)?.[0] ?? assert.fail('the code loads no texts');
});
after(() => app[Symbol.asyncDispose]());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
	createApi(app.url).call(path, { headers });

describe('the code for browsers', () => {
	it('may be loaded and read by pages of every origin, and is nothing but code', async () => {
		for (const path of ['/storefront.js', `/${chunk}`]) {
			const { status, headers } = await get(path, { origin: 'https://shop.example' });
			assert.equal(status, 200, path);
			assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
			assert.equal(headers.get('access-control-allow-origin'), '*');
			assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
			assert.equal(headers.get('x-content-type-options'), 'nosniff');
			assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
		}
	});

	it('keeps its entry for minutes, and what has a hash in its name for ever', async () => {
		assert.equal((await get('/storefront.js')).headers.get('cache-control'), 'public, max-age=300');
		assert.equal((await get(`/${chunk}`)).headers.get('cache-control'), 'public, max-age=31536000, immutable');
	});

	it('is not sent again to who has it', async () => {
		for (const path of ['/storefront.js', `/${chunk}`]) {
			const tag = (await get(path)).headers.get('etag') ?? assert.fail();
			const again = await get(path, { 'if-none-match': tag });
			assert.deepEqual([again.status, again.text], [304, ''], path);
		}
	});

	it('arrives compressed, as each client accepts it', async () => {
		const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
		for (const encoding of ['br', 'gzip'] as const) {
			const { headers, body } = await request(`${app.url}/storefront.js`, { headers: { 'accept-encoding': encoding } });
			assert.equal(headers['content-encoding'], encoding);
			assert.equal(unpack[encoding](await body.bytes()).toString(), code);
		}
	});

	it('answers HEAD with the headers alone', async () => {
		const head = await createApi(app.url).call('/storefront.js', { method: 'HEAD' });
		assert.deepEqual([head.status, head.text], [200, '']);
		assert.equal(head.headers.get('etag'), (await get('/storefront.js')).headers.get('etag'));
	});

	it('is found by the names of its files alone', async () => {
		const paths = [
			'../package.json',
			'..%2fpackage.json',
			'%2e%2e/storefront.js',
			'storefront.js',
			'',
			'x'.repeat(5000),
		];
		for (const path of [...paths, '__proto__', 'constructor', '%00', 'es.js']) {
			const { status } = await sendRaw(app.url, formatRequest({ method: 'GET', path: `/assets/${path}` }));
			assert.equal(status, 404, path);
		}
	});
});

describe('code that cannot be bundled', () => {
	it('is a message that says so, and everything else works', async () => {
		const broken = openBrowserFiles({
			isDevelopment: false,
			onFailure: () => undefined,
			monotonicMs: () => 0,
			load: () => Promise.reject(new Error('web/storefront/a.ts:1:2: ERROR')),
		});
		await using other = await serveAppWith({}, { readBrowserFiles: broken });
		const { status, headers, json } = await createApi(other.url).call('/storefront.js');
		assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
		assert.match(json.error.message, /could not bundle its code for browsers/);
		assert.equal((await createApi(other.url).call('/health/ready')).status, 200);
	});

	it('is tried again after a while, and reported each time', async () => {
		const reported: unknown[] = [];
		let nowMs = 0;
		let tries = 0;
		const read = openBrowserFiles({
			isDevelopment: false,
			onFailure: (error) => reported.push(error),
			monotonicMs: () => nowMs,
			load: async () => {
				tries += 1;
				if (tries < 3) throw new Error('no');
				return [];
			},
		});
		await assert.rejects(read());
		nowMs = 9_999;
		await assert.rejects(read());
		assert.equal(tries, 1);
		nowMs = 10_000;
		await assert.rejects(read());
		nowMs = 20_000;
		const files = await read();
		nowMs = 1e9;
		assert.equal(await read(), files);
		assert.deepEqual([tries, reported.length], [3, 2]);
	});
});

describe('bundles', () => {
	it('are small: 15 kB for the search box, 30 kB for all elements, 2 kB for a language, with gzip', async () => {
		const { files } = await bundleBrowserCode({ isDevelopment: false });
		const sizes = new Map(files.map(({ path, bytes }) => [path, gzipSync(bytes, { level: 9 }).length]));
		const readSize = (path: string) => sizes.get(path) ?? assert.fail(`no ${path}`);
		assert.ok(readSize('storefront-search.js') <= 15_000, `${readSize('storefront-search.js')} bytes`);
		assert.ok(readSize('storefront.js') <= 30_000, `${readSize('storefront.js')} bytes`);
		const elements = files.find(({ path }) => path === 'storefront.js') ?? assert.fail();
		// The dashboard has languages too, and parts: those of the elements are what these ask for.
		const languages = [...sizes].filter(([path]) => Buffer.from(elements.bytes).includes(path.slice('assets/'.length)));
		assert.equal(languages.length, 12);
		for (const [path, size] of languages) assert.ok(size <= 2_000, `${path} has ${size} bytes`);
	});

	it('are the same for the same sources, and name all of them', async () => {
		const [first, second] = [
			await bundleBrowserCode({ isDevelopment: false }),
			await bundleBrowserCode({ isDevelopment: false }),
		];
		assert.deepEqual(first, second);
		assert.ok('web/storefront/storefront.ts' in first.sources);
		assert.ok(Object.keys(first.sources).some((path) => path.includes('preact')));
	});

	it('keep what a page of the bundle before still asks for, where somebody works on them', async () => {
		const toFile = (path: string) => ({ path, bytes: Buffer.from(path) });
		const bundles = [1, 2, 2, 3].map((n) => ['dashboard.js', `assets/part-${n}.js`, 'assets/same.js'].map(toFile));
		const read = openBrowserFiles({
			isDevelopment: true,
			onFailure: () => undefined,
			monotonicMs: () => 0,
			load: async () => bundles.shift() ?? assert.fail(),
		});
		await using other = await serveAppWith({ VITRINE_DEV: 'true' }, { readBrowserFiles: read });
		const statuses: number[] = [];
		for (const path of ['dashboard.js', 'assets/part-1.js', 'assets/same.js', 'assets/part-2.js'])
			statuses.push((await createApi(other.url).call(`/${path}`)).status);
		assert.deepEqual(statuses, [200, 200, 200, 200]);
	});

	it('forget the oldest of them', async () => {
		let n = 0;
		const read = openBrowserFiles({
			isDevelopment: true,
			onFailure: () => undefined,
			monotonicMs: () => 0,
			load: async () => {
				n += 1;
				return [{ path: `assets/${n}.js`, bytes: new Uint8Array(1) }];
			},
		});
		for (let count = 0; count < 300; count += 1) await read();
		const paths = (await read()).map(({ path }) => path);
		assert.deepEqual([paths[0], paths.at(-1), paths.length], ['assets/301.js', 'assets/101.js', 201]);
	});

	it('are made anew at each request where somebody works on them', async () => {
		await using other = await serveApp({ VITRINE_DEV: 'true' });
		const { headers, text } = await createApi(other.url).call('/storefront.js');
		assert.equal(headers.get('cache-control'), 'no-cache');
		assert.match(text, /sourceMappingURL=data:/);
	});
});
