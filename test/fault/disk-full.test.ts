/**
 * The disk is full: writes fail clearly, reads go on, nothing that was acknowledged is lost, and writes work again when
 * there is room. Tested with a bound on the database file, and on a small file system if root can mount one.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import { FailureError } from '../../src/lib/failure.ts';
import type { Database } from '../../src/ports/database.ts';
import { fillDatabase, live, put } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';

const megabyte = 1024 * 1024;

function putLarge(id: string): ItemWrite {
	return { kind: 'put', id, text: JSON.stringify({ id, text: 'x'.repeat(20_000) }), groupId: null };
}

/** Writes items, several at once, until one is refused. @returns the ids of those that were acknowledged. */
async function fillDisk(database: Database): Promise<string[]> {
	const acknowledged: string[] = [];
	const refused: unknown[] = [];
	for (let round = 0; refused.length === 0; round += 1) {
		assert(round < 500, 'the disk does not get full');
		const ids = Array.from({ length: 10 }, (_, index) => `${round}-${index}`);
		const results = await Promise.allSettled(ids.map((id) => database.items.write(live, [putLarge(id)])));
		for (const [index, result] of results.entries()) {
			if (result.status === 'fulfilled') acknowledged.push(ids[index] ?? '');
			else refused.push(result.reason);
		}
	}
	for (const reason of refused) {
		assert(reason instanceof FailureError && reason.failure.code === 'unavailable', String(reason));
		assert(reason.cause instanceof Error, 'the log learns the cause');
	}
	return acknowledged;
}

async function assertStored(database: Database, ids: readonly string[]): Promise<void> {
	const found = await database.items.findMany(live, ids);
	assert(typeof found === 'object');
	assert.deepEqual(
		found.map((item) => item?.id),
		ids,
	);
	assert.equal(await database.items.count(live), ids.length);
}

test('a file that may not grow', async (t) => {
	const directory = makeTemporaryDirectory();
	t.after(() => directory.remove());
	const file = join(directory.path, 'vitrine.db');
	const full = await openSqliteDatabase({ file, pageCountMax: 500 });
	await fillDatabase(full);

	const acknowledged = await fillDisk(full);

	await assertStored(full, acknowledged);
	// One page more than the new item takes may be needed, for its index trees.
	await full.items.write(
		live,
		acknowledged.slice(0, 2).map((id) => put(id)),
	);
	assert.deepEqual(await full.items.write(live, [putLarge('fits')]), [{ id: 'fits', result: 'created' }]);
	await full.close();

	const roomy = await openSqliteDatabase({ file });
	t.after(() => roomy.close());
	await assertStored(roomy, [...acknowledged, 'fits']);
	await roomy.items.write(live, [putLarge('more')]);
	await assertStored(roomy, [...acknowledged, 'fits', 'more']);
});

/** Mounts a file system of 8 MB. @returns its directory, or undefined where this process may not. */
function mountSmallDisk(t: TestContext): string | undefined {
	const { path, remove } = makeTemporaryDirectory();
	const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${8 * megabyte}`, 'vitrine-test', path]);
	t.after(() => {
		if (mounted.status === 0) spawnSync('/bin/umount', [path]);
		remove();
	});
	return mounted.status === 0 ? path : undefined;
}

test('a file system without room', async (t) => {
	const directory = mountSmallDisk(t);
	if (directory === undefined) {
		t.skip('mounting a small file system takes root');
		return;
	}
	const ballast = join(directory, 'ballast');
	writeFileSync(ballast, Buffer.alloc(3 * megabyte));
	const database = await openSqliteDatabase({ file: join(directory, 'vitrine.db') });
	try {
		await fillDatabase(database);
		const acknowledged = await fillDisk(database);
		await assertStored(database, acknowledged);

		rmSync(ballast);

		await database.check();
		await database.items.write(live, [putLarge('more')]);
		await assertStored(database, [...acknowledged, 'more']);
	} finally {
		await database.close();
	}
});
