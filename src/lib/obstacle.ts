/**
 * A directory in the place of a file that the program keeps, or a file in the place of a directory: a volume that was
 * mounted one name too deep, a restore that went wrong. What is derived from other data can be made again, so there the
 * obstacle counts as nothing, is removed when the directory is opened or by the next write, and is told of.
 */
import { dirname, join } from 'node:path';
import { readErrorCode } from './thrown.ts';

export type OnObstacle = (path: string) => void;

/** What is needed of `node:fs/promises`. */
export interface ObstructedFiles {
	stat(path: string): Promise<{ isDirectory(): boolean }>;
	readdir(
		path: string,
		options: { readonly withFileTypes: true },
	): Promise<readonly { readonly name: string; isFile(): boolean }[]>;
	rm(path: string, options: { readonly recursive: boolean; readonly force: true }): Promise<void>;
}

export interface Obstacles {
	/** What `read` finds at the path; `fallback` where nothing of that kind is. */
	readIfThere<T, F>(path: string, read: () => Promise<T>, fallback: F): Promise<T | F>;
	/** Puts a file at the path by `write`, once more when a directory that was there is removed. */
	writeFile<T>(path: string, write: () => Promise<T>): Promise<T>;
	/** Makes a directory at the path by `make`, once more when a file that was there, or above it, is removed. */
	makeDirectory<T>(path: string, make: () => Promise<T>): Promise<T>;
	/**
	 * Removes a file in the place of the directory, or above it, and the directories in it that have names of files: what is
	 * read or written seldom would be in the way for long. Cost: a look at each name. Rejects when the disk does.
	 */
	removeAll(directory: string, isFileName: (name: string) => boolean): Promise<void>;
}

const obstructedCodes: readonly unknown[] = ['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY'];

export function createObstacles(files: ObstructedFiles, onObstacle: OnObstacle): Obstacles {
	async function removeAny(paths: readonly string[], kind: 'directory' | 'file'): Promise<boolean> {
		let isRemoved = false;
		for (const path of paths) {
			const found = await files.stat(path).catch(() => undefined);
			if (found === undefined || found.isDirectory() !== (kind === 'directory')) continue;
			onObstacle(path);
			// Somebody else may have removed the file by now, and made the directory.
			await files.rm(path, { recursive: kind === 'directory', force: true });
			isRemoved = true;
		}
		return isRemoved;
	}

	async function orWithout<T>(paths: readonly string[], kind: 'directory' | 'file', work: () => Promise<T>) {
		try {
			return await work();
		} catch (error) {
			if (!obstructedCodes.includes(readErrorCode(error)) || !(await removeAny(paths, kind))) throw error;
			return work();
		}
	}

	async function readIfThere<T, F>(path: string, read: () => Promise<T>, fallback: F): Promise<T | F> {
		try {
			return await read();
		} catch (error) {
			const code = readErrorCode(error);
			if (code === 'ENOENT') return fallback;
			if (!obstructedCodes.includes(code)) throw error;
			onObstacle(path);
			return fallback;
		}
	}

	return {
		readIfThere,
		writeFile: (path, write) => orWithout([path], 'directory', write),
		makeDirectory: (path, make) => orWithout([dirname(path), path], 'file', make),
		async removeAll(directory, isFileName) {
			await removeAny([dirname(directory), directory], 'file');
			const entries = await readIfThere(directory, () => files.readdir(directory, { withFileTypes: true }), []);
			const inTheWay = entries.filter((entry) => !entry.isFile() && isFileName(entry.name));
			await removeAny(
				inTheWay.map(({ name }) => join(directory, name)),
				'directory',
			);
		},
	};
}
