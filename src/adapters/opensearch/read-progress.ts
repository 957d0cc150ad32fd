/** Which indexes cannot be searched yet, by what the store knows of the indexer's positions. */
import { estimateCount, startPosition } from '../../domain/log/position.ts';
import { type IndexBuild, listedBuildsMax, type SearchProgress } from '../../domain/query/search-progress.ts';
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import { isUnwritten, openSearchFollower } from './index-names.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

const generationsAtOnceMax = 1_000;

interface Reading {
	readonly connection: OpenSearchConnection;
	readonly generations: GenerationRepository;
}

/** @throws {OpenSearchError} when OpenSearch cannot be used */
export async function readSearchProgress({ connection, generations }: Reading): Promise<SearchProgress> {
	await connection.check();
	const builds: IndexBuild[] = [];
	for (let after = 0; ; ) {
		const some = await generations.listBehind(openSearchFollower, after, generationsAtOnceMax);
		for (const state of some) {
			const isBegun = state.followed !== null && state.followed !== startPosition;
			if (isBegun || state.kind !== 'live' || isUnwritten(state)) continue;
			const { hashid, indexName, end } = state;
			builds.push({
				hashid,
				indexName,
				writesIndexed: 0,
				writesWanted: estimateCount(startPosition, end),
				isFailing: false,
			});
		}
		const last = some.at(-1);
		if (last === undefined) break;
		after = last.generationId;
	}
	return {
		isStarted: builds.length === 0,
		...{ buildingCount: builds.length, failingCount: 0, writesIndexed: 0 },
		writesWanted: builds.reduce((sum, { writesWanted }) => sum + writesWanted, 0),
		...{ builds: builds.slice(0, listedBuildsMax), replacements: [] },
	};
}
