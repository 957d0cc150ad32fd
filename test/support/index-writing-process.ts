/**
 * A process that writes to indices of every kind as fast as it can, with an indexer that refreshes, merges, saves and
 * replaces all the time, until it is killed. It prints a line for each merge, and whenever
 * saves have been made. Arguments: the directory and a seed.
 */

import assert from 'node:assert/strict';
import type { ItemTarget, ItemWrite } from '../../src/domain/item/item.ts';
import { comparePositions, startPosition } from '../../src/domain/log/position.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { sampleEngine, sampleIndex } from '../contract/sample-data.ts';
import { collectAllGarbage } from './collect-all-garbage.ts';
import { openIndexedZone, toStampedText } from './indexed-zone.ts';
import { neverMs, waitFor } from './wait-for.ts';

const [directory, seed] = process.argv.slice(2);
assert(directory && seed);
const random = createSeededRandom(Number(seed));
const limits = {
	pollIntervalMs: 2,
	saveDelayMs: 2,
	cleanIntervalMs: 20,
	mergeHereCountMax: 20,
	thoroughMergeDelayMs: 5,
	memoryBytesMax: 2 * 1024 * 1024,
};
const zone = await openIndexedZone(directory, limits, ({ kind }) => {
	if (kind === 'merge') process.stdout.write('merged\n');
});
const { items, searchEngines } = zone.database;
let version = Number(seed);
void announceSaves();
await Promise.all([churn(1), churn(2), replace(3), recreate(4)]);

/** Prints a line whenever saves have been made. */
async function announceSaves(): Promise<never> {
	const readFollowed = async () => {
		const [state] = await zone.database.generations.listOfSearchEngine(toTarget(1).hashid, 'live', 'fulltext');
		return state?.followed ?? startPosition;
	};
	for (let before = await readFollowed(); ; ) {
		before = await waitFor('a save', readFollowed, (position) => comparePositions(position, before) > 0);
		process.stdout.write('saved\n');
	}
}

function toTarget(number: number, generation: ItemTarget['generation'] = 'live'): ItemTarget {
	return { hashid: sampleEngine(number).hashid, indexName: 'product', generation };
}

function drawWrites(): ItemWrite[] {
	return Array.from({ length: random.integer(1, 60) }, () => {
		const id = String(random.integer(1, 400));
		version += 1;
		if (random.chance(0.2)) return { kind: 'delete', id };
		return { kind: 'put', id, text: toStampedText(id, version), groupId: null };
	});
}

async function churn(number: number): Promise<never> {
	for (;;) await items.write(toTarget(number), drawWrites());
}

async function replace(number: number): Promise<never> {
	const { hashid, indexName } = toTarget(number);
	for (;;) {
		await searchEngines.createTemporary(hashid, indexName);
		for (let step = random.integer(0, 5); step > 0; step -= 1) {
			await items.write(toTarget(number, 'temporary'), drawWrites());
		}
		if (random.chance(0.3)) {
			await searchEngines.startReindex(hashid, indexName);
			while ((await items.copyNext(50, 1)) === 'copied');
		}
		await zone.searchIndex.prepare(hashid, indexName, { kind: 'temporary', timeoutMs: neverMs });
		if (random.chance(0.2)) await searchEngines.removeTemporary(hashid, indexName);
		else await searchEngines.replaceByTemporary(hashid, indexName);
		await collectAllGarbage(items, 500, 1);
	}
}

async function recreate(number: number): Promise<never> {
	const { hashid, indexName } = toTarget(number);
	for (;;) {
		await items.write(toTarget(number), drawWrites());
		await searchEngines.removeIndex(hashid, indexName);
		await searchEngines.createIndex(hashid, sampleIndex(indexName));
	}
}
