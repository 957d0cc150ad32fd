/**
 * A directory in the place of a file of a search index or a model, or a file in the place of a directory: at a start, and
 * under a running server. The log names it, every search finds everything, and the next start logs nothing.
 */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

let dataDir = '';
let key = '';
let hashid = '';
let widgetId = '';
let expected = 0;

function start(): Promise<TestServer> {
	return startServer({ dataDir, arguments: ['--no-demo'] });
}

const countAll = async (api: Api): Promise<number | string> => {
	const { status, json } = await api.call(`/6/${hashid}/_search?query=shoes&rpp=1`);
	return status === 200 ? json.total_found : `status ${status}`;
};

/** Models are loaded when a widget needs them. */
async function recommend(api: Api): Promise<void> {
	const body = { current_url: 'https://shop.example/', session_id: 'session-of-the-test' };
	const { status, text } = await api.call(`/api/widget/${widgetId}`, { method: 'POST', body });
	assert.equal(status, 200, text);
}

async function replaceByDirectory(path: string): Promise<void> {
	await rm(path, { recursive: true, force: true });
	await mkdir(path);
	await writeFile(join(path, 'in-the-way'), 'x');
}

async function replaceByFile(path: string): Promise<void> {
	await rm(path, { recursive: true, force: true });
	await writeFile(path, 'in the way');
}

/** The paths in the zone's `search` and `recommend` that match. */
async function findFiles(pattern: RegExp): Promise<string[]> {
	const zone = join(dataDir, 'eu1');
	const names = await readdir(zone, { recursive: true });
	return names.filter((name) => /^(search|recommend)/.test(name) && pattern.test(name)).map((name) => join(zone, name));
}

/** Obstacles for one start; `suffix` names a path beside the files of `pattern` that does not exist yet. */
const obstacles: readonly { readonly pattern: RegExp; readonly suffix?: string }[][] = [
	[{ pattern: /\/manifest$/ }, { pattern: /search\/queries$/ }, { pattern: /\.model$/ }],
	[
		{ pattern: /\.segment$/ },
		{ pattern: /\/manifest$/, suffix: '.tmp' },
		{ pattern: /\.model$/, suffix: '.tmp' },
		{ pattern: /queries$/, suffix: '.tmp' },
	],
];

describe('an obstacle', () => {
	before(async () => {
		const server = await startServer();
		dataDir = server.dataDir;
		assert(server.firstRun);
		({ key, hashid, widget_id: widgetId } = server.firstRun);
		expected = Number(await countAll(createApi(server.url, key)));
		assert(expected > 0);
		await server.stop();
	});

	after(() => rm(dataDir, { recursive: true, force: true }));

	/** Starts twice: the first start removes the obstacles, the second finds none. */
	async function startOver(paths: readonly string[]): Promise<void> {
		const server = await start();
		const api = createApi(server.url, key);
		await waitFor(
			'a server that is ready',
			() => api.call('/health/ready'),
			({ status }) => status === 200,
		);
		assert.equal(await countAll(api), expected);
		await recommend(api);
		assert.equal(await server.stop(), 0, server.log());
		const log = server.log();
		for (const path of paths) assert(log.includes(path), `the log does not name ${path}:\n${log}`);
		assert.doesNotMatch(log, /"level":[56]0/);
		const again = await start();
		const againApi = createApi(again.url, key);
		assert.equal(await countAll(againApi), expected);
		await recommend(againApi);
		assert.equal(await again.stop(), 0);
		assert.doesNotMatch(again.log(), /"level":[456]0/);
	}

	for (const together of obstacles) {
		const names = together.map(({ pattern, suffix = '' }) => `${pattern.source}${suffix}`).join(', ');
		it(`that is a directory in the place of ${names} is removed, and everything is found`, async () => {
			const named: string[] = [];
			for (const { pattern, suffix = '' } of together) {
				const paths = await findFiles(pattern);
				assert(paths.length > 0, `there is no ${pattern.source}`);
				for (const path of paths) await replaceByDirectory(path + suffix);
				named.push(...paths.map((path) => path + suffix));
			}
			await startOver(named);
		});
	}

	for (const names of [['search/1', 'recommend'], ['search']]) {
		it(`that is a file in the place of ${names.join(' and ')} is removed, and everything is found`, async () => {
			const paths = names.map((name) => join(dataDir, 'eu1', name));
			for (const path of paths) await replaceByFile(path);
			await startOver(paths);
		});
	}

	it('that comes while the server runs, or a directory that goes, is mended by the next save', async () => {
		const manifest = join(dataDir, 'eu1/search/1/manifest');
		const remove = (path: string) => rm(path, { recursive: true });
		const disturb = [() => replaceByFile(join(dataDir, 'eu1/search/1')), () => remove(join(dataDir, 'eu1/search'))];
		const server = await start();
		const api = createApi(server.url, key);
		for (const [number, act] of disturb.entries()) {
			await countAll(api);
			await act();
			const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
			const body = { id: `new${number}`, title: 'More shoes' };
			assert.equal((await api.call(items, { method: 'POST', body })).status, 201);
			expected += 1;
			await waitFor(
				'the item',
				() => countAll(api),
				(count) => count === expected,
			);
			await waitFor(
				'a save',
				() => stat(manifest).catch(() => undefined),
				(file) => file?.isFile() === true,
			);
		}
		await server.stop();
		await startOver([]);
	});
});
