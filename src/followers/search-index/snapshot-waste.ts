/**
 * Which objects of snapshots are not needed any more, and since when? Those that no manifest names, and those of generations
 * that are gone. Nodes may still be reading them, so they are removed later.
 */
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { ObjectStorage } from '../../ports/object-storage.ts';
import { toSnapshotFolder } from './snapshot-manifest.ts';
import { takeTimeoutMs } from './take-snapshot.ts';

export interface SnapshotWaste {
	/** Of a generation: what was there, and what its new manifest names. */
	note(there: Iterable<string>, named: ReadonlySet<string>): void;
	/** Removes what was not needed for long enough, and looks for generations that are gone from time to time. */
	removeDue(database: string): Promise<void>;
}

export interface SnapshotWasteOptions {
	readonly storage: Pick<ObjectStorage, 'list' | 'remove'>;
	readonly generations: Pick<GenerationRepository, 'listIds'>;
	readonly nowMs: () => number;
}

/** Longer than a node may read a snapshot. */
export const wasteKeptMs = takeTimeoutMs + 5 * 60 * 1000;
export const searchIntervalMs = 30 * 60 * 1000;
/** In one call. */
const removedMax = 1_000;

export function createSnapshotWaste({ storage, generations, nowMs }: SnapshotWasteOptions): SnapshotWaste {
	/** Since when they are not needed, the first ones first. */
	const since = new Map<string, number>();
	let nextSearchMs = Number.NEGATIVE_INFINITY;

	function add(name: string): void {
		if (!since.has(name)) since.set(name, nowMs());
	}

	async function findGone(database: string): Promise<void> {
		const objects = await storage.list(`${database}/`);
		// Read after the objects: so one without a generation belongs to a generation that is gone.
		const folders = new Set((await generations.listIds()).map((id) => toSnapshotFolder(database, id)));
		for (const { name } of objects) if (!folders.has(name.slice(0, name.lastIndexOf('/') + 1))) add(name);
	}

	return {
		note(there, named) {
			for (const name of there) if (!named.has(name)) add(name);
			for (const name of named) since.delete(name);
		},
		async removeDue(database) {
			if (nowMs() >= nextSearchMs) {
				nextSearchMs = nowMs() + searchIntervalMs;
				await findGone(database);
			}
			let left = removedMax;
			for (const [name, sinceMs] of since) {
				if (nowMs() - sinceMs < wasteKeptMs || left === 0) return;
				left -= 1;
				await storage.remove(name);
				since.delete(name);
			}
		},
	};
}
