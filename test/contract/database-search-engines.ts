import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultSearchSettings } from '../../src/domain/query/search-settings.ts';
import { indicesPerSearchEngineMax } from '../../src/domain/search-engine/search-engine.ts';
import type { OpenDatabase } from './database.ts';
import {
	fillDatabase,
	live,
	merge,
	put,
	remove,
	sampleAccount,
	sampleEngine,
	sampleIndex,
	sampleStore,
	sampleUser,
	temporary,
} from './sample-data.ts';

const { hashid } = sampleEngine();
/** The state of an index that was only created. */
const untouched = { hasTemporary: false, schemaOverrides: {} };

export function testSearchEngines(open: OpenDatabase): void {
	describe('search engines', () => {
		test('an engine is read with its indices in order of creation', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.searchEngines.createIndex(hashid, sampleIndex('page'));
			await database.searchEngines.createIndex(hashid, sampleIndex('brand'));
			assert.deepEqual(await database.searchEngines.find(hashid), {
				...sampleEngine(),
				indices: ['product', 'page', 'brand'].map((name) => ({ ...sampleIndex(name), ...untouched })),
			});
		});

		test('engines are listed by account in order of creation, with or without indices', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.searchEngines.create(sampleEngine(3));
			await database.searchEngines.create(sampleEngine(2));
			await database.searchEngines.createIndex(sampleEngine(2).hashid, sampleIndex());
			const listed = await database.searchEngines.list(sampleAccount().id);
			assert.deepEqual(
				listed.map((engine) => [engine.hashid, engine.indices.length]),
				[
					[hashid, 1],
					[sampleEngine(3).hashid, 0],
					[sampleEngine(2).hashid, 1],
				],
			);
			assert.deepEqual(await database.searchEngines.list(sampleAccount(2).id), []);
		});

		test('an engine needs its account, and a store of that account when it names one', async (t) => {
			const { accounts, stores, searchEngines } = await open(t);
			assert.equal(await searchEngines.create(sampleEngine()), 'missing');
			await accounts.createAccount(sampleAccount(), sampleUser());
			assert.equal(await searchEngines.create(sampleEngine()), 'missing');
			assert.equal(await searchEngines.create(sampleEngine(2, { storeId: null })), 'created');
			await accounts.createAccount(sampleAccount(2), sampleUser(2, { accountId: sampleAccount(2).id }));
			await stores.createStore(sampleStore(1, { accountId: sampleAccount(2).id }));
			assert.equal(await searchEngines.create(sampleEngine()), 'missing');
			assert.equal(await searchEngines.update(sampleEngine(2).hashid, { storeId: sampleStore().id }), 'missing');
		});

		test('an update changes only the named fields', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const change = { name: 'New', siteUrl: 'https://a.example', hasStopwords: false, storeId: null };
			assert.equal(await database.searchEngines.update(hashid, change), 'updated');
			const found = await database.searchEngines.find(hashid);
			assert.deepEqual({ ...found, indices: [] }, { ...sampleEngine(), ...change, indices: [] });
			assert.equal(await database.searchEngines.update(hashid, {}), 'updated');
			assert.deepEqual(await database.searchEngines.find(hashid), found);
		});

		test('a missing object is reported as missing', async (t) => {
			const { searchEngines } = await open(t);
			assert.equal(await searchEngines.find(hashid), undefined);
			assert.equal(await searchEngines.update(hashid, {}), 'missing');
			assert.equal(await searchEngines.remove(hashid), 'missing');
			assert.equal(await searchEngines.createIndex(hashid, sampleIndex()), 'missing');
			assert.equal(await searchEngines.updateIndex(hashid, 'product', {}), 'missing');
			assert.equal(await searchEngines.removeIndex(hashid, 'product'), 'missing');
			assert.equal(await searchEngines.createTemporary(hashid, 'product'), 'missing');
			assert.equal(await searchEngines.removeTemporary(hashid, 'product'), 'missing');
			assert.equal(await searchEngines.replaceByTemporary(hashid, 'product'), 'missing');
			assert.equal(await searchEngines.startReindex(hashid, 'product'), 'missing');
			assert.equal(await searchEngines.findReindex(hashid, 'product', 0), undefined);
		});
	});

	describe('search settings', () => {
		const synonyms = [{ kind: 'two_way', phrases: ['tv', 'television'] }] as const;
		const facets = [{ kind: 'terms', fieldName: 'brand', size: 5 }] as const;

		test('are the defaults until they are changed, one by one', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchSettings } = database;
			const initial = { version: 0, settings: defaultSearchSettings };
			assert.deepEqual(await searchSettings.read(hashid, undefined), initial);
			assert.equal(await searchSettings.read(hashid, 0), 'same');
			assert.equal(await searchSettings.update(hashid, { synonyms, isOutOfStockLast: true }), 'updated');
			assert.equal(await searchSettings.update(hashid, { facets }), 'updated');
			const changed = await searchSettings.read(hashid, 0);
			assert(changed !== 'same');
			assert.deepEqual(changed.settings, {
				...defaultSearchSettings,
				synonyms,
				facets,
				isOutOfStockLast: true,
			});
			assert.equal(await searchSettings.read(hashid, changed.version), 'same');
			await searchSettings.update(hashid, { facets: null });
			const last = await searchSettings.read(hashid, changed.version);
			assert(last !== 'same' && last.version !== changed.version);
			assert.deepEqual(last.settings, { ...changed.settings, facets: null });
		});

		test('are not locked by a temporary index, and go with their engine', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchSettings, searchEngines } = database;
			await searchEngines.createTemporary(hashid, 'product');
			assert.equal(await searchSettings.update(hashid, { synonyms }), 'updated');
			await searchEngines.remove(hashid);
			assert.equal(await searchSettings.update(hashid, { synonyms }), 'missing');
			assert.deepEqual(await searchSettings.read(hashid, 1), { version: 0, settings: defaultSearchSettings });
			await searchEngines.create(sampleEngine());
			assert.equal(await searchSettings.read(hashid, 0), 'same');
		});
	});

	describe('indices', () => {
		test('an index name is taken once and free again after removal', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.items.write(live, [put('1')]);
			assert.equal(await database.searchEngines.createIndex(hashid, sampleIndex()), 'exists');
			assert.equal(await database.searchEngines.removeIndex(hashid, 'product'), 'deleted');
			assert.equal(await database.items.count(live), 'missing');
			assert.equal(await database.searchEngines.createIndex(hashid, sampleIndex()), 'created');
			assert.equal(await database.items.count(live), 0);
		});

		test('options and datasources change one by one', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			assert.equal(await database.searchEngines.updateIndex(hashid, 'product', { options: { a: [1] } }), 'updated');
			assert.equal(await database.searchEngines.updateIndex(hashid, 'product', { datasources: [] }), 'updated');
			assert.deepEqual((await database.searchEngines.find(hashid))?.indices, [
				{ ...sampleIndex(), options: { a: [1] }, datasources: [], ...untouched },
			]);
		});

		test('overrides are laid over earlier ones, even while the engine is locked', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchEngines, generations } = database;
			const readOverrides = async () => (await searchEngines.find(hashid))?.indices[0]?.schemaOverrides;
			const change = { maker: { role: 'brand', facet: 'hierarchy' }, care: { isIgnored: true } } as const;
			assert.equal(await searchEngines.changeSchema(hashid, 'product', change), 'updated');
			await searchEngines.createTemporary(hashid, 'product');
			assert.equal(await searchEngines.changeSchema(hashid, 'product', { care: null }), 'updated');
			assert.deepEqual(await readOverrides(), { maker: { facet: 'hierarchy', role: 'brand' } });
			for (const kind of ['live', 'temporary'] as const) {
				const [generation] = await generations.listOfSearchEngine(hashid, kind, 'indexer');
				assert.equal(generation?.schema, '{"maker":{"role":"brand"}}', kind);
			}
			assert.equal(await searchEngines.changeSchema(hashid, 'product', { care: { weight: 0.5 } }), 'updated');
			assert.deepEqual((await readOverrides())?.care, { weight: 0.5 });
			const [weighed] = await generations.listOfSearchEngine(hashid, 'live', 'indexer');
			assert.equal(weighed?.schema, '{"care":{"weightGroup":0},"maker":{"role":"brand"}}');
			assert.equal(await searchEngines.changeSchema(hashid, 'product', { care: null }), 'updated');
			await searchEngines.replaceByTemporary(hashid, 'product');
			assert.deepEqual(await readOverrides(), { maker: { facet: 'hierarchy', role: 'brand' } });
			assert.equal(await searchEngines.changeSchema(hashid, 'product', { maker: null }), 'updated');
			assert.deepEqual(await readOverrides(), {});
		});

		test('invalid overrides change nothing', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchEngines } = database;
			await searchEngines.changeSchema(hashid, 'product', { care: { isSearchable: false } });
			const refused = await searchEngines.changeSchema(hashid, 'product', {
				care: { weight: 'A' },
				x: { role: 'brand' },
			});
			assert(typeof refused !== 'string');
			assert.deepEqual(
				refused.map(({ name }) => name),
				['fields.care.weight'],
			);
			assert.deepEqual((await searchEngines.find(hashid))?.indices[0]?.schemaOverrides, {
				care: { isSearchable: false },
			});
			assert.equal(await searchEngines.changeSchema(hashid, 'page', {}), 'missing');
		});

		test('an engine has a bounded number of indices', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const names = Array.from({ length: indicesPerSearchEngineMax - 1 }, (_, index) => `index_${index}`);
			await Promise.all(names.map((name) => database.searchEngines.createIndex(hashid, sampleIndex(name))));
			assert.equal(await database.searchEngines.createIndex(hashid, sampleIndex('last')), 'full');
		});
	});

	testTemporaryIndices(open);
}

