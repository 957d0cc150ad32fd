/**
 * The shops in `test/clients/framework-shops`, each bundled as a shop bundles its own: for the browser, and for the server that renders its
 * pages. They are served from their own origin with a strict Content-Security-Policy.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { PageOptions, ShopPage, ShopPages } from './shop-pages.ts';
import { openShopFront } from './shop-pages.ts';

export type Framework = 'react' | 'vue';

/** Who renders the page first, and whether the elements are defined before the framework begins or when the test says so. */
export interface PageForm {
	readonly isRendered: boolean;
	readonly hasElements: boolean;
}

export interface FrameworkShop {
	/** Opens a page of the shop. */
	open(path: string, form?: PageForm, options?: PageOptions): Promise<ShopPage>;
	[Symbol.asyncDispose](): Promise<void>;
}

/** Which has the frameworks among its packages. */
const workspace = createRequire(new URL('../clients/package.json', import.meta.url));
const sources = fileURLToPath(new URL('../clients/framework-shops/', import.meta.url));

const inBrowser: PageForm = { isRendered: false, hasElements: true };

/** @param settings what the shop's components get, as JSON */
export async function openFrameworkShop(
	pages: ShopPages,
	framework: Framework,
	settings: object,
): Promise<FrameworkShop> {
	const extension = framework === 'react' ? 'jsx' : 'js';
	const script = await bundleShop(`${framework}-browser.${extension}`, { settings, platform: 'browser' });
	const { renderPage } = await runOnServer<{ renderPage: (url: string) => Promise<string> }>(
		await bundleShop(`${framework}-server.${extension}`, { settings, platform: 'node' }),
	);
	await using opening = new AsyncDisposableStack();
	const openFront = async ({ isRendered, hasElements }: PageForm) => {
		const front = await openShopFront(pages.serverUrl, async (path, url) => {
			if (path === '/app.js') return script;
			const elements = hasElements ? `<script type="module" src="${pages.serverUrl}/storefront.js"></script>` : '';
			return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
${elements}</head><body><div id="app">${isRendered ? await renderPage(url) : ''}</div><script type="module" src="/app.js"></script></body></html>`;
		});
		return opening.use(front).url;
	};
	const fronts = new Map<string, string>();
	for (const isRendered of [false, true]) {
		for (const hasElements of [true, false])
			fronts.set(`${isRendered} ${hasElements}`, await openFront({ isRendered, hasElements }));
	}
	const open = opening.move();
	return {
		open: (path, form = inBrowser, options = {}) =>
			pages.visit(`${fronts.get(`${form.isRendered} ${form.hasElements}`)}${path}`, options),
		[Symbol.asyncDispose]: () => open.disposeAsync(),
	};
}

interface BundleOptions {
	readonly settings: object;
	readonly platform: 'browser' | 'node';
}

/** With the frameworks' warnings, which builds for production leave out. */
export async function bundleShop(entry: string, { settings, platform }: BundleOptions): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [join(sources, entry)],
		bundle: true,
		write: false,
		platform,
		format: platform === 'node' ? 'cjs' : 'esm',
		mainFields: ['module', 'main'],
		target: 'es2022',
		jsx: 'automatic',
		plugins: [compileVue(platform)],
		define: {
			SETTINGS: JSON.stringify(settings),
			'process.env.NODE_ENV': '"development"',
			__VUE_OPTIONS_API__: 'true',
			__VUE_PROD_DEVTOOLS__: 'false',
			__VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
		},
	});
	return outputFiles[0]?.text ?? assert.fail('esbuild writes one file');
}

/** What a module of the shop exports when it runs outside of a browser. */
export async function runOnServer<Exports>(code: string): Promise<Exports> {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-shop-'));
	try {
		const file = join(directory, 'server.cjs');
		await writeFile(file, code);
		return workspace(file);
	} finally {
		await rm(directory, { recursive: true });
	}
}

/** As the plug-ins of bundlers do it, with the one setting that custom elements need. */
function compileVue(platform: 'browser' | 'node'): Plugin {
	const { parse, compileScript } = workspace('vue/compiler-sfc');
	return {
		name: 'vue',
		setup({ onLoad }) {
			onLoad({ filter: /\.vue$/ }, async ({ path }) => {
				const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('vitrine-') };
				const read = { filename: path, templateParseOptions: compilerOptions };
				const { descriptor, errors } = parse(await readFile(path, 'utf8'), read);
				assert.deepEqual(errors, []);
				const templateOptions = { compilerOptions, ssr: platform === 'node', ssrCssVars: [] };
				const { content } = compileScript(descriptor, { id: path, inlineTemplate: true, templateOptions });
				return { contents: content, loader: 'js' };
			});
		},
	};
}
