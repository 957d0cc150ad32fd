import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
	DataDirectoryLockedError,
	DataDirectoryUnusableError,
	lockDataDirectory,
} from '../../src/adapters/data-directory/lock-data-directory.ts';

function makeDirectory(t: TestContext): string {
	const directory = mkdtempSync(join(tmpdir(), 'vitrine-lock-'));
	t.after(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}

test('a directory is locked once, and free after release', (t) => {
	const directory = makeDirectory(t);
	const lock = lockDataDirectory(directory);
	assert.throws(() => lockDataDirectory(directory), DataDirectoryLockedError);
	lock.release();
	lock.release();
	lockDataDirectory(directory).release();
});

test('the error names the directory, and the process when it is known', (t) => {
	const directory = makeDirectory(t);
	const lock = lockDataDirectory(directory);
	const names = (text: string) => (error: unknown) =>
		error instanceof Error && error.message.includes(directory) && error.message.includes(text);
	assert.throws(() => lockDataDirectory(directory), names(`process ${process.pid}`));
	writeFileSync(join(directory, 'vitrine.pid'), 'garbage');
	assert.throws(() => lockDataDirectory(directory), names('another process'));
	lock.release();
});

test('a directory that cannot be worked in is named, and left unlocked', (t) => {
	const directory = makeDirectory(t);
	assert.throws(() => lockDataDirectory(join(directory, 'missing')), DataDirectoryUnusableError);
	mkdirSync(join(directory, 'vitrine.pid'));
	assert.throws(
		() => lockDataDirectory(directory),
		(error) => error instanceof DataDirectoryUnusableError && error.message.includes(directory),
	);
	rmSync(join(directory, 'vitrine.pid'), { recursive: true });
	lockDataDirectory(directory).release();
});

test('another process is kept out until the holder is killed', async (t) => {
	const directory = makeDirectory(t);
	const module = new URL('../../src/adapters/data-directory/lock-data-directory.ts', import.meta.url).href;
	const script =
		`import { lockDataDirectory } from ${JSON.stringify(module)};` +
		`globalThis.lock = lockDataDirectory(${JSON.stringify(directory)}); console.log('locked'); setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	t.after(() => child.kill('SIGKILL'));
	await once(child.stdout, 'data');
	assert.throws(() => lockDataDirectory(directory), new RegExp(`process ${child.pid}`));
	child.kill('SIGKILL');
	await once(child, 'exit');
	lockDataDirectory(directory).release();
});
