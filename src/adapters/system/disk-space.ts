import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '../../domain/health/server-state.ts';

/** Of the file system that the directory is on. @throws the system's error when there is no such directory */
export async function readDiskSpace(directory: string): Promise<DiskSpace> {
	const { bavail, blocks, bsize } = await statfs(directory);
	return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
