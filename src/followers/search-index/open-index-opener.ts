/**
 * Brings an index into memory: from its directory if that is valid, otherwise empty, so that the indexer
 * reads the store's log from its beginning. A directory is valid if the language and price format are the engine's, and
 *
 *     position noted in the store ≤ position of the manifest ≤ last write of the store
 *
 * Below the first, tombstones may be gone that the index has not seen; above the last, the store is an older copy. And what it
 * has read must still be in the store, which may have lost its last writes (`store-history.ts`).
 */

import { join } from 'node:path';
import { type Position, startPosition } from '../../domain/log/position.ts';
import { createAnalyzers } from '../../fulltext/analysis/analyzers.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import { createStorePast, type StorePast } from '../runtime/store-past.ts';
import { createIndexCheck } from './check-saved-index.ts';
import type { IndexManifest } from './index-manifest.ts';
import { createOpenIndex, type OpenIndex } from './open-index.ts';
import { loadIndex, proveIndex, removeIndex, type SavedIndex } from './saved-index.ts';

export interface IndexedStore {
	readonly generations: GenerationRepository;
	readonly items: Pick<ItemRepository, 'readLog' | 'moveFollower'>;
	/** Left out where the store has one past only. */
	readonly history?: StoreHistory | undefined;
}

export interface OpenIndexOpener {
	readonly past: StorePast;
	/** The generation as the store has it now; undefined when it is gone. */
	findState(hashid: string, generationId: number): Promise<GenerationState | undefined>;
	/**
	 * Undefined when the generation is gone. `onDamage` is told why a directory was invalid. An index that was read from
	 * disk is whole once it has the writes up to `wholeAt`; one that begins empty, once it has all writes that the store
	 * has now.
	 */
	open(state: GenerationState, wholeAt: Position, onDamage: (problem: string) => void): Promise<OpenIndex | undefined>;
	/** Why an index with this manifest could not be that of the generation; undefined when it could. */
	findMismatch(manifest: IndexManifest, state: GenerationState): Promise<string | undefined>;
	/** Why an index could not be opened from its directory; undefined when it could. Cost: as `proveIndex`. */
	findProblem(state: GenerationState, budget: { bytesLeft: number }): Promise<string | undefined>;
	/** An empty index that replaces one that is open; undefined when the generation is gone. */
	startOver(old: OpenIndex, state: GenerationState): Promise<OpenIndex | undefined>;
	/** The same as it was saved, if the store has all of that; otherwise an empty one. */
	goBack(old: OpenIndex, state: GenerationState): Promise<OpenIndex | undefined>;
	toDirectory(generationId: number): string;
}

export interface OpenerOptions {
	readonly store: IndexedStore;
	readonly files: DurableFiles;
	/** Contains one directory for each generation, named by its id. */
	readonly directory: string;
	readonly follower: string;
}

export function createOpenIndexOpener({ store, files, directory, follower }: OpenerOptions): OpenIndexOpener {
	const toAnalyzer = createAnalyzers();
	const past = createStorePast(store.history);
	const { findProblem, findMismatch } = createIndexCheck(past, (locale) => toAnalyzer(locale).language);

	function toDirectory(generationId: number): string {
		return join(directory, String(generationId));
	}

	async function moveToStart({ generationId }: GenerationState): Promise<boolean> {
		return (await store.items.moveFollower(generationId, follower, startPosition)) === 'moved';
	}

	async function load(state: GenerationState, onDamage: (problem: string) => void) {
		const loaded = await loadIndex(files, toDirectory(state.generationId));
		const problem = await findProblem(loaded, state);
		if (problem === undefined) return loaded.kind === 'loaded' ? loaded : undefined;
		onDamage(problem);
		await removeIndex(files, toDirectory(state.generationId));
		return 'unusable';
	}

	async function startOver(old: OpenIndex, state: GenerationState): Promise<OpenIndex | undefined> {
		if (!(await moveToStart(state))) return undefined;
		const fresh = createOpenIndex({
			state,
			analyzer: toAnalyzer(state.locale),
			directory: old.directory,
			loaded: undefined,
			wholeAt: state.end,
			isReplacement: true,
			firstNumber: old.takeNumber(),
		});
		fresh.saved = toOldFiles(old);
		return fresh;
	}

	return {
		...{ past, toDirectory, findMismatch, startOver },
		async findState(hashid, generationId) {
			// A temporary generation may go live at any moment, but a live one never becomes temporary: in this order it
			// is found.
			for (const kind of ['temporary', 'live'] as const) {
				const states = await store.generations.listOfSearchEngine(hashid, kind, follower);
				const found = states.find((state) => state.generationId === generationId);
				if (found !== undefined) return found;
			}
			return undefined;
		},
		async open(state, wholeAt, onDamage) {
			// Without a note in the store, tombstones may be gone that the index has not seen.
			const isForgotten = state.followed === null && state.incarnation !== '';
			if (isForgotten) await removeIndex(files, toDirectory(state.generationId));
			if (state.followed === null && !(await moveToStart(state))) return undefined;
			const loaded = await load(state, onDamage);
			if (loaded === 'unusable' && !(await moveToStart(state))) return undefined;
			const target = { state, analyzer: toAnalyzer(state.locale), directory: toDirectory(state.generationId) };
			if (loaded === 'unusable' || loaded === undefined) {
				return createOpenIndex({ ...target, loaded: undefined, wholeAt: state.end, firstNumber: 1 });
			}
			return createOpenIndex({ ...target, loaded, wholeAt, firstNumber: loaded.saved.manifest.nextFileNumber });
		},
		async findProblem(state, budget) {
			const proven = await proveIndex(files, toDirectory(state.generationId), budget);
			return 'problem' in proven ? proven.problem : findMismatch(proven, state);
		},
		async goBack(old, state) {
			if (old.saved === undefined || (await findMismatch(old.saved.manifest, state)) !== undefined) {
				return startOver(old, state);
			}
			const loaded = await loadIndex(files, old.directory);
			if (loaded.kind !== 'loaded') return startOver(old, state);
			return createOpenIndex({
				...{ state, loaded, directory: old.directory },
				analyzer: toAnalyzer(state.locale),
				wholeAt: state.end,
				isReplacement: true,
				firstNumber: old.takeNumber(),
			});
		},
	};
}

/** The files on disk stay until a fresh index replaces them; after a crash they are checked again. */
function toOldFiles({ saved }: OpenIndex): SavedIndex | undefined {
	return saved === undefined ? undefined : { ...saved, liveBits: new Map() };
}
