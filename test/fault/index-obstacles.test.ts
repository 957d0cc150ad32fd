/**
 * A directory in the place of a file of a search index or a model, or a file in the place of a directory: at a start, and
 * under a running server. The log names it, every search finds everything, and the right kind of file takes its place.
 */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { obstacleWord } from '../../src/main/zone-link.ts';
import { type Api, createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-test-0123456789';
const environment = { VITRINE_OPERATOR_TOKEN: operatorToken };

let dataDir = '';
let key = '';
let hashid = '';
let widgetId = '';
let expected = 0;

function start(): Promise<TestServer> {
	return startServer({ dataDir, arguments: ['--no-demo'], environment });
}

const countAll = async (api: Api): Promise<number | string> => {
	const { status, json } = await api.call(`/6/${hashid}/_search?query=shoes&rpp=1`);
	return status === 200 ? json.total_found : `status ${status}`;
};

/** Models are loaded when a widget needs them; the stop saves what was loaded. */
async function recommend({ url }: TestServer): Promise<void> {
	const api = createApi(url, key);
	const body = { current_url: 'https://shop.example/', session_id: 'session-of-the-test' };
	const { status, text } = await api.call(`/api/widget/${widgetId}`, { method: 'POST', body });
	assert.equal(status, 200, text);
	const operator = createApi(url, operatorToken);
	await waitFor(
		'the model',
		async () => (await operator.call('/api/admin/v1/recommender')).json,
		({ models, events_behind: behind }) => models === 1 && behind === 0,
	);
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

interface Obstructed {
	readonly path: string;
	/** What the server has in this place; the obstacle is of the other kind. */
	readonly isDirectory: boolean;
}

async function isDirectory(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
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
		const server = await startServer({ environment });
		dataDir = server.dataDir;
		assert(server.firstRun);
		({ key, hashid, widget_id: widgetId } = server.firstRun);
		const api = createApi(server.url, key);
		const count = () => countAll(api);
		expected = Number(await waitFor('the items of the demo shop in searches', count, (found) => Number(found) > 0));
		await recommend(server);
		await server.stop();
	});

	after(() => rm(dataDir, { recursive: true, force: true }));

	/** Searches, asks for recommendations and stops. @returns the log. */
	async function use(server: TestServer): Promise<string> {
		try {
			await askAll(server);
		} catch (error) {
			await server.kill();
			throw error;
		}
		assert.equal(await server.stop(), 0, server.log());
		return server.log();
	}

	async function askAll(server: TestServer): Promise<void> {
		const api = createApi(server.url, key);
		await waitFor(
			'a server that is ready',
			() => api.call('/health/ready'),
			({ status }) => status === 200,
		);
		// A search that has to wait for the processor too long is asked to come back.
		const isAnswered = (count: number | string) => count !== 'status 503';
		assert.equal(await waitFor('the answer to a search', () => countAll(api), isAnswered), expected);
		await recommend(server);
	}

	/** Starts with these obstacles and no others, which are gone when it stops. */
	async function startOver(obstructed: readonly Obstructed[]): Promise<void> {
		const log = await use(await start());
		assert.doesNotMatch(log, /"level":[56]0/);
		const lines = log.split('\n').filter((line) => line.includes(obstacleWord));
		const removed: readonly string[] = lines.map((line) => JSON.parse(line).path);
		for (const { path, isDirectory: expected } of obstructed) {
			assert(removed.includes(path), `the log does not name ${path}:\n${log}`);
			assert.equal(await isDirectory(path), expected, path);
		}
		for (const path of removed)
			assert(
				obstructed.some((known) => path.startsWith(known.path)),
				path,
			);
	}

	for (const together of obstacles.slice(0, chooseLength(1, obstacles.length))) {
		const names = together.map(({ pattern, suffix = '' }) => `${pattern.source}${suffix}`).join(', ');
		it(`that is a directory in the place of ${names} is removed, and everything is found`, async () => {
			const obstructed: Obstructed[] = [];
			for (const { pattern, suffix = '' } of together) {
				const paths = await findFiles(pattern);
				assert(paths.length > 0, `there is no ${pattern.source}`);
				for (const path of paths) {
					await replaceByDirectory(path + suffix);
					obstructed.push({ path: path + suffix, isDirectory: false });
				}
			}
			await startOver(obstructed);
		});
	}

	const files = [['search/1', 'recommend'], ['search']];
	for (const names of files.slice(0, chooseLength(1, files.length))) {
		it(`that is a file in the place of ${names.join(' and ')} is removed, and everything is found`, async () => {
			const paths = names.map((name) => join(dataDir, 'eu1', name));
			for (const path of paths) await replaceByFile(path);
			await startOver(paths.map((path) => ({ path, isDirectory: true })));
		});
	}

	it('that appears while the server runs, or a directory that disappears, is repaired by the next save', async () => {
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
		assert.doesNotMatch(await use(await start()), /"level":[456]0/, 'the next start has nothing to say');
	});
});
