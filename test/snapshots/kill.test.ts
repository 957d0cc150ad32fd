/** Servers that are killed while they publish a snapshot, or take one: what is there afterwards is whole, and good for others. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { startCluster, waitUntilReady } from '../support/cluster.ts';
import { haveAsked, importItems, toItems, waitForSame } from '../support/snapshot-shop.ts';
import { waitFor } from '../support/wait-for.ts';

/** Several chunks, of 4 MB each. */
const itemCount = 30_000;
const killCount = 3;
const killMsMax = 1_500;

test('a server that is killed while it publishes or takes a snapshot leaves nothing that misleads another', async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	const shared = await mkdtemp(join(tmpdir(), 'vitrine-snapshots-'));
	t.after(() => rm(shared, { recursive: true, force: true }));
	const listObjects = async () => (await readdir(shared, { recursive: true })).filter((name) => !name.endsWith('.tmp'));
	const settings = { VITRINE_SNAPSHOT_URL: pathToFileURL(shared).href };
	const cluster = await startCluster(1, settings);
	t.after(() => cluster[Symbol.asyncDispose]());
	const { key, hashid } = cluster.firstRun;
	const [node = assert.fail()] = cluster.nodes;
	await importItems(createApi(node.server.url, key), hashid, itemCount);
	const hasManifest = async () => (await listObjects()).some((name) => name.endsWith('manifest'));

	// Without its manifest a snapshot is published again by the next start.
	let before: ReadonlySet<string> = new Set();
	for (let kill = 0; kill < killCount; kill += 1) {
		await waitFor('an object of a snapshot', async () => (await listObjects()).some((name) => !before.has(name)));
		await pause(random.integer(0, 200));
		await node.server.kill();
		for (const name of await listObjects()) {
			if (name.endsWith('manifest')) await rm(join(shared, name));
		}
		before = new Set(await listObjects());
		await node.restart();
	}
	await waitFor('a snapshot', hasManifest);

	const api = createApi(node.server.url, key);
	await api.call(`${toItems(hashid)}/s77`, { method: 'DELETE' });
	await haveAsked(cluster, api);
	const other = await cluster.addNode();
	t.after(() => other.server[Symbol.asyncDispose]());
	for (let kill = 0; kill < killCount; kill += 1) {
		await pause(random.integer(0, killMsMax));
		await other.server.kill();
		await other.restart();
	}
	await waitUntilReady(other);
	await waitForSame(createApi(other.server.url, key), api, hashid);
	assert.match(other.log(), /a search index was taken from its snapshot/);
	assert.doesNotMatch(node.log() + other.log(), /"level":[56]0/);
});
