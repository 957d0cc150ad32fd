import {
	changeOverrides,
	findOverrideFaults,
	parseOverrides,
	type SchemaChange,
} from '../../domain/schema/schema-override.ts';
import {
	indicesPerSearchEngineMax,
	type NewIndex,
	type SearchEngine,
	searchEnginesPerAccountMax,
} from '../../domain/search-engine/search-engine.ts';
import type { IndexChange, SearchEngineChange, SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import { createGeneration, retireGeneration, retireGenerationsOfSearchEngine } from './generation-queries.ts';
import { holdAccount, holdSearchEngine, keepStore, lockSearchEngine } from './locks.ts';
import {
	countIndices,
	countSearchEngines,
	deleteIndex,
	deleteSearchEngine,
	findFieldOverrides,
	findIndex,
	findLock,
	insertIndex,
	insertSearchEngine,
	setFieldOverrides,
	setIndex,
	setSearchEngine,
} from './search-engine-queries.ts';
import { rebuildWhereAttributionChanged } from './statistics-rebuilds.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type SearchEngineWrites = Pick<
	SearchEngineRepository,
	'create' | 'update' | 'remove' | 'createIndex' | 'updateIndex' | 'changeSchema' | 'removeIndex'
>;

/** To be called while the engine has a `hold` or `lock` lock. */
async function isLocked(tx: Transaction, hashid: string): Promise<boolean> {
	return (await tx.first(findLock, { hashid })) !== undefined;
}

/** The account of a store, which is locked against removal. Undefined: there is no such store. */
async function keepStoreAccount(tx: Transaction, storeId: string): Promise<string | undefined> {
	return (await tx.first(keepStore, { id: storeId }))?.account_id;
}

const create = defineUnit('searchEngines.create', async (tx, engine: SearchEngine) => {
	const { accountId, storeId } = engine;
	if ((await tx.first(holdAccount, { id: accountId })) === undefined) return 'missing';
	if (storeId !== null && (await keepStoreAccount(tx, storeId)) !== accountId) return 'missing';
	const row = await tx.first(countSearchEngines, { accountId });
	if (row !== undefined && row.engineCount >= searchEnginesPerAccountMax) return 'full';
	await tx.run(insertSearchEngine, toColumns(engine));
	return 'created';
});

const update = defineUnit('searchEngines.update', async (tx, hashid: string, change: SearchEngineChange) => {
	const { storeId: newStoreId = null } = change;
	const storeAccount = newStoreId === null ? undefined : await keepStoreAccount(tx, newStoreId);
	const row = await tx.first(holdSearchEngine, { hashid });
	if (row === undefined) return 'missing';
	if (await isLocked(tx, hashid)) return 'locked';
	if (newStoreId !== null && storeAccount !== row.account_id) return 'missing';
	const { storeId = row.store_id, siteUrl = row.site_url, sector = row.sector } = change;
	await tx.run(setSearchEngine, {
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
		sector,
	});
	if (storeId !== row.store_id) await rebuildWhereAttributionChanged(tx, [hashid]);
	return 'updated';
});

const remove = defineUnit('searchEngines.remove', async (tx, hashid: string) => {
	await tx.first(lockSearchEngine, { hashid });
	await tx.run(retireGenerationsOfSearchEngine, { hashid });
	return (await tx.run(deleteSearchEngine, { hashid })) > 0 ? 'deleted' : 'missing';
});

const createIndex = defineUnit('searchEngines.createIndex', async (tx, hashid: string, index: NewIndex) => {
	const { name, preset, options, datasources } = index;
	if ((await tx.first(holdSearchEngine, { hashid })) === undefined) return 'missing';
	if (await isLocked(tx, hashid)) return 'locked';
	if ((await tx.first(findIndex, { hashid, name })) !== undefined) return 'exists';
	const indices = await tx.first(countIndices, { hashid });
	if (indices !== undefined && indices.indexCount >= indicesPerSearchEngineMax) return 'full';
	await tx.run(insertIndex, {
		hashid,
		name,
		preset,
		options: JSON.stringify(options),
		datasources: JSON.stringify(datasources),
		liveGenerationId: await createGeneration(tx, 'live'),
	});
	return 'created';
});

type IndexName = { readonly hashid: string; readonly name: string };

const updateIndex = defineUnit(
	'searchEngines.updateIndex',
	async (tx, index: IndexName, { options, datasources }: IndexChange) => {
		await tx.first(holdSearchEngine, { hashid: index.hashid });
		const row = await tx.first(findIndex, index);
		if (row === undefined) return 'missing';
		if (await isLocked(tx, index.hashid)) return 'locked';
		await tx.run(setIndex, {
			id: row.id,
			options: options === undefined ? null : JSON.stringify(options),
			datasources: datasources === undefined ? null : JSON.stringify(datasources),
		});
		return 'updated';
	},
);

/** A temporary index locks nothing here: overrides are settings, and hold for both generations. */
const changeSchema = defineUnit('searchEngines.changeSchema', async (tx, index: IndexName, change: SchemaChange) => {
	await tx.first(holdSearchEngine, { hashid: index.hashid });
	const row = await tx.first(findFieldOverrides, index);
	if (row === undefined) return 'missing';
	const overrides = changeOverrides(parseOverrides(row.field_overrides ?? ''), change);
	const faults = findOverrideFaults(overrides);
	if (faults.length > 0) return faults;
	const isNone = Object.keys(overrides).length === 0;
	await tx.run(setFieldOverrides, { id: row.id, overrides: isNone ? null : JSON.stringify(overrides) });
	return 'updated';
});

const removeIndex = defineUnit('searchEngines.removeIndex', async (tx, hashid: string, name: string) => {
	await tx.first(lockSearchEngine, { hashid });
	const row = await tx.first(findIndex, { hashid, name });
	if (row === undefined) return 'missing';
	if (await isLocked(tx, hashid)) return 'locked';
	await tx.run(retireGeneration, { id: row.live_generation_id });
	await tx.run(deleteIndex, { id: row.id });
	return 'deleted';
});

export const searchEngineUnits = [create, update, remove, createIndex, updateIndex, changeSchema, removeIndex] as const;

export function createSearchEngineWrites({ run }: Writer): SearchEngineWrites {
	return {
		create: (engine) => run(create, engine),
		update: (hashid, change) => run(update, hashid, change),
		remove: (hashid) => run(remove, hashid),
		createIndex: (hashid, index) => run(createIndex, hashid, index),
		updateIndex: (hashid, name, change) => run(updateIndex, { hashid, name }, change),
		changeSchema: (hashid, name, change) => run(changeSchema, { hashid, name }, change),
		removeIndex: (hashid, name) => run(removeIndex, hashid, name),
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
