import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory, and those above it, for this user alone. When it resolves, a power cut does not take the directory
 * away again: the entry of each new one is on disk. SQLite sees to the files inside, and to no more than that.
 */
export async function makeDirectory(path: string): Promise<void> {
	const target = resolve(path);
	const first = await mkdir(target, { recursive: true, mode: 0o700 });
	if (first === undefined) return;
	for (let made = target; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Makes the entries of a directory survive a power cut; Windows cannot open directories and needs no such thing. */
export async function syncDirectory(path: string): Promise<void> {
	if (process.platform === 'win32') return;
	await using directory = await open(path, 'r');
	await directory.sync();
}
