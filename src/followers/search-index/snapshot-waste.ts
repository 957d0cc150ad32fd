/**
 * Which objects of snapshots are not needed any more, and since when? Those that no manifest names, and those of generations
 * that are gone. Nodes may still be reading them, so they are removed later, unless another node has named them meanwhile.
 */
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { ObjectStorage } from '../../ports/object-storage.ts';
import { toSnapshotFolder } from './snapshot-manifest.ts';
import { takeTimeoutMs } from './take-snapshot.ts';

export interface SnapshotWaste {
	/** Of a generation: what was there, and what its new manifest names. */
	note(there: Iterable<string>, named: ReadonlySet<string>): void;
	/** Whether `removeDue` has something to do. */
	isDue(): boolean;
	/**
	 * Removes what was not needed for long enough, and looks for generations that are gone from time to time. Nothing may be
	 * published meanwhile: `mayGoOn` is asked before each removal.
	 */
	removeDue(database: string, mayGoOn: () => Promise<boolean>): Promise<void>;
}

export interface SnapshotWasteOptions {
	readonly storage: Pick<ObjectStorage, 'list' | 'remove'>;
	readonly generations: Pick<GenerationRepository, 'listIds'>;
	/** The objects that the manifest in a folder names; none where there is none. */
	readonly readNamed: (folder: string) => Promise<ReadonlySet<string>>;
	readonly nowMs: () => number;
}

/** Longer than a node may read a snapshot. */
export const wasteKeptMs = takeTimeoutMs + 5 * 60 * 1000;
export const searchIntervalMs = 30 * 60 * 1000;
/** In one call. */
const removedMax = 1_000;

interface Waste {
	readonly sinceMs: number;
	/** Its generation is gone, which no other node can change. */
	readonly isGone: boolean;
}

export function createSnapshotWaste({ storage, generations, readNamed, nowMs }: SnapshotWasteOptions): SnapshotWaste {
	/** The first ones first. */
	const waste = new Map<string, Waste>();
	let nextSearchMs = Number.NEGATIVE_INFINITY;

	function add(name: string, isGone: boolean): void {
		if (!waste.has(name)) waste.set(name, { sinceMs: nowMs(), isGone });
	}

	async function findGone(database: string): Promise<void> {
		const objects = await storage.list(`${database}/`);
		// Read after the objects: so one without a generation belongs to a generation that is gone.
		const folders = new Set((await generations.listIds()).map((id) => toSnapshotFolder(database, id)));
		for (const { name } of objects) if (!folders.has(toFolder(name))) add(name, true);
	}

	return {
		note(there, named) {
			for (const name of there) if (!named.has(name)) add(name, false);
			for (const name of named) waste.delete(name);
		},
		isDue() {
			const [oldest] = waste.values();
			return nowMs() >= Math.min(nextSearchMs, (oldest?.sinceMs ?? Number.POSITIVE_INFINITY) + wasteKeptMs);
		},
		async removeDue(database, mayGoOn) {
			if (nowMs() >= nextSearchMs) {
				nextSearchMs = nowMs() + searchIntervalMs;
				await findGone(database);
			}
			const due = [...waste].filter(([, { sinceMs }]) => nowMs() - sinceMs >= wasteKeptMs).slice(0, removedMax);
			const namedBy = new Map<string, ReadonlySet<string>>();
			for (const [name, { isGone }] of due) {
				const folder = toFolder(name);
				const named = namedBy.get(folder) ?? (isGone ? new Set<string>() : await readNamed(folder));
				namedBy.set(folder, named);
				if (!(await mayGoOn())) return;
				if (!named.has(name)) await storage.remove(name);
				waste.delete(name);
			}
		},
	};
}

function toFolder(name: string): string {
	return name.slice(0, name.lastIndexOf('/') + 1);
}
