/** A database and the indexer that follows it, in a directory that can be opened repeatedly. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FulltextSearchIndex } from '../../src/adapters/fulltext-index/fulltext-search-index.ts';
import type { StorageLink } from '../../src/adapters/object-storage/open-storage.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import { emptyQuery, type IndexAnswer, type IndexQuery } from '../../src/domain/query/index-query.ts';
import type { IndexerMeasure } from '../../src/followers/search-index/index-status.ts';
import type { IndexerLimits } from '../../src/followers/search-index/indexer-limits.ts';
import type { IndexerEvent } from '../../src/followers/search-index/indexer-options.ts';
import { startIndexerThread } from '../../src/main/start-indexer.ts';
import type { Database } from '../../src/ports/database.ts';
import { chosenStore } from './store/test-store.ts';
import { awaiting, neverMs } from './wait-for.ts';

export interface IndexedZone {
	readonly database: Database;
	readonly searchIndex: FulltextSearchIndex;
	/** The events of the indexer so far. */
	readonly events: readonly IndexerEvent[];
	/** Ids of the generations that have a directory, in ascending order. */
	listDirectories(): readonly number[];
	/** Resolves when every index has every write before the call. */
	settle(): Promise<void>;
	close(): Promise<void>;
}

export async function openIndexedZone(
	path: string,
	limits: Partial<IndexerLimits> = {},
	onMeasure: (measure: IndexerMeasure) => void = () => undefined,
): Promise<IndexedZone> {
	const database = await chosenStore().open(path);
	const node = openIndexedNode(database, path, { limits, onMeasure });
	return {
		...node,
		async close() {
			await node.close();
			await database.close();
		},
	};
}

/** One of several indexers on a database, which closing it leaves open. */
export interface NodeOptions {
	readonly follower?: string;
	/** Of its indexes. */
	readonly directory?: string;
	readonly snapshots?: StorageLink;
	readonly limits?: Partial<IndexerLimits>;
	readonly onMeasure?: (measure: IndexerMeasure) => void;
}

export function openIndexedNode(database: Database, path: string, options: NodeOptions): IndexedZone {
	const { follower = 'fulltext', directory = join(path, 'search'), snapshots, onMeasure = () => undefined } = options;
	const events: IndexerEvent[] = [];
	const indexer = startIndexerThread({
		...{ database, store: chosenStore().address(path), follower, directory, snapshots, onMeasure },
		limits: { pollIntervalMs: 20, ...options.limits },
		onEvent: (event) => events.push(event),
	});
	return {
		database,
		searchIndex: indexer.searchIndex,
		events,
		listDirectories() {
			const names = existsSync(directory) ? readdirSync(directory) : [];
			return names
				.filter((name) => /^\d+$/.test(name))
				.map(Number)
				.sort((a, b) => a - b);
		},
		async settle() {
			for (const hashid of await listHashids(database)) await settleEngine({ database, ...indexer }, hashid);
		},
		close: indexer.stop,
	};
}

async function listHashids({ accounts, searchEngines }: Database): Promise<string[]> {
	const all = await accounts.listAccounts();
	const engines = await Promise.all(all.map(({ id }) => searchEngines.list(id)));
	return engines.flat().map(({ hashid }) => hashid);
}

async function settleEngine(
	{ database, searchIndex }: Pick<IndexedZone, 'database' | 'searchIndex'>,
	hashid: string,
): Promise<void> {
	for (const kind of ['live', 'temporary'] as const) {
		for (const { indexName } of await database.generations.listOfSearchEngine(hashid, kind, '')) {
			const ready = searchIndex.prepare(hashid, indexName, { kind, timeoutMs: neverMs });
			await awaiting(`every write in the ${kind} index ${indexName} of ${hashid}`, ready);
		}
	}
}

/** The text of an item: no two versions of any items have the same `stamp`. */
export function toStampedText(id: string, version: number): string {
	const title = `Item ${id} red shoe ${version % 7 === 0 ? 'rare' : 'common'}`;
	return JSON.stringify({ id, title, price: version, brand: `Brand ${version % 5}`, stamp: `${id}-${version}` });
}

export function readStamps({ facets, count }: IndexAnswer): Set<string> {
	const [facet] = facets;
	assert(facet?.kind === 'terms');
	assert.equal(facet.buckets.length, count, 'one stamp for each item');
	return new Set(facet.buckets.map(({ value }) => value));
}

export const allStamps: IndexQuery = {
	...emptyQuery,
	facets: [{ kind: 'terms', fieldName: 'stamp', size: 1_000_000 }],
};

/** Compares every live index with a scan of the store's items. @returns how many items there are. */
export async function compareWithStore({ database, searchIndex }: IndexedZone): Promise<number> {
	let itemCount = 0;
	for (const hashid of await listHashids(database)) {
		for (const { indexName } of await database.generations.listOfSearchEngine(hashid, 'live', '')) {
			const expected = await scanStamps(database, hashid, indexName);
			const answer = await searchIndex.search({ hashid, indexNames: [indexName] }, allStamps);
			assert.deepEqual([...readStamps(answer)].sort(), expected.sort(), `index ${indexName} of ${hashid}`);
			itemCount += expected.length;
		}
	}
	return itemCount;
}

async function scanStamps({ items }: Database, hashid: string, indexName: string): Promise<string[]> {
	const target = { hashid, indexName, generation: 'live' } as const;
	const stamps: string[] = [];
	for (let after = startPosition; ; ) {
		const log = await items.readLog(target, after, { changeCountMax: 1000 });
		assert(log !== 'missing');
		if (log.changes.length === 0) return stamps;
		for (const { text } of log.changes) if (text !== null) stamps.push(JSON.parse(text).stamp);
		after = log.position;
	}
}
