/** The few things that the recommender does with files, so that a test can make any of them fail. */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ModelFiles {
	/** The whole file; undefined when there is none. */
	read(name: string): Promise<Uint8Array | undefined>;
	/** Puts the pieces, one after the other, in the place of a file in one step, which is on disk when this resolves. */
	replace(name: string, pieces: readonly Uint8Array[]): Promise<void>;
	/** Nothing happens when it is not there. */
	remove(name: string): Promise<void>;
	/** Names of all files. */
	list(): Promise<readonly string[]>;
}

const temporarySuffix = '.tmp';

/** Files of one directory, which is made when it is missing. `beforeCall` is told of every call before it is made. */
export function createModelFiles(
	directory: string,
	beforeCall: (call: keyof ModelFiles, name: string) => void = () => undefined,
): ModelFiles {
	return {
		async read(name) {
			beforeCall('read', name);
			return orIfAbsent(readFile(join(directory, name)), undefined);
		},
		async replace(name, pieces) {
			beforeCall('replace', name);
			await mkdir(directory, { recursive: true, mode: 0o700 });
			const temporaryPath = join(directory, name + temporarySuffix);
			const file = await open(temporaryPath, 'w', 0o600);
			try {
				for (const piece of pieces) await file.writeFile(piece);
				await file.sync();
			} finally {
				await file.close();
			}
			await rename(temporaryPath, join(directory, name));
			await syncDirectory(directory);
		},
		async remove(name) {
			beforeCall('remove', name);
			await rm(join(directory, name), { force: true });
		},
		async list() {
			beforeCall('list', '');
			return orIfAbsent(readdir(directory), []);
		},
	};
}

async function syncDirectory(path: string): Promise<void> {
	// Windows has no handle of a directory to sync; its renames are in order on disk by themselves.
	if (process.platform === 'win32') return;
	const directory = await open(path, 'r');
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}

async function orIfAbsent<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
	try {
		return await work;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
		throw error;
	}
}
