/** How the memory that there is is shared between the parts of the program. */

/** Of one zone. */
export interface MemoryShares {
	readonly searchMemoryMb: number;
	readonly recommendMemoryMb: number;
	/** Of the segments that one merge reads; what it makes of them is in memory beside them. */
	readonly mergeMemoryMb: number;
}

/** The program, its threads, the caches of SQLite, and what is on its way: as measured during an import. */
const programMb = 450;

/**
 * What each part may take of the memory that there is. A limit that was set is as it was set; the others get what is left,
 * up to what is enough for most: the rest is for the file cache of the system.
 */
export function shareMemory(limitMb: number, zoneCount: number, set: Partial<MemoryShares> = {}): MemoryShares {
	const freeMb = Math.max(0, limitMb - programMb) / zoneCount;
	const recommendMemoryMb = set.recommendMemoryMb ?? clamp(freeMb / 8, 16, 512);
	const searchMemoryMb = set.searchMemoryMb ?? clamp((freeMb - recommendMemoryMb) / 2, 32, 2048);
	// The other half is for segments that were merged: they go when every thread that had them open has noticed.
	const mergeMemoryMb = Math.max(32, Math.floor((freeMb - recommendMemoryMb - searchMemoryMb) / 2));
	return { recommendMemoryMb, searchMemoryMb, mergeMemoryMb };
}

function clamp(value: number, min: number, max: number): number {
	return Math.floor(Math.min(max, Math.max(min, value)));
}
