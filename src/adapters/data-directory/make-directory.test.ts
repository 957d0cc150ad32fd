import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { makeDirectory } from './make-directory.ts';

test('a directory is created with its parents, accessible only to its owner, and may already exist', async () => {
	const root = await mkdtemp(join(tmpdir(), 'vitrine-directory-'));
	try {
		const path = join(root, 'a', 'b');
		await makeDirectory(path);
		await makeDirectory(path);
		await makeDirectory(relative(process.cwd(), join(path, 'c')));
		for (const made of [join(root, 'a'), path, join(path, 'c')]) {
			assert.equal((await stat(made)).mode & 0o777, 0o700, made);
		}
	} finally {
		await rm(root, { recursive: true, force: true });
	}
});

test('a directory that cannot be created is reported, and it is not tried for ever', async () => {
	const root = await mkdtemp(join(tmpdir(), 'vitrine-directory-'));
	try {
		const [file, link] = [join(root, 'file'), join(root, 'link')];
		await writeFile(file, '');
		await symlink(join(root, 'nowhere'), link);
		// /proc exists, but creating a directory in it fails as if its parent did not.
		const hopeless = [file, join(file, 'below'), link, ...(process.platform === 'linux' ? ['/proc/vitrine/data'] : [])];
		for (const path of hopeless) {
			await assert.rejects(makeDirectory(path), ({ message }: Error) =>
				message.includes(`directory ${path} cannot be created`),
			);
		}
	} finally {
		await rm(root, { recursive: true, force: true });
	}
});
