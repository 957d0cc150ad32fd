import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeTemporaryDirectory } from '../../test/contract/temporary-directory.ts';
import { createObstacles } from './obstacle.ts';

/** A file in place of a directory; `afterInspecting` runs between its inspection and its removal. */
async function prepare(t: TestContext, afterInspecting: (path: string) => Promise<void>) {
	const directory = makeTemporaryDirectory();
	t.after(() => directory.remove());
	const path = join(directory.path, 'search');
	await writeFile(path, 'in the way');
	async function inspectFirst(inspected: string) {
		const found = await stat(inspected);
		if (inspected === path) await afterInspecting(path);
		return found;
	}
	return { path, obstacles: createObstacles({ stat: inspectFirst, readdir, rm }, () => undefined) };
}

test('a file that another process removes at the same time is not a failure', async (t) => {
	const { path, obstacles } = await prepare(t, (path) => rm(path));
	await obstacles.removeAll(path, () => true);
	await assert.rejects(stat(path), { code: 'ENOENT' });
});

test('what another process puts in place of the file at the same time is not removed', async (t) => {
	const { path, obstacles } = await prepare(t, async (path) => {
		await rm(path);
		await mkdir(path);
		await writeFile(join(path, 'manifest'), 'new');
	});
	await obstacles.removeAll(path, () => true).catch(() => undefined);
	assert.deepEqual(await readdir(path), ['manifest']);
});
