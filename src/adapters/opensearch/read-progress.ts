/** Which indexes cannot be searched yet, or take no writes, by what the store knows of the indexer's positions. */
import { estimateCount, startPosition } from '../../domain/log/position.ts';
import { type IndexBuild, listedBuildsMax, type SearchProgress } from '../../domain/query/search-progress.ts';
import { isAway } from '../../lib/grace.ts';
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { ProgressStore } from './build-progress.ts';
import { isUnwritten, openSearchFollower } from './index-names.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

const generationsAtOnceMax = 1_000;

interface Reading {
	readonly connection: OpenSearchConnection;
	readonly generations: GenerationRepository;
	readonly progress: Pick<ProgressStore, 'readFailing'>;
}

/** @throws {OpenSearchError} when OpenSearch cannot be used */
export async function readSearchProgress({ connection, generations, progress }: Reading): Promise<SearchProgress> {
	await connection.check();
	const builds: IndexBuild[] = [];
	let failing: ReadonlySet<number> | undefined;
	for (let after = 0; ; ) {
		const some = await generations.listBehind(openSearchFollower, after, generationsAtOnceMax);
		if (some.length > 0) failing ??= await readFailing(progress);
		for (const state of some) {
			const { hashid, indexName, generationId, end, followed } = state;
			const isFailing = failing?.has(generationId) === true;
			const isBegun = followed !== null && followed !== startPosition;
			if ((isBegun && !isFailing) || state.kind !== 'live' || isUnwritten(state)) continue;
			builds.push({
				...{ hashid, indexName, isFailing },
				writesIndexed: estimateCount(startPosition, followed ?? startPosition),
				writesWanted: estimateCount(startPosition, end),
			});
		}
		const last = some.at(-1);
		if (last === undefined) break;
		after = last.generationId;
	}
	const failingCount = builds.filter(({ isFailing }) => isFailing).length;
	const buildingCount = builds.length - failingCount;
	return {
		// No start waits for what cannot be built.
		isStarted: buildingCount === 0,
		...{ buildingCount, failingCount },
		writesIndexed: builds.reduce((sum, { writesIndexed }) => sum + writesIndexed, 0),
		writesWanted: builds.reduce((sum, { writesWanted }) => sum + writesWanted, 0),
		...{ builds: builds.slice(0, listedBuildsMax), replacements: [] },
	};
}

/** Nothing, while OpenSearch cannot tell: a node does not need it to search. */
async function readFailing(progress: Reading['progress']): Promise<ReadonlySet<number>> {
	try {
		return new Set(await progress.readFailing());
	} catch (error) {
		if (isAway(error)) return new Set();
		throw error;
	}
}
