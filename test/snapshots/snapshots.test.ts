/** Indexes that a node takes from snapshots equal the store, whatever happens meanwhile; and what is published is not more than needed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parseStorageUrl } from '../../src/adapters/object-storage/storage-address.ts';
import { unfollowedPosition } from '../../src/domain/log/position.ts';
import {
	type SnapshotManifest,
	snapshotFollower,
	snapshotManifestBytesMax,
} from '../../src/followers/search-index/snapshot-manifest.ts';
import { abandonedMs, takeoverMs } from '../../src/followers/search-index/snapshot-publisher.ts';
import { searchIntervalMs, wasteKeptMs } from '../../src/followers/search-index/snapshot-waste.ts';
import { live, temporary } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { createSettableLease, heldLease } from '../support/settable-lease.ts';
import { kinds, openSnapshotZone, type SnapshotZone } from '../support/snapshot-zone.ts';
import { waitFor } from '../support/wait-for.ts';

let zone: SnapshotZone;
beforeEach(async () => {
	zone = await openSnapshotZone();
});
afterEach(() => zone[Symbol.asyncDispose]());

describe('a fresh node', () => {
	it('takes the snapshot, has what was written and deleted since, and follows the log', async () => {
		await zone.write(0, 1_500);
		await zone.remove(0, 100);
		await zone.publish();
		await zone.remove(100, 300);
		await zone.write(200, 250, 2);
		await zone.write(1_500, 1_600);
		// Tombstones behind the snapshot are kept for it.
		await zone.first.settle();
		while ((await zone.first.database.items.collectGarbage(500, 0)).outcome === 'collected');
		const events = await zone.checkNode();
		assert.deepEqual(kinds(events), ['snapshot_taken']);
		assert.deepEqual(zone.failures, []);
	});

	it('takes a snapshot that is replaced while it reads, or builds the index', async () => {
		await zone.write(0, 1_200);
		await zone.publish();
		const events = await zone.checkNode(async () => {
			await zone.write(0, 1_200, 2);
			zone.nowMs += 3_600_000;
			await zone.publish();
		});
		assert(!kinds(events).includes('failed'), kinds(events).join());
	});

	it('removes what a killed process left of a snapshot', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		const left = join(zone.home.path, `fresh-${zone.nodeCount + 1}`, 'search', '1.snapshot');
		mkdirSync(left, { recursive: true });
		writeFileSync(join(left, '1.segment'), 'half of it');
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
		assert.equal(existsSync(left), false);
	});

	it('takes another one in the place of an index that is damaged', async () => {
		await zone.write(0, 1_500);
		await zone.publish();
		const directory = join(zone.home.path, 'fresh-1', 'search');
		mkdirSync(directory, { recursive: true });
		const node = zone.openNode();
		await node.settle();
		await waitFor(
			'a saved index',
			() => zone.findNoted(),
			({ followed, end }) => followed === end,
		);
		await node.close();
		const { generationId } = await zone.findLive();
		truncateSync(join(directory, String(generationId), 'manifest'), 20);
		await zone.remove(0, 100);
		zone.nodeCount = 0;
		assert.deepEqual(kinds(await zone.checkNode()), ['rebuilding', 'snapshot_taken']);
	});

	it('builds small indexes, and those that have no snapshot', async () => {
		await zone.write(0, 200);
		await zone.startPublisher();
		assert.deepEqual(await zone.checkNode(), []);
		assert.deepEqual(readdirSync(zone.shared), []);
		await zone.publisher?.stop();
		await zone.write(0, 1_200);
		assert.deepEqual(await zone.checkNode(), []);
	});

	it('builds what was published before something was deleted without a trace', async () => {
		await zone.write(0, 1_200);
		await zone.publish();
		await zone.publisher?.stop();
		await zone.remove(0, 50);
		// As if the positions of the publisher were forgotten.
		const { generationId, end } = await zone.findLive();
		await zone.first.database.items.moveFollower(generationId, snapshotFollower, end);
		await zone.save();
		while ((await zone.first.database.items.collectGarbage(500, 0)).outcome === 'collected');
		const events = await zone.checkNode();
		assert.deepEqual(kinds(events), ['snapshot_refused']);
	});
});

describe('the publisher', () => {
	it('writes chunks that are new, and removes later what no manifest names', async () => {
		await zone.write(0, 1_500);
		await zone.publish();
		const before = await zone.readManifest();
		await zone.write(1_500, 1_520);
		await zone.publish();
		const names = (manifest: SnapshotManifest) => manifest.files.flatMap(({ chunks }) => chunks);
		const after = await zone.readManifest();
		const unused = names(before).filter((name) => !names(after).includes(name));
		assert(unused.length > 0);
		for (const name of unused) assert(readdirSync(await zone.folder()).includes(name));
		const own = await zone.folder();
		await waitFor(
			'no chunks but those of the manifest',
			() => zone.later(wasteKeptMs, () => readdirSync(own).toSorted()),
			(found) => found.join() === [...new Set(names(after)), 'manifest'].toSorted().join(),
		);
	});

	it('publishes what is swapped in, and removes what was swapped out', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		const old = await zone.folder();
		const { database } = zone.first;
		await database.searchEngines.createTemporary(live.hashid, live.indexName);
		await zone.write(0, 1_300, 3, temporary);
		await database.searchEngines.replaceByTemporary(live.hashid, live.indexName);
		await zone.publish();
		while ((await database.items.collectGarbage(500, 0)).outcome === 'collected');
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
		assert(existsSync(old), 'a node may still be reading it');
		const before = zone.listCount;
		zone.nowMs += searchIntervalMs;
		await waitFor(
			'a search for what is gone',
			() => zone.listCount,
			(count) => count > before,
		);
		await waitFor(
			'nothing of the old one',
			() => zone.later(wasteKeptMs, () => readdirSync(old).length),
			(count) => count === 0,
		);
	});

	it('is the same node again, and another one only where that node does not publish what it owes', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		await zone.write(1_100, 1_500);
		await zone.save();
		const publisherAfter = async (name: string, ms: number) => {
			await zone.stopPublisher();
			await zone.startPublisher(heldLease, name);
			// It finds what is there, sees that another one is owed, and waits.
			for (const stepMs of [0, 3_600_000, ms]) {
				zone.nowMs += stepMs;
				const before = zone.stepCount;
				await waitFor('two more steps', () => zone.stepCount >= before + 2);
			}
			return (await zone.readManifest()).publisher;
		};
		assert.equal(await publisherAfter('second', takeoverMs - 1), 'fulltext');
		assert.equal(await publisherAfter('second', takeoverMs), 'second');
		assert.equal((await zone.findLive()).followed, (await zone.findLive()).end);
		await zone.write(0, 500, 2);
		await zone.save();
		assert.equal(await publisherAfter('fulltext', 0), 'second');
		assert.equal(await publisherAfter('second', 0), 'second');
		assert.equal((await zone.findLive()).followed, (await zone.findLive()).end);
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
	});

	it('has nothing of an index that this node does not have, and keeps no tombstones for it', async () => {
		await zone.write(0, 1_100);
		await zone.save();
		const elsewhere = makeTemporaryDirectory();
		const { firstPath } = zone;
		zone.firstPath = elsewhere.path;
		await zone.startPublisher();
		await waitFor('some steps', () => zone.stepCount >= 3);
		assert.equal((await zone.findLive()).followed, null);
		await zone.stopPublisher();
		elsewhere.remove();
		zone.firstPath = firstPath;
	});

	it('keeps no tombstones for what nobody has published for a day, which is built then, until somebody does', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		await zone.stopPublisher();
		await zone.remove(0, 50);
		await zone.save();
		const elsewhere = makeTemporaryDirectory();
		const { firstPath } = zone;
		zone.firstPath = elsewhere.path;
		const before = zone.stepCount;
		await zone.startPublisher();
		await waitFor('two steps', () => zone.stepCount >= before + 2);
		zone.nowMs += abandonedMs;
		await waitFor('a snapshot without tombstones', async () => (await zone.findLive()).followed === unfollowedPosition);
		await zone.stopPublisher();
		elsewhere.remove();
		while ((await zone.first.database.items.collectGarbage(500, 0)).outcome === 'collected');
		assert.deepEqual(kinds(await zone.checkNode()), []);
		zone.firstPath = firstPath;
		await zone.publish();
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
	});

	it('keeps a chunk that another node has named again', async () => {
		await zone.write(0, 1_500);
		await zone.publish();
		const old = await zone.readManifest();
		const copy = join(zone.home.path, 'copy');
		cpSync(await zone.folder(), copy, { recursive: true });
		await zone.write(1_500, 1_520);
		await zone.publish();
		// As by a node that had not merged its segments.
		cpSync(copy, await zone.folder(), { recursive: true });
		const before = zone.stepCount;
		zone.nowMs += wasteKeptMs;
		await waitFor('what is not needed to be removed', () => zone.stepCount >= before + 3);
		const there = readdirSync(await zone.folder());
		for (const { chunks } of old.files) for (const name of chunks) assert(there.includes(name));
	});

	it('leaves to the next one what it had begun when it lost its lease', async () => {
		await zone.write(0, 1_100);
		await zone.save();
		const lease = createSettableLease(1);
		await zone.startPublisher(lease);
		await waitFor(
			'the zone.first snapshot',
			() => zone.findLive(),
			({ followed, end }) => followed === end,
		);
		await zone.write(1_100, 1_300);
		await zone.save();
		lease.fence = undefined;
		zone.nowMs += 3_600_000;
		await lease.whenAsked(3);
		const { followed, end } = await zone.findLive();
		assert.notEqual(followed, end);
		lease.fence = 2;
		await waitFor(
			'the next snapshot',
			() => zone.later(3_600_000, () => zone.findLive()),
			({ followed, end }) => followed === end,
		);
	});

	it('goes on where a killed process was, which left chunks without a manifest', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		await zone.stopPublisher();
		const own = await zone.folder();
		rmSync(join(own, 'manifest'));
		const times = () => readdirSync(own).map((name) => `${name} ${statSync(join(own, name)).mtimeMs}`);
		const chunks = times();
		assert.deepEqual(await zone.checkNode(), []);
		await zone.publish();
		assert(
			chunks.some((chunk) => times().includes(chunk)),
			'what was there is not written again',
		);
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
	});

	it('replaces a manifest that is too large to be one', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		await zone.stopPublisher();
		const manifest = join(await zone.folder(), 'manifest');
		truncateSync(manifest, snapshotManifestBytesMax + 1);
		await zone.startPublisher();
		await waitFor(
			'another manifest',
			() => statSync(manifest).size,
			(size) => size <= snapshotManifestBytesMax,
		);
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
	});

	it('stops at once while its storage does not answer, and calls that no failure', async () => {
		const asked = Promise.withResolvers<void>();
		const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const address = parseStorageUrl(`s3://bucket/?endpoint=http://127.0.0.1:${port}`);
		assert(address !== undefined);
		const credentials = { sessionToken: undefined, region: undefined, accessKeyId: 'none', secretAccessKey: 'none' };
		zone.link = { address, credentials };
		await zone.startPublisher();
		await asked.promise;
		await zone.stopPublisher();
		assert.deepEqual(zone.failures, []);
		server.close();
		server.closeAllConnections();
	});

	it('says once that it may not write, and goes on when it may', async () => {
		rmSync(zone.shared, { recursive: true });
		await zone.write(0, 1_100);
		await zone.save();
		await zone.startPublisher();
		await waitFor(
			'a failure',
			() => zone.failures.length,
			(count) => count > 0,
		);
		mkdirSync(zone.shared);
		zone.nowMs += 60_000;
		await zone.publish();
		assert.deepEqual(kinds(await zone.checkNode()), ['snapshot_taken']);
	});
});
