/** The id of the node, beside the search indexes that it speaks for. */
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';
import { readErrorCode } from '../../lib/thrown.ts';

const fileName = 'node-id';
const idPattern = /^[0-9a-z]{1,64}$/;

export function makeNodeId(): string {
	return randomBytes(8).toString('hex');
}

/** Undefined where there is none, or something else. */
export async function readNodeId(directory: string): Promise<string | undefined> {
	try {
		const id = (await readFile(join(directory, fileName), 'utf8')).trim();
		return idPattern.test(id) ? id : undefined;
	} catch (error) {
		if (readErrorCode(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** On disk when it resolves. */
export async function writeNodeId(directory: string, id: string): Promise<void> {
	const path = join(directory, fileName);
	{
		await using draft = await open(`${path}.new`, 'w', 0o600);
		await draft.writeFile(`${id}\n`);
		await draft.sync();
	}
	await rename(`${path}.new`, path);
	await syncDirectory(directory);
}

export async function removeNodeId(directory: string): Promise<void> {
	await rm(join(directory, fileName), { force: true });
	await syncDirectory(directory);
}
