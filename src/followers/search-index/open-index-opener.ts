/**
 * Brings an index into memory: from its directory if that is valid, otherwise empty, so that the indexer
 * reads the store's log from its beginning. A directory is valid if the language and price format are the engine's, and
 *
 *     position noted in the store ≤ position of the manifest ≤ last write of the store
 *
 * Below the first, tombstones may be gone that the index has not seen; above the last, the store is an older copy.
 */
import { join } from 'node:path';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { toPriceKey } from '../../domain/price/price-format.ts';
import { type Analyzer, createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { IndexManifest } from './index-manifest.ts';
import { createOpenIndex, type OpenIndex } from './open-index.ts';
import { type LoadedIndex, loadIndex, proveIndex } from './saved-index.ts';

export interface IndexedStore {
	readonly generations: GenerationRepository;
	readonly items: Pick<ItemRepository, 'readLog' | 'moveFollower'>;
}

export interface OpenIndexOpener {
	/** The generation as the store has it now; undefined when it is gone. */
	findState(hashid: string, generationId: number): Promise<GenerationState | undefined>;
	/**
	 * Undefined when the generation is gone. `onDamage` is told why a directory was invalid. An index that was read from
	 * disk is whole once it has the writes up to `wholeAt`; one that begins empty, once it has all writes that the store
	 * has now.
	 */
	open(state: GenerationState, wholeAt: Position, onDamage: (problem: string) => void): Promise<OpenIndex | undefined>;
	/** Why an index could not be opened from its directory; undefined when it could. Cost: as `proveIndex`. */
	findProblem(state: GenerationState, budget: { bytesLeft: number }): Promise<string | undefined>;
	/** An empty index that replaces one that is open. */
	startOver(old: OpenIndex, state: GenerationState): Promise<OpenIndex | undefined>;
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
	const analyzers = new Map<string, Analyzer>();

	/** One for each language: locales of the same language make the same index. */
	function toAnalyzer(locale: string): Analyzer {
		const analyzer = createAnalyzer(locale);
		const known = analyzers.get(analyzer.language);
		if (known === undefined) analyzers.set(analyzer.language, analyzer);
		return known ?? analyzer;
	}

	function toDirectory(generationId: number): string {
		return join(directory, String(generationId));
	}

	async function moveToStart({ generationId }: GenerationState): Promise<boolean> {
		return (await store.items.moveFollower(generationId, follower, startPosition)) === 'moved';
	}

	async function load(state: GenerationState, onDamage: (problem: string) => void) {
		const loaded = await loadIndex(files, toDirectory(state.generationId));
		const problem = findProblem(loaded, state, toAnalyzer(state.locale).language);
		if (problem === undefined) return loaded.kind === 'loaded' ? loaded : undefined;
		onDamage(problem);
		await files.remove(toDirectory(state.generationId));
		return 'unusable';
	}

	return {
		toDirectory,
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
			return 'problem' in proven ? proven.problem : findMismatch(proven, state, toAnalyzer(state.locale).language);
		},
		async startOver(old, state) {
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
			// The files on disk stay until the fresh index replaces them; after a crash they are checked again.
			fresh.saved = old.saved === undefined ? undefined : { ...old.saved, liveBits: new Map() };
			return fresh;
		},
	};
}

function findProblem(loaded: LoadedIndex, state: GenerationState, language: string): string | undefined {
	if (loaded.kind === 'damaged') return loaded.problem;
	if (loaded.kind === 'absent')
		return comparePositions(state.followed ?? startPosition, startPosition) > 0 ? 'its files are missing' : undefined;
	return findMismatch(loaded.saved.manifest, state, language);
}

function findMismatch(manifest: IndexManifest, state: GenerationState, language: string): string | undefined {
	const { position } = manifest;
	const followed = state.followed ?? startPosition;
	if (manifest.generationId !== state.generationId) return `it is the index of generation ${manifest.generationId}`;
	if (comparePositions(position, followed) < 0) return `it has writes up to ${position}, and was at ${followed} before`;
	if (comparePositions(position, state.end) > 0) {
		return `it has writes up to ${position}, and the store up to ${state.end}`;
	}
	if (manifest.language !== language) return `its language is ${manifest.language}, not ${language}`;
	if (manifest.prices !== toPriceKey(state)) return 'its prices were read in another way';
	return undefined;
}
