/** How many files may this process open, connections included, and is one left? */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** The least that nearly every system allows a process. */
const openFilesMaxUsual = 1_024;

/** The limit in force, which Node raises at its start to the highest allowed. Known on Linux only. */
export function readOpenFilesMax(): number {
	try {
		const limits = readFileSync('/proc/self/limits', 'utf8');
		const [, most = ''] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
		return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most) || openFilesMaxUsual;
	} catch {
		// Other systems have no such file.
		return openFilesMaxUsual;
	}
}

/** Rejects when no further file can be opened. */
export async function checkFilesAreLeft(): Promise<void> {
	const file = await open(devNull, 'r');
	await file.close();
}
