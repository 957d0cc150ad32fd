/** Whatever lies where snapshots are: what a node cannot use is refused, with a reason, and its index is built. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fillDatabase } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { openIndexedZone } from '../support/indexed-zone.ts';
import { kinds, openSnapshotZone, problems, type SnapshotZone } from '../support/snapshot-zone.ts';

let zone: SnapshotZone;
beforeEach(async () => {
	zone = await openSnapshotZone();
});
afterEach(() => zone[Symbol.asyncDispose]());

describe('a snapshot that cannot be used is refused, and the index is built', () => {
	const cases: Readonly<Record<string, { harm: () => Promise<void>; problem: RegExp }>> = {
		'a damaged manifest': {
			async harm() {
				truncateSync(join(await zone.folder(), 'manifest'), 100);
			},
			problem: /manifest is damaged/,
		},
		'text that is no manifest': {
			async harm() {
				writeFileSync(join(await zone.folder(), 'manifest'), '{"files":[]}');
			},
			problem: /manifest is damaged/,
		},
		'another database': { harm: () => zone.changeManifest(() => ({ database: 'other' })), problem: /another database/ },
		'another generation': { harm: () => zone.changeManifest(() => ({ generationId: 99 })), problem: /generation 99/ },
		'another version of indexes': {
			harm: () => zone.changeManifest(() => ({ indexVersion: 1 })),
			problem: /has version 1/,
		},
		'names that lead elsewhere': {
			harm: () =>
				zone.changeManifest(({ files }) => ({ files: files.map((file) => ({ ...file, name: `../../${file.name}` })) })),
			problem: /manifest is damaged/,
		},
		'a chunk that leads elsewhere': {
			harm: () =>
				zone.changeManifest(({ files }) => ({
					files: files.map((file) => ({ ...file, chunks: ['../../../secret.key'] })),
				})),
			problem: /manifest is damaged/,
		},
		'a size beyond the disk': {
			harm: () =>
				zone.changeManifest(({ files: [manifest, ...files] }) => ({
					files: [
						manifest,
						...files.map((file) => ({
							...file,
							byteCount: 4_194_304 * 60_000,
							chunks: Array(60_000).fill('a'.repeat(64)),
						})),
					],
				})),
			problem: /more than half|manifest is damaged/,
		},
		'a size that is not that of the file': {
			harm: () =>
				zone.changeManifest(({ files: [manifest, ...files] }) => ({
					files: [manifest, ...files.map((file) => ({ ...file, byteCount: file.byteCount - 1 }))],
				})),
			problem: /too_large|bytes/,
		},
		'files that its index does not have': {
			harm: () =>
				zone.changeManifest(({ files }) => ({ files: [...files, { name: '777.segment', byteCount: 0, chunks: [] }] })),
			problem: /not those of its index/,
		},
		'a missing chunk': {
			async harm() {
				const [, segment] = (await zone.readManifest()).files;
				rmSync(join(await zone.folder(), segment?.chunks[0] ?? ''));
			},
			problem: /is missing/,
		},
		'a damaged chunk': {
			async harm() {
				const [, segment] = (await zone.readManifest()).files;
				const path = join(await zone.folder(), segment?.chunks[0] ?? '');
				const bytes = readFileSync(path);
				bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000);
				writeFileSync(path, bytes);
			},
			problem: /is damaged/,
		},
	};
	for (const [name, { harm, problem }] of Object.entries(cases)) {
		it(name, async () => {
			await zone.write(0, 1_100);
			await zone.publish();
			await zone.stopPublisher();
			await harm();
			const events = await zone.checkNode();
			const [event, ...more] = events;
			const word = event?.kind === 'snapshot_failed' ? event.error.message : problems(events).join();
			assert.match(word, problem);
			assert.deepEqual(more, []);
		});
	}

	it('a position that the database does not have', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		await zone.stopPublisher();
		// The store is an older copy: it was at 1,000 when this was published by another one that went on.
		const other = makeTemporaryDirectory();
		const later = await openIndexedZone(other.path, { saveDelayMs: 1 });
		try {
			await fillDatabase(later.database);
			rmSync(await zone.folder(), { recursive: true });
			const own = zone.first;
			[zone.first, zone.firstPath] = [later, other.path];
			await zone.write(0, 3_000);
			await zone.publish();
			await zone.stopPublisher();
			[zone.first, zone.firstPath] = [own, zone.home.path];
		} finally {
			await later.close();
			other.remove();
		}
		const events = await zone.checkNode();
		assert.match(problems(events).join(), /and the store up to/);
	});

	it('a storage that is away', async () => {
		await zone.write(0, 1_100);
		await zone.publish();
		await zone.stopPublisher();
		rmSync(zone.shared, { recursive: true });
		writeFileSync(zone.shared, 'a file in the place of the directory');
		const events = await zone.checkNode();
		assert.deepEqual(kinds(events), ['snapshot_failed']);
	});
});
