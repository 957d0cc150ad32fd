import { stat } from 'node:fs/promises';

/** The size of a database with its write-ahead log, in bytes; 0 when there is none. */
export async function readDatabaseBytes(file: string): Promise<number> {
	const sizes = await Promise.all(
		[file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0),
	);
	return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
