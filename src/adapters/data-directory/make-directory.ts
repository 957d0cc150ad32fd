import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';
import { readErrorCode, toError } from '../../lib/thrown.ts';

/**
 * Creates a directory and its missing parents, accessible only to this user. When it resolves, they survive a power cut:
 * the entry of each new one is on disk. SQLite syncs only the files inside.
 * @throws {Error} with the name of the directory, when it cannot be created or is something else.
 */
export async function makeDirectory(path: string): Promise<void> {
	const target = resolve(path);
	try {
		const first = await makeMissing(target);
		if (first === undefined) return;
		for (let made = target; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
	} catch (error) {
		throw new Error(`the directory ${path} cannot be created: ${toReason(error)}`, { cause: error });
	}
}

/**
 * Node's own `recursive` loops for ever, using a whole core, in a directory where none can be created (/proc).
 * @returns the topmost directory that was created; undefined when all existed.
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
