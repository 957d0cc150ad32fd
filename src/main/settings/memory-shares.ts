/** How the available memory is divided between the parts of the program. */

import type { Settings } from './settings.ts';

/** For one zone. */
export interface MemoryShares {
	readonly searchMemoryMb: number;
	readonly recommendMemoryMb: number;
	/** For the segments that one merge reads; its result takes as much memory again. */
	readonly mergeMemoryMb: number;
}

/** The program, its threads, the caches of SQLite, and data being processed: measured during an import. */
const programMb = 450;

/**
 * How much of the available memory each part may use. Limits that were set are kept; the others share what is left, up to
 * what is enough for most shops: the rest is for the file cache of the system.
 */
export function shareMemory(limitMb: number, zoneCount: number, set: Partial<MemoryShares> = {}): MemoryShares {
	const freeMb = Math.max(0, limitMb - programMb) / zoneCount;
	const recommendMemoryMb = set.recommendMemoryMb ?? clamp(freeMb / 8, 16, 512);
	const searchMemoryMb = set.searchMemoryMb ?? clamp((freeMb - recommendMemoryMb) / 2, 32, 2048);
	// The other half is for merged segments, which are released once every thread that had them open has noticed.
	const mergeMemoryMb = Math.max(32, Math.floor((freeMb - recommendMemoryMb - searchMemoryMb) / 2));
	return { recommendMemoryMb, searchMemoryMb, mergeMemoryMb };
}

/** An answer as it is sent is about this many times as large as what the index says of it. */
const sentTimes = 7;

/** Of the answers of the index, and of answers as they are sent, in one thread. */
export function shareAnswerCache({ answerCacheMb }: Pick<Settings, 'answerCacheMb'>) {
	const indexBytes = Math.floor((answerCacheMb * 1024 ** 2) / (1 + sentTimes));
	return { indexBytes, sentBytes: indexBytes * sentTimes };
}

function clamp(value: number, min: number, max: number): number {
	return Math.floor(Math.min(max, Math.max(min, value)));
}
