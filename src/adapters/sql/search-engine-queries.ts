/** Queries for the writes of search engines and indices; the writes check their results and lock. */
import { defineQuery } from './query.ts';

export const countSearchEngines = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('search_engine')
		.select(({ fn }) => fn.countAll<number>().as('engineCount'))
		.where('account_id', '=', args.accountId),
);

/** An index of the engine that has a temporary generation: as long as there is one, the engine is locked. */
export const findLock = defineQuery((db, args: { hashid: string }) =>
	db
		.selectFrom('search_index')
		.select('id')
		.where('hashid', '=', args.hashid)
		.where('temporary_generation_id', 'is not', null)
		.limit(1),
);

type SearchEngineArguments = {
	readonly hashid: string;
	readonly storeId: string | null;
	readonly name: string;
	readonly currency: string;
	readonly locale: string;
	readonly siteUrl: string | null;
	readonly hasStopwords: number;
	readonly isDefault: number;
	readonly hasGrouping: number;
	readonly platform: string;
	readonly sector: string | null;
};

function toSettingColumns(args: SearchEngineArguments) {
	return {
		store_id: args.storeId,
		name: args.name,
		currency: args.currency,
		locale: args.locale,
		site_url: args.siteUrl,
		has_stopwords: args.hasStopwords,
		is_default: args.isDefault,
		has_grouping: args.hasGrouping,
		platform: args.platform,
		sector: args.sector,
	};
}

export const insertSearchEngine = defineQuery(
	(db, args: SearchEngineArguments & { accountId: string; createdAtMs: number }) =>
		db.insertInto('search_engine').values({
			hashid: args.hashid,
			account_id: args.accountId,
			created_at_ms: args.createdAtMs,
			...toSettingColumns(args),
		}),
);

export const setSearchEngine = defineQuery((db, args: SearchEngineArguments) =>
	db.updateTable('search_engine').set(toSettingColumns(args)).where('hashid', '=', args.hashid),
);

export const deleteSearchEngine = defineQuery((db, args: { hashid: string }) =>
	db.deleteFrom('search_engine').where('hashid', '=', args.hashid),
);

export const findIndex = defineQuery((db, args: { hashid: string; name: string }) =>
	db
		.selectFrom('search_index')
		.select(['id', 'live_generation_id', 'temporary_generation_id'])
		.where('hashid', '=', args.hashid)
		.where('name', '=', args.name),
);

export const findFieldOverrides = defineQuery((db, args: { hashid: string; name: string }) =>
	db
		.selectFrom('search_index')
		.select(['id', 'field_overrides'])
		.where('hashid', '=', args.hashid)
		.where('name', '=', args.name),
);

export const setFieldOverrides = defineQuery((db, args: { id: number; overrides: string | null }) =>
	db.updateTable('search_index').set({ field_overrides: args.overrides }).where('id', '=', args.id),
);

export const countIndices = defineQuery((db, args: { hashid: string }) =>
	db
		.selectFrom('search_index')
		.select(({ fn }) => fn.countAll<number>().as('indexCount'))
		.where('hashid', '=', args.hashid),
);

type IndexArguments = {
	readonly hashid: string;
	readonly name: string;
	readonly preset: string;
	readonly options: string;
	readonly datasources: string;
	readonly liveGenerationId: number;
};

export const insertIndex = defineQuery((db, args: IndexArguments) =>
	db.insertInto('search_index').values({
		hashid: args.hashid,
		name: args.name,
		preset: args.preset,
		options: args.options,
		datasources: args.datasources,
		live_generation_id: args.liveGenerationId,
		temporary_generation_id: null,
	}),
);

/** A null leaves its column unchanged, because none of these columns may be null. */
export const setIndex = defineQuery((db, args: { id: number; options: string | null; datasources: string | null }) =>
	db
		.updateTable('search_index')
		.set(({ fn, ref, val }) => ({
			options: fn.coalesce(val(args.options), ref('options')),
			datasources: fn.coalesce(val(args.datasources), ref('datasources')),
		}))
		.where('id', '=', args.id),
);

export const deleteIndex = defineQuery((db, args: { id: number }) =>
	db.deleteFrom('search_index').where('id', '=', args.id),
);

export const setGenerations = defineQuery(
	(db, args: { id: number; liveGenerationId: number; temporaryGenerationId: number | null }) =>
		db
			.updateTable('search_index')
			.set({
				live_generation_id: args.liveGenerationId,
				temporary_generation_id: args.temporaryGenerationId,
			})
			.where('id', '=', args.id),
);
