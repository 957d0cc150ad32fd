/** Removes the directories and the memory of generations that the store no longer has. */
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { OpenIndex } from './open-index.ts';
import type { IndexedStore } from './open-index-opener.ts';
import { removeIndex } from './saved-index.ts';
import type { TextFollower } from './text-follower.ts';

export interface CleaningOptions {
	readonly store: Pick<IndexedStore, 'generations'>;
	readonly files: DurableFiles;
	/** The directory of all indexes. */
	readonly directory: string;
	readonly openIndexes: { list(): Iterable<Pick<OpenIndex, 'generationId'>> };
	/** Frees the memory of a generation and dismisses its waiters. */
	readonly abandon: (generationId: number) => void;
	readonly texts: Pick<TextFollower, 'listIds' | 'forget'> | undefined;
	/** Resolves when no save is under way. */
	readonly settle: () => Promise<void>;
	readonly toDirectory: (generationId: number) => string;
}

/** Of the directory of an index: others do not belong to the indexer. */
export const generationNamePattern = /^\d+$/;

/** Rejects when the disk or the store does. Cost: O(directories + generations). */
export async function cleanGenerations(options: CleaningOptions): Promise<void> {
	const { store, files, openIndexes } = options;
	const names = await files.list(options.directory);
	const textIds = options.texts?.listIds() ?? [];
	const open = [...openIndexes.list()];
	// Read after all of these: so what has no generation belongs to one that is gone.
	const ids = new Set(await store.generations.listIds());
	for (const id of textIds) if (!ids.has(id)) options.texts?.forget(id);
	for (const { generationId } of open) if (!ids.has(generationId)) options.abandon(generationId);
	await options.settle();
	for (const name of names) {
		if (generationNamePattern.test(name) && !ids.has(Number(name)))
			await removeIndex(files, options.toDirectory(Number(name)));
	}
}
