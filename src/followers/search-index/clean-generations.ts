/** What is left of generations that the store no longer has? Their directories go, and their memory. */
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { OpenIndex } from './open-index.ts';
import type { IndexedStore } from './open-index-opener.ts';

export interface CleaningOptions {
	readonly store: Pick<IndexedStore, 'generations'>;
	readonly files: DurableFiles;
	/** Of all indexes. */
	readonly directory: string;
	readonly openIndexes: { list(): Iterable<Pick<OpenIndex, 'generationId'>> };
	/** Frees the memory of a generation and tells whoever waits for it. */
	readonly abandon: (generationId: number) => void;
	/** Resolves when nothing is being saved any more. */
	readonly settle: () => Promise<void>;
	readonly toDirectory: (generationId: number) => string;
}

/** Of directories: what else is there is not the indexer's. */
const generationNamePattern = /^\d+$/;

/** Rejects when the disk or the store does. Cost: a look at each directory and each generation. */
export async function cleanGenerations(options: CleaningOptions): Promise<void> {
	const { store, files, openIndexes } = options;
	const names = await files.list(options.directory);
	// Read after the names: a directory without a generation is one whose generation is gone.
	const ids = new Set(await store.generations.listIds());
	for (const { generationId } of [...openIndexes.list()]) if (!ids.has(generationId)) options.abandon(generationId);
	await options.settle();
	for (const name of names) {
		if (generationNamePattern.test(name) && !ids.has(Number(name)))
			await files.remove(options.toDirectory(Number(name)));
	}
}
