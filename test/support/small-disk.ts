/** A file system of a few megabytes that a test can fill. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
	readonly directory: string;
	/** Uses up the remaining space. */
	fill(): void;
	/** Releases it. */
	makeRoom(): void;
	[Symbol.asyncDispose](): Promise<void>;
}

const chunkBytes = 64 * 1024;
const blockBytes = 4096;

/** @returns the reason when this machine does not allow mounting one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | string> {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-disk-'));
	const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], {
		encoding: 'utf8',
	});
	if (mounted.status !== 0) {
		await rm(directory, { recursive: true });
		return `a small file system cannot be mounted here: ${mounted.error?.message ?? mounted.stderr.trim()}`;
	}
	const filler = join(directory, 'filler');
	return {
		directory,
		fill() {
			const file = openSync(filler, 'a');
			try {
				fillWith(file, chunkBytes);
				fillWith(file, blockBytes);
			} finally {
				closeSync(file);
			}
		},
		makeRoom: () => rmSync(filler, { force: true }),
		async [Symbol.asyncDispose]() {
			spawnSync('umount', ['--lazy', directory]);
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** Writes until the disk refuses. */
function fillWith(file: number, byteCount: number): void {
	const chunk = Buffer.alloc(byteCount, 1);
	try {
		while (writeSync(file, chunk) === byteCount);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
	}
}
