import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Reads a file directly into shared memory. */
export function readShared(path: string): SharedArrayBuffer {
	const file = openSync(path, 'r');
	try {
		const { size } = fstatSync(file);
		const bytes = new SharedArrayBuffer(size);
		for (let at = 0; at < size; ) at += readSync(file, new Uint8Array(bytes, at, Math.min(size - at, 2 ** 30)));
		return bytes;
	} finally {
		closeSync(file);
	}
}
