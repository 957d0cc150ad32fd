/**
 * Handles a directory where the program expects a file, or a file where it expects a directory: a volume mounted one
 * level too deep, a restore that went wrong. Derived data can be rebuilt, so for such data an obstacle counts as
 * absence. It is removed when the directory is opened or by the next write, and reported.
 */
import { dirname, join } from 'node:path';
import { readErrorCode } from './thrown.ts';

export type OnObstacle = (path: string) => void;

/** The functions of `node:fs/promises` that are needed. */
export interface ObstructedFiles {
	stat(path: string): Promise<{ isDirectory(): boolean }>;
	readdir(
		path: string,
		options: { readonly withFileTypes: true },
	): Promise<readonly { readonly name: string; isFile(): boolean }[]>;
	rm(path: string, options: { readonly recursive: boolean; readonly force: true }): Promise<void>;
}

export interface Obstacles {
	/** What `read` finds at the path; `fallback` where there is no such file or directory. */
	readIfThere<T, F>(path: string, read: () => Promise<T>, fallback: F): Promise<T | F>;
	/** Writes a file at the path with `write`, and again after removing a directory that was there. */
	writeFile<T>(path: string, write: () => Promise<T>): Promise<T>;
	/** Makes a directory at the path with `make`, and again after removing a file that was there or above it. */
	makeDirectory<T>(path: string, make: () => Promise<T>): Promise<T>;
	/**
	 * Removes a file at the path of the directory or above it, and directories inside it that have names of files:
	 * something rarely read or written would otherwise stay blocked for long. Cost: one check of each name. Rejects when
	 * the disk fails.
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
			// Another process may have removed the file by now, and made the directory.
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
