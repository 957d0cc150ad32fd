import {
	indicesPerSearchEngineMax,
	type SearchEngine,
	searchEnginesPerAccountMax,
} from '../../domain/search-engine/search-engine.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createGeneration, retireGeneration, retireGenerationsOfSearchEngine } from './generation-queries.ts';
import {
	countIndices,
	countSearchEngines,
	deleteIndex,
	deleteSearchEngine,
	findIndex,
	findLock,
	findSearchEngine,
	findStoreOfAccount,
	insertIndex,
	insertSearchEngine,
	updateIndex,
	updateSearchEngine,
} from './search-engine-queries.ts';
import type { SqlConnection } from './sql-connection.ts';

export const searchEngineWriteNames = [
	'create',
	'update',
	'remove',
	'createIndex',
	'updateIndex',
	'removeIndex',
] as const;

export type SearchEngineWrites = Pick<SearchEngineRepository, (typeof searchEngineWriteNames)[number]>;

export function createSearchEngineWrites(connection: SqlConnection): SearchEngineWrites {
	async function isLocked(hashid: string): Promise<boolean> {
		return (await connection.first(findLock, { hashid })) !== undefined;
	}

	async function isStoreMissing(storeId: string | null, accountId: string): Promise<boolean> {
		if (storeId === null) return false;
		return (await connection.first(findStoreOfAccount, { storeId, accountId })) === undefined;
	}

	return {
		async create(engine) {
			const { accountId, storeId } = engine;
			const row = await connection.first(countSearchEngines, { accountId });
			if (row === undefined || (await isStoreMissing(storeId, accountId))) return 'missing';
			if (row.engineCount >= searchEnginesPerAccountMax) return 'full';
			await connection.run(insertSearchEngine, toColumns(engine));
			return 'created';
		},
		async update(hashid, change) {
			const row = await connection.first(findSearchEngine, { hashid });
			if (row === undefined) return 'missing';
			if (await isLocked(hashid)) return 'locked';
			const { storeId = row.store_id, siteUrl = row.site_url } = change;
			if (await isStoreMissing(storeId, row.account_id)) return 'missing';
			await connection.run(updateSearchEngine, {
				hashid,
				storeId,
				name: change.name ?? row.name,
				currency: change.currency ?? row.currency,
				locale: change.locale ?? row.locale,
				siteUrl,
				hasStopwords: Number(change.hasStopwords ?? row.has_stopwords),
				isDefault: Number(change.isDefault ?? row.is_default),
				hasGrouping: Number(change.hasGrouping ?? row.has_grouping),
				platform: change.platform ?? row.platform,
			});
			return 'updated';
		},
		async remove(hashid) {
			await connection.run(retireGenerationsOfSearchEngine, { hashid });
			return (await connection.run(deleteSearchEngine, { hashid })) > 0 ? 'deleted' : 'missing';
		},

		async createIndex(hashid, { name, preset, options, datasources }) {
			if ((await connection.first(findSearchEngine, { hashid })) === undefined) return 'missing';
			if (await isLocked(hashid)) return 'locked';
			if ((await connection.first(findIndex, { hashid, name })) !== undefined) return 'exists';
			const indices = await connection.first(countIndices, { hashid });
			if (indices !== undefined && indices.indexCount >= indicesPerSearchEngineMax) return 'full';
			await connection.run(insertIndex, {
				hashid,
				name,
				preset,
				options: JSON.stringify(options),
				datasources: JSON.stringify(datasources),
				liveGenerationId: await createGeneration(connection, 'live'),
			});
			return 'created';
		},
		async updateIndex(hashid, name, { options, datasources }) {
			const row = await connection.first(findIndex, { hashid, name });
			if (row === undefined) return 'missing';
			if (await isLocked(hashid)) return 'locked';
			await connection.run(updateIndex, {
				id: row.id,
				options: options === undefined ? null : JSON.stringify(options),
				datasources: datasources === undefined ? null : JSON.stringify(datasources),
			});
			return 'updated';
		},
		async removeIndex(hashid, name) {
			const row = await connection.first(findIndex, { hashid, name });
			if (row === undefined) return 'missing';
			if (await isLocked(hashid)) return 'locked';
			await connection.run(retireGeneration, { id: row.live_generation_id });
			await connection.run(deleteIndex, { id: row.id });
			return 'deleted';
		},
	};
}

function toColumns({ hasStopwords, isDefault, hasGrouping, ...engine }: SearchEngine) {
	return {
		...engine,
		hasStopwords: Number(hasStopwords),
		isDefault: Number(isDefault),
		hasGrouping: Number(hasGrouping),
	};
}