function testTemporaryIndices(open: OpenDatabase): void {
	describe('temporary indices', () => {
		test('a temporary index locks settings, indices and live items of its engine, and nothing else', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchEngines, items } = database;
			await searchEngines.createIndex(hashid, sampleIndex('page'));
			await items.write(live, [put('1')]);

			assert.equal(await searchEngines.createTemporary(hashid, 'product'), 'created');

			assert.equal(await searchEngines.update(hashid, { name: 'x' }), 'locked');
			assert.equal(await searchEngines.createIndex(hashid, sampleIndex('brand')), 'locked');
			assert.equal(await searchEngines.updateIndex(hashid, 'page', {}), 'locked');
			assert.equal(await searchEngines.removeIndex(hashid, 'page'), 'locked');
			for (const write of [put('2'), merge('1', { a: 1 }), remove('1')]) {
				assert.equal(await items.write(live, [write]), 'locked');
				assert.equal(await items.write({ ...live, indexName: 'page' }, [write]), 'locked');
			}
			assert.deepEqual(await items.findMany(live, ['1', '2']), [{ id: '1', text: '{"id":"1","price":1}' }, undefined]);
			assert.deepEqual(await items.write(temporary, [put('2')]), [{ id: '2', result: 'created' }]);
			assert.equal(await searchEngines.createTemporary(hashid, 'page'), 'created');
			assert.equal((await searchEngines.find(hashid))?.indices[0]?.hasTemporary, true);
		});

		test('an index that sends its live writes to its temporary one is written there, and other indices are locked', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchEngines, items } = database;
			await searchEngines.updateIndex(hashid, 'product', { options: { route_live_writes_to_temp: true } });
			await searchEngines.createIndex(hashid, sampleIndex('page'));
			await items.write(live, [put('1')]);
			await searchEngines.createTemporary(hashid, 'page');
			assert.equal(await items.write(live, [put('2')]), 'locked');
			await searchEngines.createTemporary(hashid, 'product');

			const results = await items.write(live, [put('2'), merge('2', { a: 1 }), merge('1', { a: 1 }), remove('1')]);

			const outcomes = typeof results === 'string' ? results : results.map(({ result }) => result);
			assert.deepEqual(outcomes, ['created', 'updated', 'not_found', 'not_found']);
			assert.deepEqual([await items.count(live), await items.count(temporary)], [1, 1]);
			assert.equal(await items.write({ ...live, indexName: 'page' }, [put('1')]), 'locked');
			await searchEngines.removeTemporary(hashid, 'product');
			assert.equal(await items.write(live, [put('3')]), 'locked');
			await searchEngines.removeTemporary(hashid, 'page');
			assert.deepEqual(await items.write(live, [put('3')]), [{ id: '3', result: 'created' }]);
		});

		test('the lock is free once the last temporary index is gone', async (t) => {
			const { searchEngines, items, ...database } = await open(t);
			await fillDatabase({ searchEngines, items, ...database });
			await searchEngines.createIndex(hashid, sampleIndex('page'));
			await searchEngines.createTemporary(hashid, 'product');
			await searchEngines.createTemporary(hashid, 'page');
			assert.equal(await searchEngines.removeTemporary(hashid, 'page'), 'deleted');
			assert.equal(await items.write(live, [put('1')]), 'locked');
			assert.equal(await searchEngines.replaceByTemporary(hashid, 'product'), 'replaced');
			assert.deepEqual(await items.write(live, [put('1')]), [{ id: '1', result: 'created' }]);
		});

		test('of two temporary indices for one name, one exists', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const results = await Promise.all([
				database.searchEngines.createTemporary(hashid, 'product'),
				database.searchEngines.createTemporary(hashid, 'product'),
			]);
			assert.deepEqual(results.toSorted(), ['created', 'exists']);
		});

		test('replacing makes the temporary items live and consumes the temporary index', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const { searchEngines, items } = database;
			await items.write(live, [put('1'), put('2')]);
			await searchEngines.createTemporary(hashid, 'product');
			await items.write(temporary, [put('2', 5), put('3'), put('4')]);

			assert.equal(await searchEngines.replaceByTemporary(hashid, 'product'), 'replaced');

			assert.equal(await items.count(live), 3);
			const found = await items.findMany(live, ['1', '2']);
			assert.deepEqual(found, [undefined, { id: '2', text: '{"id":"2","price":5}' }]);
			assert.equal(await items.count(temporary), 'missing');
			assert.equal(await searchEngines.removeTemporary(hashid, 'product'), 'missing');
			assert.equal(await searchEngines.replaceByTemporary(hashid, 'product'), 'missing');
		});

		test('a temporary index is created while others write without a pause, and does not wait for later writes', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			const writesMax = 400;
			let isCreated = false;
			const write = async (name: string) => {
				for (let count = 1; count <= writesMax; count += 1) {
					await database.items.write(live, [put(`${name} ${count}`)]);
					if (isCreated) return count;
				}
				return assert.fail('writers had to end first');
			};
			const writing = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(write));
			await database.items.write(live, [put('first')]);
			assert.equal(await database.searchEngines.createTemporary(hashid, 'product'), 'created');
			isCreated = true;
			await writing;
		});

		test('an engine can be removed with its temporary indices', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.searchEngines.createTemporary(hashid, 'product');
			await database.searchEngines.startReindex(hashid, 'product');
			assert.equal(await database.searchEngines.remove(hashid), 'deleted');
			assert.equal(await database.items.count(temporary), 'missing');
			assert.equal(await database.items.copyNext(10, 1), 'idle');
		});
	});
}
