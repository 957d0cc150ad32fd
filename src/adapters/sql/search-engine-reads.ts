import { parseOverrides } from '../../domain/schema/schema-override.ts';
import type { Index, Preset, ReindexTask, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import type { SearchEngineTable } from './schema.ts';
import type { SearchEngineWrites } from './search-engine-writes.ts';
import type { SqlReader } from './sql-connection.ts';
import type { TemporaryIndexWrites } from './temporary-index-writes.ts';

type SearchEngineReads = Omit<SearchEngineRepository, keyof SearchEngineWrites | keyof TemporaryIndexWrites>;

/** Reads an engine and its indices in one statement: between two statements there could be a change. */
const find = defineQuery((db, args: { hashid: string }) =>
	selectWithIndices(db).where('search_engine.hashid', '=', args.hashid).orderBy('search_index.id'),
);
const list = defineQuery((db, args: { accountId: string }) =>
	selectWithIndices(db)
		.where('search_engine.account_id', '=', args.accountId)
		.orderBy('search_engine.serial')
		.orderBy('search_index.id'),
);
const findReindex = defineQuery((db, args: { hashid: string; name: string; finishedSinceMs: number }) =>
	db
		.selectFrom('search_index')
		.innerJoin('reindex_task', 'reindex_task.index_id', 'search_index.id')
		.selectAll('reindex_task')
		.where('search_index.hashid', '=', args.hashid)
		.where('search_index.name', '=', args.name)
		.where(({ eb, or }) => or([eb('finished_at_ms', 'is', null), eb('finished_at_ms', '>', args.finishedSinceMs)]))
		.orderBy('reindex_task.id', 'desc')
		.limit(1),
);

export function createSearchEngineReads(connection: SqlReader): SearchEngineReads {
	return {
		async find(hashid) {
			return toSearchEngines(await connection.all(find, { hashid }))[0];
		},
		async list(accountId) {
			return toSearchEngines(await connection.all(list, { accountId }));
		},
		async findReindex(hashid, name, finishedSinceMs): Promise<ReindexTask | undefined> {
			const row = await connection.first(findReindex, { hashid, name, finishedSinceMs });
			return (
				row && {
					status: row.status,
					copiedCount: row.copied_count,
					totalCount: row.total_count,
					error: row.error,
					finishedAtMs: row.finished_at_ms,
				}
			);
		},
	};
}

function selectWithIndices(db: QueryBuilder) {
	return db
		.selectFrom('search_engine')
		.leftJoin('search_index', 'search_index.hashid', 'search_engine.hashid')
		.selectAll('search_engine')
		.select([
			'search_index.name as index_name',
			'search_index.preset',
			'search_index.options',
			'search_index.datasources',
			'search_index.temporary_generation_id',
			'search_index.field_overrides',
		]);
}

/** One row per index of an engine, or one with nulls when it has none; the rows of an engine are adjacent. */
interface SearchEngineRow extends Omit<SearchEngineTable, 'serial'> {
	readonly index_name: string | null;
	readonly preset: string | null;
	readonly options: string | null;
	readonly datasources: string | null;
	readonly temporary_generation_id: number | null;
	readonly field_overrides: string | null;
}

function toSearchEngines(rows: readonly SearchEngineRow[]): SearchEngineWithIndices[] {
	const engines: SearchEngineWithIndices[] = [];
	let indices: Index[] = [];
	for (const row of rows) {
		if (engines.at(-1)?.hashid !== row.hashid) {
			indices = [];
			engines.push(toSearchEngine(row, indices));
		}
		if (row.index_name !== null) indices.push(toIndex(row, row.index_name));
	}
	return engines;
}

function toSearchEngine(row: SearchEngineRow, indices: readonly Index[]): SearchEngineWithIndices {
	return {
		hashid: row.hashid,
		accountId: row.account_id,
		storeId: row.store_id,
		name: row.name,
		currency: row.currency,
		locale: row.locale,
		siteUrl: row.site_url,
		hasStopwords: row.has_stopwords === 1,
		isDefault: row.is_default === 1,
		hasGrouping: row.has_grouping === 1,
		platform: row.platform,
		sector: row.sector,
		createdAtMs: row.created_at_ms,
		indices,
	};
}

function toIndex(row: SearchEngineRow, name: string): Index {
	return {
		name,
		preset: row.preset as Preset,
		options: JSON.parse(row.options ?? '{}'),
		datasources: JSON.parse(row.datasources ?? '[]'),
		hasTemporary: row.temporary_generation_id !== null,
		schemaOverrides: parseOverrides(row.field_overrides ?? ''),
	};
}
