/** Objects as files of a directory that machines share, such as one on NFS. */
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limitTime } from '../../lib/time-limit.ts';
import {
	listedObjectsMax,
	type ObjectStorage,
	objectNamePattern,
	StorageError,
	type StoredObject,
} from '../../ports/object-storage.ts';

/** Of a list, a write or a removal. */
const patienceMs = 30_000;
/** A call that a file system never answers keeps one of the four threads that Node.js has for files and names of hosts. */
const callsAtOnceMax = 2;

/**
 * The directory itself is not created: where nothing is mounted, nothing is to be written. A file system that does not answer,
 * such as a hard mount whose server is gone, is `away`; what it still does then is not waited for.
 */
export function openDirectoryStorage(path: string, timeoutMs = patienceMs): ObjectStorage {
	const toPath = (name: string) => join(path, ...name.split('/'));
	const call = createCalls(timeoutMs);
	return {
		list: (prefix, signal) => call(() => listObjects(path, prefix), { signal }),
		read: (name, { byteCountMax, ...limits }) => call(() => readFile(toPath(name), byteCountMax), limits),
		write: (name, bytes, signal) =>
			call(
				async () => {
					await stat(path);
					await replaceFile(toPath(name), bytes);
				},
				{ signal },
			),
		remove: (name, signal) => call(() => rm(toPath(name), { force: true }), { signal }),
	};
}

interface Limits {
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal | undefined;
}

/** Calls wait until there is room, and for their end as long as their limits say. */
function createCalls(timeoutMsMax: number) {
	let runningCount = 0;
	const waiting: (() => void)[] = [];

	async function enter(): Promise<void> {
		if (runningCount < callsAtOnceMax) runningCount += 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
	}

	function leave(): void {
		const next = waiting.shift();
		if (next === undefined) runningCount -= 1;
		else next();
	}

	return async <T>(work: () => Promise<T>, { timeoutMs = timeoutMsMax, signal }: Limits = {}): Promise<T> => {
		const over = limitTime(signal, timeoutMs);
		const late = new StorageError('away', 'the directory does not answer in time');
		if (over.aborted) throw late;
		const { promise: end, reject } = Promise.withResolvers<never>();
		over.addEventListener('abort', () => reject(late), { once: true });

		async function run(): Promise<T> {
			await enter();
			try {
				if (over.aborted) throw late;
				return await guard(work);
			} finally {
				leave();
			}
		}
		return Promise.race([run(), end]);
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
	// Without waiting for whoever would write to a pipe of that name.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(ignoreMissing(undefined));
	if (file === undefined) return undefined;
	try {
		const facts = await file.stat();
		if (!facts.isFile()) throw new StorageError('away', 'the directory has something else of that name');
		const { size } = facts;
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
