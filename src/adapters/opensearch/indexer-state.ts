/** What the indexer knows while it runs, and the builds that it wants. */
import type { Position } from '../../domain/log/position.ts';
import type { StorePast } from '../../followers/runtime/store-past.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { StoreHistory } from '../../ports/store-history.ts';
import type { ProgressStore } from './build-progress.ts';
import type { IndexMeta } from './index-layout.ts';
import { type IndexNames, openSearchFollower, toIndexMeta } from './index-names.ts';
import type { IndexerFailures } from './indexer-failures.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface ItemIndexerOptions {
	readonly connection: OpenSearchConnection;
	readonly zone: string;
	readonly generations: GenerationRepository;
	/** Left out where the store has one past only. */
	readonly history?: StoreHistory | undefined;
	readonly items: Pick<ItemRepository, 'readLog' | 'moveFollower'>;
	/** Called for an item, or a generation, that cannot be indexed now. */
	readonly onFailure: (error: Error, generationId: number) => void;
	readonly nowMs: () => number;
	/** In [0, 1). */
	readonly random: () => number;
}

export interface Build {
	readonly name: string;
	readonly meta: IndexMeta;
	position: Position;
	/** In which it was read, or an earlier one. */
	incarnation: string;
	/** The last write of the log when it was read. */
	readEnd: Position;
	notes: readonly string[];
	/** Whether the alias leads to it. */
	isSearched: boolean;
}

export interface IndexerState extends ItemIndexerOptions {
	readonly names: IndexNames;
	readonly progress: ProgressStore;
	readonly failures: IndexerFailures;
	/** By generation, what this indexer has worked on. */
	readonly builds: Map<number, Build>;
	/** By generation, up to where this indexer may have written, although nothing of it is noted. */
	readonly tried: Map<number, Position>;
	readonly past: StorePast;
	/** The incarnation of the store that all builds were compared with. */
	incarnation: string | undefined;
	/** Under which the builds are known. */
	fence: number | undefined;
	/** When the step began. */
	startMs: number;
	/** The last generation that was worked on; 0 when all were. */
	lastId: number;
	/** Whether the last try failed, and not by its generation. */
	isAway: boolean;
	/** Whether there is more to do for one up to that. */
	hasMore: boolean;
	/** Generations that are searched, and whose new build is not begun. */
	unbuilt: GenerationState[];
	nextTidyMs: number;
}

export interface WantedBuild {
	readonly generation: GenerationState;
	readonly meta: IndexMeta;
	readonly name: string;
}

export async function listWanted(
	{ progress, names }: IndexerState,
	generations: readonly GenerationState[],
): Promise<readonly WantedBuild[]> {
	const since = await progress.readSince(generations.map(({ generationId }) => generationId));
	return generations.map((generation) => {
		const meta = toIndexMeta(generation, since.get(generation.generationId) ?? '');
		return { generation, meta, name: names.toBuild(meta) };
	});
}

export async function listAll({ generations }: IndexerState): Promise<readonly GenerationState[]> {
	const all: GenerationState[] = [];
	for (let after = 0; ; ) {
		const some = await generations.listAll(openSearchFollower, after, 1_000);
		all.push(...some);
		const last = some.at(-1);
		if (last === undefined) return all;
		after = last.generationId;
	}
}

/** Everything up to the position of the build can be found from now on. */
export async function note(
	{ progress, items }: IndexerState,
	{ name, meta, position, incarnation, readEnd: end, notes }: Build,
): Promise<void> {
	await progress.write(name, { position, incarnation, end, notes });
	await items.moveFollower(meta.generationId, openSearchFollower, position);
}
