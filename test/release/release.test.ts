/** The package that `npm pack` makes, installed in an empty folder without a registry, and used as an operator uses it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { projectRoot } from '../rules/source-files.ts';
import { createApi } from '../support/api.ts';
import { gatherOutput } from '../support/child-output.ts';
import { signInWithLink } from '../support/dashboard-client.ts';

import { waitFor } from '../support/wait-for.ts';

let folder: string;
/** Of a machine that has Node and npm, and nothing of this checkout or of npm's cache. */
let environment: NodeJS.ProcessEnv;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'vitrine-release-'));
	const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|VITRINE_)/i.test(name));
	environment = {
		...Object.fromEntries(inherited),
		npm_config_cache: join(folder, 'cache'),
		npm_config_offline: 'true',
	};
	run('npm', ['pack', '--pack-destination', folder], projectRoot);
	const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
	assert(tarball);
	run('npm', ['install', join(folder, tarball)], folder);
});
after(() => rm(folder, { recursive: true, force: true }));

function run(program: string, words: readonly string[], cwd = folder, more: NodeJS.ProcessEnv = {}): string {
	const { status, stdout, stderr } = spawnSync(program, words, {
		cwd,
		env: { ...environment, ...more },
		encoding: 'utf8',
	});
	assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}\n${stderr}`);
	return stdout;
}

/** Starts it, and resolves when it is ready. Its group may be signalled, as Ctrl-C does. */
async function serve(t: TestContext, program: string, words: readonly string[]) {
	const all = [...words, 'serve', '--port', '0', '--data-dir', join(folder, 'data')];
	const child = spawn(program, all, {
		cwd: folder,
		env: { ...environment, VITRINE_HTTP_THREADS: '2' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const signalGroup = (signal: NodeJS.Signals) => process.kill(-Number(child.pid), signal);
	const output = gatherOutput(child);
	const closed = once(child, 'close');
	let hasEnded = false;
	void closed.then(() => {
		hasEnded = true;
	});
	t.after(() => hasEnded || signalGroup('SIGKILL'));
	const text = await waitFor('the server to be ready', output.stdout, (printed) => {
		if (hasEnded) throw new Error(output.stderr());
		return printed.includes('Vitrine is ready');
	});
	return { child, text, closed, signalGroup, stderr: output.stderr };
}

describe('the package', () => {
	it('serves the demo shop, its pages, searches and events, on several threads, until Ctrl-C', async (t) => {
		const { text, closed, signalGroup, stderr } = await serve(t, 'npx', ['vitrine']);
		const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? assert.fail(text);
		const url = find(/ready at (\S+)/);
		const [hashid, key] = [find(/hashid\) +(\S+)/), find(/API key +(\S+)/)];
		const api = createApi(url);
		for (const path of ['/dashboard/', '/demo/', '/docs']) await assertPage(url, path);
		await signInWithLink(url, find(/(\/dashboard#link=\S+)/));

		const headers = { authorization: `Token ${key}` };
		const searched = await waitFor(
			'the demo catalogue to be found',
			() => api.call(`/6/${hashid}/_search?query=wool+rug`, { headers }),
			({ status }) => status === 200,
		);
		assert(searched.json.total_found > 0);
		// Many bytes, so that they are parsed in the thread for it.
		const items = Array.from({ length: 100 }, (_, at) => ({
			id: `new-${at}`,
			title: `unheard-of thing ${at}`,
			description: 'long '.repeat(1_000),
		}));
		const path = `/api/v2/search_engines/${hashid}/indices/product/items/_bulk`;
		assert.equal((await api.call(path, { method: 'POST', headers, body: items })).status, 200);
		const connection = { VITRINE_URL: url, VITRINE_KEY: key };
		const command = ['vitrine', 'search', 'unheard-of', '--engine', hashid, '--json'];
		await waitFor(
			'new items to be found by the command',
			async () => JSON.parse(run('npx', command, folder, connection)).total_found,
			(total) => total === 100,
		);
		const widget = await api.call(`/api/widget/${find(/widget id +(\S+)/)}`, {
			method: 'POST',
			body: { session_id: 'a-session', current_url: `${url}/demo` },
		});
		assert(widget.json.results.length > 0, widget.text);

		signalGroup('SIGINT');
		await closed;
		assert.match(stderr(), /"reason":"SIGINT"/);
		assert.doesNotMatch(stderr(), /Warning|"level":[4-6]0/);
	});

	it('starts again with what is there, without npx, and ends at SIGTERM with code 0', async (t) => {
		const { child, text, closed } = await serve(t, join(folder, 'node_modules', '.bin', 'vitrine'), []);
		assert.doesNotMatch(text, /First start/);
		child.kill('SIGTERM');
		assert.deepEqual(await closed, [0, null]);
	});

	it('says under an old Node to install a newer one, and nothing of checkouts', () => {
		const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`;
		const { status, stderr } = spawnSync(
			process.execPath,
			['--import', old, join(folder, 'node_modules', 'vitrine', 'bin', 'vitrine.js'), 'serve'],
			{ cwd: folder, env: environment, encoding: 'utf8' },
		);
		assert.equal(status, 1);
		assert.match(stderr, /^vitrine: this is Node 20\.20\.2, and Vitrine needs Node 24 or newer: install it \(\S+\)\n$/);
	});

	it('holds no sources, no tests and no bundler, and the licences of what it holds', async () => {
		const installed = join(folder, 'node_modules', 'vitrine');
		assert.deepEqual((await readdir(installed)).toSorted(), [
			...[
				'CHANGELOG.md',
				'LICENSE',
				'README.md',
				'bin',
				'deploy',
				'dist',
				'docs',
				'node_modules',
				'package.json',
				'web',
			],
		]);
		const packages = await readdir(join(installed, 'node_modules'));
		assert(packages.includes('fastify') && !packages.includes('esbuild') && !packages.includes('typescript'));
		const licences = await readFile(join(installed, 'web', 'dist', 'licences.txt'), 'utf8');
		assert.match(licences, /^preact .*\n\nThe MIT License/m);
		assert.match(licences, /^uplot /m);
		assert.equal(run('npx', ['vitrine', 'version']), `vitrine ${await readVersion()}\n`);
	});

	it('has its version in the first line of the changelog that names one', async () => {
		const changes = await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8');
		assert.equal(/^## (\S+)/m.exec(changes)?.[1], await readVersion());
	});
});

async function readVersion(): Promise<string> {
	return JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')).version;
}

/** The page is there, and so is every file that it loads at once. */
async function assertPage(url: string, path: string): Promise<void> {
	const api = createApi(url);
	const { status, text } = await api.call(path);
	assert.equal(status, 200, path);
	const files = [...text.matchAll(/(?:src|href)="([^"#]+\.(?:js|css))"/g)].map(
		([, file = '']) => new URL(file, `${url}${path}`),
	);
	assert(files.length > 0, text);
	for (const { pathname } of files) assert.equal((await api.call(pathname)).status, 200, pathname);
}
