/** A node that publishes snapshots into a directory, and fresh nodes on the same database that take them. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage, type StorageLink } from '../../src/adapters/object-storage/open-storage.ts';
import type { IndexerEvent } from '../../src/followers/search-index/indexer-options.ts';
import {
	formatSnapshot,
	parseSnapshot,
	type SnapshotManifest,
	snapshotFollower,
} from '../../src/followers/search-index/snapshot-manifest.ts';
import { startSnapshotPublisher } from '../../src/followers/search-index/snapshot-publisher.ts';
import type { BackgroundLoop } from '../../src/lib/background-loop.ts';
import type { Lease } from '../../src/ports/lease.ts';
import type { ObjectStorage } from '../../src/ports/object-storage.ts';
import { fillDatabase, live } from '../contract/sample-data.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../contract/temporary-directory.ts';
import { compareWithStore, type IndexedZone, openIndexedNode, openIndexedZone, toStampedText } from './indexed-zone.ts';
import { heldLease } from './settable-lease.ts';
import { waitFor } from './wait-for.ts';

const batch = 100;

export async function openSnapshotZone(): Promise<SnapshotZone> {
	const home = makeTemporaryDirectory();
	const first = await openIndexedZone(home.path, { saveDelayMs: 1 });
	await fillDatabase(first.database);
	return new SnapshotZone(home, first);
}

export class SnapshotZone {
	readonly home: TemporaryDirectory;
	/** The node that publishes. */
	first: IndexedZone;
	readonly shared: string;
	link: StorageLink;
	/** The publisher's clock. */
	nowMs = 0;
	publisher: BackgroundLoop | undefined;
	readonly failures: unknown[] = [];
	nodeCount = 0;
	/** Of the node that publishes. */
	firstPath: string;
	/** Of the publisher. */
	stepCount = 0;
	/** How often everything was listed. */
	listCount = 0;

	constructor(home: TemporaryDirectory, first: IndexedZone) {
		this.home = home;
		this.first = first;
		this.firstPath = home.path;
		this.shared = join(home.path, 'shared');
		mkdirSync(this.shared);
		this.link = { address: { kind: 'directory', path: this.shared }, credentials: undefined };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.publisher?.stop();
		await this.first.close();
		this.home.remove();
	}

	async write(from: number, to: number, version = 1, target = live): Promise<void> {
		for (let at = from; at < to; at += batch) {
			const numbers = Array.from({ length: Math.min(batch, to - at) }, (_, index) => at + index);
			const writes = numbers.map((number) => {
				const id = `n${number}`;
				return { kind: 'put' as const, id, text: toStampedText(id, version), groupId: null };
			});
			assert(Array.isArray(await this.first.database.items.write(target, writes)));
		}
	}

	async remove(from: number, to: number): Promise<void> {
		const ids = Array.from({ length: to - from }, (_, index) => `n${from + index}`);
		const writes = ids.map((id) => ({ kind: 'delete' as const, id }));
		assert(Array.isArray(await this.first.database.items.write(live, writes)));
	}

	/** @param name of the node: all have the same directory */
	async startPublisher(lease: Lease = heldLease, name = 'fulltext'): Promise<void> {
		const storage = await openStorage(this.link);
		this.publisher = startSnapshotPublisher({
			...{ storage: this.countLists(storage), directory: join(this.firstPath, 'search'), publisher: name, lease },
			...{ generations: this.first.database.generations, items: this.first.database.items },
			readIdentity: async () => {
				this.stepCount += 1;
				return 'embedded';
			},
			...{ nowMs: () => this.nowMs, pause: async () => undefined, pollIntervalMs: 10 },
			onMeasure: () => undefined,
			onFailure: (error) => this.failures.push(error),
		});
	}

	countLists(storage: ObjectStorage): ObjectStorage {
		const list: ObjectStorage['list'] = async (prefix, signal) => {
			const found = await storage.list(prefix, signal);
			if (prefix === 'embedded/') this.listCount += 1;
			return found;
		};
		return { ...storage, list };
	}

	/**
	 * Reads after a step of the publisher's clock. Each attempt of `waitFor` steps again: from when the publisher counts is known to it
	 * alone, so a single step may come too early.
	 */
	later<T>(stepMs: number, read: () => T): T {
		this.nowMs += stepMs;
		return read();
	}

	async stopPublisher(): Promise<void> {
		await this.publisher?.stop();
		this.publisher = undefined;
	}

	async findLive() {
		const [state] = await this.first.database.generations.listOfSearchEngine(live.hashid, 'live', snapshotFollower);
		assert(state);
		return state;
	}

	/** Waits until everything that was written is on the disk of the this.first node. */
	async save(): Promise<void> {
		await this.first.settle();
		await waitFor(
			'saved indexes',
			() => this.findFirst(),
			({ followed, end }) => followed === end,
		);
	}

	/** Waits until everything that was written is in the snapshot. */
	async publish(): Promise<void> {
		await this.save();
		this.nowMs += 3_600_000;
		if (this.publisher === undefined) await this.startPublisher();
		await waitFor(
			'a snapshot of all writes',
			() => this.findLive(),
			({ followed, end }) => followed === end,
		);
	}

	/** A fresh node, which has to be closed. */
	openNode(): IndexedZone {
		this.nodeCount += 1;
		const name = `fresh-${this.nodeCount}`;
		return openIndexedNode(this.first.database, this.home.path, {
			...{ follower: name, directory: join(this.home.path, name, 'search'), snapshots: this.link },
			limits: { saveDelayMs: 1, cleanIntervalMs: 20 },
		});
	}

	/** A fresh node has what the store has, at once and after further writes. @returns what happened to snapshots */
	async checkNode(meanwhile: () => Promise<void> = async () => undefined): Promise<IndexerEvent[]> {
		mkdirSync(join(this.home.path, `fresh-${this.nodeCount + 1}`), { recursive: true });
		const node = this.openNode();
		try {
			await meanwhile();
			await node.settle();
			assert((await compareWithStore(node)) > 0);
			const { id } = (await this.readItems())[0] ?? assert.fail('an item');
			await this.first.database.items.write(live, [{ kind: 'delete', id }]);
			await this.first.database.items.write(live, [
				{ kind: 'put', id: 'late', text: toStampedText('late', this.nodeCount), groupId: null },
			]);
			await node.settle();
			await compareWithStore(node);
			return [...node.events];
		} finally {
			await node.close();
		}
	}

	async readItems(): Promise<{ id: string }[]> {
		const log = await this.first.database.items.readLog(live, '0' as never, { changeCountMax: 1000 });
		assert(log !== 'missing');
		return log.changes.filter(({ text }) => text !== null).map(({ id }) => ({ id }));
	}

	async folder(): Promise<string> {
		return join(this.shared, 'embedded', String((await this.findLive()).generationId));
	}

	async readManifest(): Promise<SnapshotManifest> {
		return parseSnapshot(readFileSync(join(await this.folder(), 'manifest'))) ?? assert.fail('a manifest');
	}

	async changeManifest(change: (manifest: SnapshotManifest) => object): Promise<void> {
		const changed = { ...(await this.readManifest()), ...change(await this.readManifest()) };
		writeFileSync(join(await this.folder(), 'manifest'), formatSnapshot(changed as SnapshotManifest));
	}

	findFirst() {
		return this.findNoted('fulltext');
	}

	async findNoted(follower = 'fresh-1') {
		const [state] = await this.first.database.generations.listOfSearchEngine(live.hashid, 'live', follower);
		return state ?? assert.fail('a generation');
	}
}

export const kinds = (events: readonly IndexerEvent[]) => events.map(({ kind }) => kind);
export const problems = (events: readonly IndexerEvent[]) =>
	events.flatMap((event) => ('problem' in event ? event.problem : []));
