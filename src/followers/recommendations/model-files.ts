/** The few things that the recommender does with files, so that a test can make any of them fail. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createObstacles, type OnObstacle } from '../../lib/obstacle.ts';

export interface ModelFiles {
	/** The whole file; undefined when there is none. */
	read(name: string): Promise<Uint8Array | undefined>;
	/** Puts the pieces, one after the other, in the place of a file in one step, which is on disk when this resolves. */
	replace(name: string, pieces: readonly Uint8Array[]): Promise<void>;
	/** Nothing happens when it is not there. */
	remove(name: string): Promise<void>;
	/** Names of all files. */
	list(): Promise<readonly string[]>;
	/** Removes what is in the way of the directory, and directories in it that have names of files. */
	removeObstacles(isFileName: (name: string) => boolean): Promise<void>;
}

const temporarySuffix = '.tmp';

/**
 * Files of one directory, which is made when it is missing. `beforeCall` is told of every call before it is made,
 * `onObstacle` of a directory in the place of a file and the other way round, which counts as nothing there.
 */
export function createModelFiles(
	directory: string,
	beforeCall: (call: keyof ModelFiles, name: string) => void = () => undefined,
	onObstacle: OnObstacle = () => undefined,
): ModelFiles {
	const obstacles = createObstacles({ stat, readdir, rm }, onObstacle);
	// What is looked at all the time would be told of all the time.
	const silently = createObstacles({ stat, readdir, rm }, () => undefined);
	return {
		async read(name) {
			beforeCall('read', name);
			const path = join(directory, name);
			return obstacles.readIfThere(path, () => readFile(path), undefined);
		},
		async replace(name, pieces) {
			beforeCall('replace', name);
			const path = join(directory, name);
			const temporaryPath = path + temporarySuffix;
			await obstacles.makeDirectory(directory, () => mkdir(directory, { recursive: true, mode: 0o700 }));
			await obstacles.writeFile(temporaryPath, () => writeDurably(temporaryPath, pieces));
			await obstacles.writeFile(path, () => rename(temporaryPath, path));
			await syncDirectory(directory);
		},
		async remove(name) {
			beforeCall('remove', name);
			const path = join(directory, name);
			await silently.readIfThere(path, () => rm(path, { recursive: true, force: true }), undefined);
		},
		async list() {
			beforeCall('list', '');
			return silently.readIfThere(directory, () => readdir(directory), []);
		},
		async removeObstacles(isFileName) {
			beforeCall('removeObstacles', '');
			await obstacles.removeAll(directory, isFileName);
		},
	};
}

async function writeDurably(path: string, pieces: readonly Uint8Array[]): Promise<void> {
	const file = await open(path, 'w', 0o600);
	try {
		for (const piece of pieces) await file.writeFile(piece);
		await file.sync();
	} finally {
		await file.close();
	}
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
