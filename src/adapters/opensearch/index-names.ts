/**
 * Which index has the items of a generation, and how far is it? A search asks the alias of the generation. It leads to the
 * build that is whole; a build of another language or schema, or after a loss of the store, gets it when it is whole, too.
 *
 *     vitrine-eu1-12  ──alias──►  vitrine-eu1-12-5f3c0a91     and, while it is being built,  vitrine-eu1-12-9b1e77d0
 */
import { createHash } from 'node:crypto';
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import { toPriceKey } from '../../domain/price/price-format.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { type IndexMeta, layoutVersion } from './index-layout.ts';

/** The name under which the indexer of all nodes notes its positions in the store. */
export const openSearchFollower = 'opensearch';

export interface IndexNames {
	toAlias(generationId: number): string;
	toBuild(meta: IndexMeta): string;
	/** The generation of a build; undefined for a name that is none. */
	readGeneration(build: string): number | undefined;
	/** All builds of the zone. */
	readonly pattern: string;
	/** Where the indexer notes how far each build is. */
	readonly progress: string;
}

export function createIndexNames(prefix: string, zone: string): IndexNames {
	const base = `${prefix}-${zone}`;
	const buildPattern = new RegExp(`^${RegExp.escape(base)}-(\\d+)-[0-9a-f]{8}$`);
	return {
		toAlias: (generationId) => `${base}-${generationId}`,
		toBuild(meta) {
			const { generationId, ...rest } = meta;
			const hash = createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 8);
			return `${base}-${generationId}-${hash}`;
		},
		readGeneration(build) {
			const id = buildPattern.exec(build)?.[1];
			return id === undefined ? undefined : Number(id);
		},
		pattern: `${base}-*`,
		progress: `${base}-progress`,
	};
}

/** What an index of the generation is built from now. @param since see `IndexMeta.incarnation` */
export function toIndexMeta(state: GenerationState, since: string): IndexMeta {
	return {
		layout: layoutVersion,
		generationId: state.generationId,
		language: createAnalyzer(state.locale).language,
		prices: toPriceKey(state),
		schema: state.schema,
		incarnation: since,
	};
}

/** A generation to which nothing was ever written has no index. */
export function isUnwritten({ end }: Pick<GenerationState, 'end'>): boolean {
	return end === startPosition;
}

/** Whether the follower that was asked for has writes to read. */
export function isBehind({ followed, end }: Pick<GenerationState, 'followed' | 'end'>): boolean {
	return followed === null || comparePositions(followed, end) < 0;
}
