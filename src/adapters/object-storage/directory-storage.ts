/** Objects as files of a directory that machines share, such as one on NFS. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
	listedObjectsMax,
	type ObjectStorage,
	objectNamePattern,
	StorageError,
	type StoredObject,
} from '../../ports/object-storage.ts';

/** The directory itself is not created: where nothing is mounted, nothing is to be written. */
export function openDirectoryStorage(path: string): ObjectStorage {
	const toPath = (name: string) => join(path, ...name.split('/'));
	return {
		list: (prefix) => guard(() => listObjects(path, prefix)),
		read: (name, { byteCountMax }) => guard(() => readFile(toPath(name), byteCountMax)),
		write: (name, bytes) =>
			guard(async () => {
				await stat(path);
				await replaceFile(toPath(name), bytes);
			}),
		remove: (name) => guard(() => rm(toPath(name), { force: true })),
	};
}

async function listObjects(path: string, prefix: string): Promise<readonly StoredObject[]> {
	await stat(path);
	const found: StoredObject[] = [];
	const folders = [prefix];
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(ignoreMissing([]));
		for (const entry of entries) {
			const name = folder + entry.name;
			if (!objectNamePattern.test(name)) continue;
			if (entry.isDirectory()) folders.push(`${name}/`);
			if (!entry.isFile() || found.length >= listedObjectsMax) continue;
			const facts = await stat(join(path, name)).catch(ignoreMissing(undefined));
			if (facts !== undefined) found.push({ name, byteCount: facts.size });
		}
	}
	return found;
}

async function readFile(path: string, byteCountMax: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const file = await open(path, 'r').catch(ignoreMissing(undefined));
	if (file === undefined) return undefined;
	try {
		const { size } = await file.stat();
		if (size > byteCountMax) throw new StorageError('too_large', `it has ${size} bytes, more than ${byteCountMax}`);
		const bytes = new Uint8Array(size);
		let at = 0;
		for (let read = -1; at < size && read !== 0; at += read)
			read = (await file.read(bytes, at, size - at, at)).bytesRead;
		return bytes.subarray(0, at);
	} finally {
		await file.close();
	}
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const draft = `${path}.part`;
	const file = await open(draft, 'w', 0o600);
	try {
		await file.writeFile(bytes);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(draft, path);
}

function ignoreMissing<T>(otherwise: T): (error: unknown) => T {
	return (error) => {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
		throw error;
	};
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof StorageError) throw error;
		const { code = 'unknown' } = error as NodeJS.ErrnoException;
		const reason = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'denied' : 'away';
		throw new StorageError(reason, `the directory answers ${code}`, error);
	}
}
