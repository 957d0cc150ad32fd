/**
 * How do followers write to disk? These are the few file operations that they use, so that a test can make any of them fail.
 *
 *     replace:   name.tmp ─ written, synced ─► renamed to name ─► directory synced
 *
 * If it is stopped at any point, there is either the previous file or the new one, complete.
 */
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createLinearBytes } from '../../lib/linear-memory.ts';
import { createObstacles, type OnObstacle } from '../../lib/obstacle.ts';
import { createSharedBytes } from '../../lib/shared-bytes.ts';
import { syncDirectory } from './sync-directory.ts';

export interface DurableFiles {
	/** The whole file, in memory that threads can share; undefined when there is none. */
	read(path: string): Promise<SharedArrayBuffer | undefined>;
	/**
	 * Reads the first `bytesMax` bytes of a file in chunks, each valid only until `take` returns.
	 * @returns the length of the whole file; undefined when there is none.
	 */
	readChunks(path: string, bytesMax: number, take: (chunk: Uint8Array) => void): Promise<number | undefined>;
	/** Resolves when the bytes are on disk. The name is on disk only after a later `replace` in the same directory. */
	write(path: string, bytes: Uint8Array): Promise<void>;
	/** The same for bytes that come in parts, one after another. If `parts` throws, a part of the file is left. */
	writeParts(path: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
	/**
	 * Replaces a file by the concatenated parts in one step, which is on disk when this resolves; so are all new names
	 * beside it. The directory must exist.
	 */
	replace(directory: string, name: string, ...parts: readonly Uint8Array[]): Promise<void>;
	/** Names in a directory; none when it does not exist. */
	list(directory: string): Promise<readonly string[]>;
	/** Removes a file, or a directory with all its contents; does nothing when it does not exist. */
	remove(path: string): Promise<void>;
	/** Renames a directory in one step, which is on disk when this resolves. There must be nothing of the new name. */
	moveDirectory(from: string, to: string): Promise<void>;
	/** @returns whether it was created. */
	makeDirectory(path: string): Promise<boolean>;
	/** Removes what is in the way of a directory, and directories in it that have names of files. */
	removeObstacles(directory: string, isFileName: (name: string) => boolean): Promise<void>;
}

export type FileCall = Exclude<keyof DurableFiles, 'readPieces'>;

/** Node reads and writes at most 2 GB in one call. */
const callBytesMax = 1024 ** 3;
export const temporarySuffix = '.tmp';
/** The size of chunks for a file that is only checked. */
const passedBytesMax = 1024 ** 2;

/**
 * `beforeCall` is called before every file operation; a test throws from it to see what an error does. `onObstacle` is
 * told of a directory in the place of a file and vice versa; both count as missing.
 */
export function createDurableFiles(
	beforeCall: (call: FileCall, path: string) => void = () => undefined,
	onObstacle: OnObstacle = () => undefined,
): DurableFiles {
	const obstacles = createObstacles({ stat, readdir, rm }, onObstacle);
	// These calls are frequent, and would report the same obstacle all the time.
	const silently = createObstacles({ stat, readdir, rm }, () => undefined);

	const openIfThere = (path: string) => obstacles.readIfThere(path, () => openFile(path), undefined);
	const writeFile = (path: string, parts: readonly Uint8Array[]) =>
		obstacles.writeFile(path, () => writeDurably(path, parts));

	return {
		async read(path) {
			beforeCall('read', path);
			const file = await openIfThere(path);
			if (file === undefined) return undefined;
			try {
				return await readWhole(file);
			} finally {
				await file.close();
			}
		},
		async readChunks(path, bytesMax, take) {
			beforeCall('read', path);
			const file = await openIfThere(path);
			if (file === undefined) return undefined;
			try {
				const { size } = await file.stat();
				await passChunks(file, Math.min(size, bytesMax), take);
				return size;
			} finally {
				await file.close();
			}
		},
		async write(path, bytes) {
			beforeCall('write', path);
			await writeFile(path, [bytes]);
		},
		async writeParts(path, parts) {
			beforeCall('writeParts', path);
			await obstacles.writeFile(path, () => writeDurably(path, parts));
		},
		async moveDirectory(from, to) {
			beforeCall('moveDirectory', to);
			await syncDirectory(from);
			await rename(from, to);
			await syncDirectory(dirname(to));
		},
		async replace(directory, name, ...parts) {
			beforeCall('replace', directory);
			const temporaryPath = join(directory, name + temporarySuffix);
			const path = join(directory, name);
			await writeFile(temporaryPath, parts);
			await obstacles.writeFile(path, () => rename(temporaryPath, path));
			await syncDirectory(directory);
		},
		async list(directory) {
			beforeCall('list', directory);
			return silently.readIfThere(directory, () => readdir(directory), []);
		},
		async remove(path) {
			beforeCall('remove', path);
			await silently.readIfThere(path, () => rm(path, { recursive: true, force: true }), undefined);
		},
		async makeDirectory(path) {
			beforeCall('makeDirectory', path);
			const make = () => mkdir(path, { recursive: true, mode: 0o700 });
			return (await obstacles.makeDirectory(path, make)) !== undefined;
		},
		async removeObstacles(directory, isFileName) {
			beforeCall('removeObstacles', directory);
			await obstacles.removeAll(directory, isFileName);
		},
	};
}

async function readWhole(file: FileHandle): Promise<SharedArrayBuffer> {
	const { size } = await file.stat();
	const buffer = createLinearBytes(size) ?? createSharedBytes(size);
	let at = 0;
	while (at < size) {
		const length = Math.min(callBytesMax, size - at);
		const { bytesRead } = await file.read(new Uint8Array(buffer, at, length), 0, length, at);
		// The file has become shorter in the meantime: the rest stays 0, and the checksum fails.
		if (bytesRead === 0) break;
		at += bytesRead;
	}
	return buffer;
}

async function passChunks(file: FileHandle, byteCount: number, take: (chunk: Uint8Array) => void): Promise<void> {
	const buffer = new Uint8Array(Math.min(byteCount, passedBytesMax));
	for (let at = 0; at < byteCount; ) {
		const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, byteCount - at), at);
		if (bytesRead === 0) return;
		take(buffer.subarray(0, bytesRead));
		at += bytesRead;
	}
}

async function writeDurably(path: string, parts: readonly Uint8Array[] | AsyncIterable<Uint8Array>): Promise<void> {
	const file = await open(path, 'w', 0o600);
	try {
		for await (const bytes of parts) await writeWhole(file, bytes);
		await file.sync();
	} finally {
		await file.close();
	}
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
	let at = 0;
	while (at < bytes.length) {
		const length = Math.min(callBytesMax, bytes.length - at);
		at += (await file.write(bytes, at, length)).bytesWritten;
	}
}

/** A directory can be opened like a file; only reading from it fails. */
async function openFile(path: string): Promise<FileHandle> {
	const file = await open(path, 'r');
	if (!(await file.stat()).isDirectory()) return file;
	await file.close();
	throw Object.assign(new Error(`${path} is a directory`), { code: 'EISDIR' });
}
