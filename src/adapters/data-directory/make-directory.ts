import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readErrorCode, toError } from '../../lib/thrown.ts';

/**
 * Makes a directory, and those above it, for this user alone. When it resolves, a power cut does not take the directory
 * away again: the entry of each new one is on disk. SQLite sees to the files inside, and to no more than that.
 * @throws {Error} that names the directory, when it cannot be made, or is something else.
 */
export async function makeDirectory(path: string): Promise<void> {
	const target = resolve(path);
	try {
		const first = await makeMissing(target);
		if (first === undefined) return;
		for (let made = target; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
	} catch (error) {
		throw new Error(`the directory ${path} cannot be made: ${toReason(error)}`, { cause: error });
	}
}

/**
 * Node's own `recursive` tries for ever, with a core, where a directory exists in which none can be made (/proc).
 * @returns the topmost directory that was made; undefined when all were there.
 */
async function makeMissing(path: string): Promise<string | undefined> {
	try {
		await mkdir(path, ownerOnly);
		return path;
	} catch (error) {
		if (readErrorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return undefined;
		if (readErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
		const first = await makeMissing(dirname(path));
		await mkdir(path, ownerOnly);
		return first ?? path;
	}
}

const ownerOnly = { mode: 0o700 };

function toReason(error: unknown): string {
	if (readErrorCode(error) === 'EEXIST') return 'something else has its name';
	return toError(error).message;
}

/** Makes the entries of a directory survive a power cut; Windows cannot open directories and needs no such thing. */
export async function syncDirectory(path: string): Promise<void> {
	if (process.platform === 'win32') return;
	await using directory = await open(path, 'r');
	await directory.sync();
}
