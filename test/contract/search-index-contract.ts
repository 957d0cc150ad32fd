/** The contract of the port `SearchIndex`, for every implementation. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import { emptyQuery, type IndexAnswer, type IndexQuery } from '../../src/domain/query/index-query.ts';
import type { Database } from '../../src/ports/database.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { testItemQueries } from './item-query-contract.ts';
import { fillDatabase, remove, sampleEngine, sampleIndex } from './sample-data.ts';
import { testExplanations } from './search-index-explanations.ts';
import { brandFacet, testFacets, testFilters, toIds } from './search-index-filters.ts';

export interface OpenedSearchIndex {
	readonly searchIndex: SearchIndex;
	/** The empty store that the index follows. */
	readonly database: Database;
	/** Resolves when the index has seen every write that was acknowledged. */
	settle(): Promise<void>;
}

/** Opens an empty database and an index that follows it; both are closed and removed when the test ends. */
export type OpenSearchIndex = (t: TestContext) => Promise<OpenedSearchIndex>;

const { hashid } = sampleEngine();
const product = { hashid, indexNames: ['product'] };
const live = { hashid, indexName: 'product', generation: 'live' } as const;

const everything: IndexQuery = { ...emptyQuery, size: 100 };

const catalogue = [
	{ id: '1', title: 'Red running shoe', brand: 'Nike', color: ['red', 'white'], price: 80, group_id: 'g1' },
	{ id: '2', title: 'Blue running shoe', brand: 'Nike', color: ['blue'], price: 60, group_id: 'g1' },
	{ id: '3', title: 'Red trail shoe', brand: 'Salomon', color: ['red'], price: 120, geo: { lat: 41.4, lon: 2.2 } },
	{ id: '4', title: 'Walking boot', brand: 'Salomon', price: '99.5', stock: true, geo: { lat: 40.4, lon: -3.7 } },
	{ id: '5', title: 'Cotton sock', brand: 'Falke', color: ['white'], sold: '2026-03-01', dim: { w: 3 } },
];

function put({ id, ...fields }: { readonly id: string; readonly group_id?: string }): ItemWrite {
	const groupId = fields.group_id ?? null;
	return { kind: 'put', id, text: JSON.stringify({ id, ...fields }), groupId };
}

export function testSearchIndex(name: string, open: OpenSearchIndex): void {
	async function openFilled(t: TestContext) {
		const opened = await open(t);
		await fillDatabase(opened.database);
		await opened.database.items.write(live, catalogue.map(put));
		await opened.settle();
		const search = (query: Partial<IndexQuery>) => opened.searchIndex.search(product, { ...everything, ...query });
		return { ...opened, search };
	}

	describe(`${name}: the search index contract`, () => {
		testWords(openFilled);
		testSettings(openFilled);
		testFilters(openFilled);
		testFacets(openFilled);
		testOrder(openFilled);
		testExplanations(openFilled, product);
		testLife(openFilled);
		testItemQueries(openFilled);
	});
}

type Opened = OpenedSearchIndex & { search(query: Partial<IndexQuery>): Promise<IndexAnswer> };
export type OpenFilled = (t: TestContext) => Promise<Opened>;

function testWords(open: OpenFilled): void {
	test('no words ask for everything', async (t) => {
		const { search } = await open(t);
		const answer = await search({ text: '  ' });
		assert.deepEqual(toIds(answer), ['1', '2', '3', '4', '5']);
		assert.equal(answer.count, 5);
	});

	test('all words, any word or words with typos match, as asked', async (t) => {
		const { search } = await open(t);
		assert.deepEqual(toIds(await search({ text: 'red shoe', queryName: 'match_and' })), ['1', '3']);
		assert.deepEqual(toIds(await search({ text: 'RED sock', queryName: 'match_or' })), ['1', '3', '5']);
		assert.deepEqual(toIds(await search({ text: 'salomom', queryName: 'match_or' })), []);
		assert.deepEqual(toIds(await search({ text: 'salomom', queryName: 'fuzzy' })), ['3', '4']);
	});

	test('without a query_name, the first attempt that finds anything answers, and is named', async (t) => {
		const { search } = await open(t);
		for (const [text, queryName, ids] of [
			['red shoe', 'match_and', ['1', '2', '3']],
			['red sock', 'match_or', ['1', '3', '5']],
			['salomom', 'fuzzy', ['3', '4']],
		] as const) {
			const answer = await search({ text });
			assert.deepEqual([answer.queryName, toIds(answer)], [queryName, ids]);
		}
		const nothing = await search({ text: 'zzzzzzzz' });
		assert.deepEqual([nothing.queryName, nothing.count, nothing.hits], ['fuzzy', 0, []]);
	});

	test('the last word may be the beginning of one', async (t) => {
		const { search } = await open(t);
		assert.deepEqual(toIds(await search({ text: 'red sho', queryName: 'match_and' })), ['1', '3']);
		assert.deepEqual(toIds(await search({ text: 're shoe', queryName: 'match_and' })), []);
	});

	test('words that are values of a field become filters if requested', async (t) => {
		const { search } = await open(t);
		const answer = await search({ text: 'nike shoe', autoFilterFields: ['brand'], facets: [brandFacet] });
		assert.deepEqual(toIds(answer), ['1', '2']);
		assert.deepEqual(answer.autoFilters, [{ kind: 'terms', fieldName: 'brand', values: ['Nike'] }]);
		const [facet] = answer.facets;
		assert(facet?.kind === 'terms');
		assert.deepEqual(facet.selected, [{ value: 'Nike', count: 2 }]);
		assert.deepEqual((await search({ text: 'nike shoe' })).autoFilters, []);
	});

	test('a value that only deleted items had does not become a filter', async (t) => {
		const { database, settle, search } = await open(t);
		await database.items.write(live, [remove('5')]);
		await settle();
		const { autoFilters, hits } = await search({
			text: 'red falke',
			queryName: 'match_or',
			autoFilterFields: ['brand'],
		});
		assert.deepEqual(autoFilters, []);
		assert.deepEqual(hits.map(({ id }) => id).sort(), ['1', '3']);
	});

	test('completions go on where the text ends: brands and categories, then parts of titles, none twice', async (t) => {
		const { searchIndex } = await open(t);
		const suggest = (text: string) => searchIndex.suggest(product, text, 10);
		for (const text of ['sal', 'SÁL']) assert.equal((await suggest(text))[0], 'salomon');
		assert.ok((await suggest('red sho')).includes('red shoe'));
		const all = await suggest('s');
		assert.equal(new Set(all).size, all.length);
		assert.deepEqual(await suggest('zzzz'), []);
		assert.equal((await searchIndex.suggest(product, 's', 1)).length, 1);
		assert.deepEqual(await searchIndex.suggest(product, ' ! ', 10), []);
	});
}

/** Settings of a search engine that concern the index. */
function testSettings(open: OpenFilled): void {
	const trainer = { kind: 'one_way', from: ['trainer'], to: ['running shoe', 'sock'] } as const;
	const walking = { kind: 'two_way', phrases: ['hiking footwear', 'walking boot', 'trail'] } as const;

	test('synonyms find what they stand for, in one direction or both, with one word or several', async (t) => {
		const { search } = await open(t);
		const synonyms = [trainer, walking];
		const find = async (text: string, more: Partial<IndexQuery> = {}) =>
			toIds(await search({ text, synonyms, queryName: 'match_and', ...more }));
		assert.deepEqual(await find('trainer'), ['1', '2', '5']);
		assert.deepEqual(await find('red trainer'), ['1']);
		assert.deepEqual(await find('hiking footwear'), ['3', '4']);
		assert.deepEqual(await find('salomon hiking footwear'), ['3', '4']);
		assert.deepEqual(await find('walking boot'), ['3', '4']);
		assert.deepEqual(await find('trail'), ['3', '4']);
		assert.deepEqual(await find('sock'), ['5']);
		assert.deepEqual(await find('hiking'), []);
		assert.deepEqual(await find('trainer', { synonyms: [] }), []);
	});

	test('items may lack stop words, unless nothing else is typed', async (t) => {
		const { search } = await open(t);
		const find = async (text: string, stopWords: readonly string[]) =>
			toIds(await search({ text, stopWords, queryName: 'match_and' }));
		assert.deepEqual(await find('cheap walking boot', []), []);
		assert.deepEqual(await find('cheap walking boot', ['cheap']), await find('walking boot', []));
		assert.deepEqual(await find('walking', ['walking']), await find('walking', []));
	});

	test('exact words are never corrected, and without tolerance none is', async (t) => {
		const { search } = await open(t);
		const find = async (more: Partial<IndexQuery>) => toIds(await search({ text: 'salomom', ...more }));
		const found = await find({});
		assert.ok(found.length > 0);
		assert.deepEqual(await find({ exactWords: ['salomom'] }), []);
		assert.deepEqual(await find({ isTypoTolerant: false }), []);
		assert.deepEqual(await find({ exactWords: ['trail'] }), found);
	});

	test('the words themselves come before their synonyms', async (t) => {
		const { search } = await open(t);
		const synonyms = [{ kind: 'two_way', phrases: ['shoe', 'boot'] }] as const;
		const order = ({ hits }: IndexAnswer) => hits.map(({ id }) => id);
		assert.equal(order(await search({ text: 'walking shoe', synonyms, queryName: 'match_and' }))[0], '4');
		assert.equal(order(await search({ text: 'boot', synonyms }))[0], '4');
		assert.equal(order(await search({ text: 'shoe', synonyms })).at(-1), '4');
	});

	test('items of greater popularity come before others that match as well, and never before better matches', async (t) => {
		const { database, settle, search } = await open(t);
		const rated = [
			{ id: 'a', rating: 3.1, rank: 900 },
			{ id: 'b', rating: [1, 4.8], rank: 20 },
			{ id: 'c' },
			{ id: 'd', rating: 2, rank: 7 },
			{ id: 'e', rating: 4.1, rank: 90_000 },
		];
		await database.items.write(
			live,
			rated.map(({ id, ...numbers }) => put({ id, ...{ title: 'Plain lamp', ...numbers } })),
		);
		await database.items.write(live, [put({ id: 'f', ...{ title: 'Plain shade', rating: 5, rank: 1 } })]);
		await settle();
		const ids = ({ hits }: IndexAnswer) => hits.map(({ id }) => id).join('');
		const searchBy = async (weight: number, fieldName = 'rating', isLowestBest = false) => {
			const fields = [{ fieldName, weight, isLowestBest }];
			return ids(await search({ text: 'plain lamp', popularity: [{ indexName: 'product', fields }] }));
		};
		const plain = ids(await search({ text: 'plain lamp' }));
		assert.equal(plain.at(-1), 'f');
		// The middle one of five ratings is as good as none.
		assert.equal(await searchBy(10), 'bceadf');
		assert.equal(await searchBy(3), 'bceadf');
		assert.equal(await searchBy(10, 'rank', true), 'dbcaef');
		assert.equal(await searchBy(10, 'rank'), 'eabcdf');
		assert.equal(await searchBy(10, 'unknown'), plain);
		const fields = [{ fieldName: 'rating', weight: 10, isLowestBest: false }];
		const ofPages = await search({ text: 'plain lamp', popularity: [{ indexName: 'page', fields }] });
		assert.equal(ids(ofPages), plain);
		await database.items.write(live, [put({ id: 'd', ...{ title: 'Plain lamp', rating: 9 } })]);
		await settle();
		assert.equal(await searchBy(10), 'dbceaf');
	});

	test('items out of stock come last if requested, and are no hits if they are excluded', async (t) => {
		const { database, settle, search } = await open(t);
		await database.items.write(live, [
			put({ id: '3', ...{ title: 'Red trail shoe', brand: 'Salomon', availability: 'out of stock' } }),
		]);
		await settle();
		const text = 'red trail shoe';
		const facets = [brandFacet];
		const anyWord = { text, queryName: 'match_or', facets } as const;
		const ids = ({ hits }: IndexAnswer) => hits.map(({ id }) => id);
		assert.equal(ids(await search(anyWord))[0], '3');
		assert.equal(ids(await search({ ...anyWord, isOutOfStockLast: true })).at(-1), '3');
		assert.equal(ids(await search({ isOutOfStockLast: true })).at(-1), '3');
		const left = await search({ ...anyWord, inStockIndexNames: ['product'] });
		assert.deepEqual(toIds(left), ['1', '2']);
		assert.equal(left.count, 2);
		assert(left.facets[0]?.kind === 'terms');
		assert.deepEqual(left.facets[0].buckets, [{ value: 'Nike', count: 2 }]);
		assert.deepEqual(toIds(await search({ inStockIndexNames: ['product'] })), ['1', '2', '4', '5']);
		assert.deepEqual(toIds(await search({ ...anyWord, inStockIndexNames: ['page'] })), ['1', '2', '3']);
	});
}

function testOrder(open: OpenFilled): void {
	const toOrder = ({ hits }: IndexAnswer) => hits.map(({ id }) => id);

	test('hits are sorted by the given fields, those without a value last', async (t) => {
		const { search } = await open(t);
		const byPrice = { kind: 'field', fieldName: 'price', isDescending: false } as const;
		assert.deepEqual(toOrder(await search({ sort: [byPrice] })), ['2', '1', '4', '3', '5']);
		assert.deepEqual(toOrder(await search({ sort: [{ ...byPrice, isDescending: true }] })), ['3', '4', '1', '2', '5']);
		const byBrand = { kind: 'field', fieldName: 'brand', isDescending: true } as const;
		assert.deepEqual(toOrder(await search({ sort: [byBrand, byPrice] })), ['4', '3', '2', '1', '5']);
		const byTitle = { kind: 'field', fieldName: 'title', isDescending: false } as const;
		assert.deepEqual(toOrder(await search({ sort: [byTitle] })), ['2', '5', '1', '3', '4']);
		assert.deepEqual(toOrder(await search({ sort: [{ ...byTitle, isDescending: true }] })), ['4', '3', '1', '5', '2']);
		const byId = { kind: 'field', fieldName: 'id', isDescending: false } as const;
		assert.deepEqual(toOrder(await search({ sort: [byId] })), ['1', '2', '3', '4', '5']);
		assert.deepEqual(toOrder(await search({ sort: [{ ...byId, isDescending: true }] })), ['5', '4', '3', '2', '1']);
		const byDistance = {
			kind: 'distance',
			fieldName: 'geo',
			latitude: 40,
			longitude: -3,
			isDescending: false,
		} as const;
		assert.deepEqual(toOrder(await search({ sort: [byDistance, byPrice] })), ['4', '3', '2', '1', '5']);
	});

	test('without a sort the best score is first', async (t) => {
		const { search } = await open(t);
		const { hits } = await search({ text: 'red trail', queryName: 'match_or' });
		assert.equal(hits[0]?.id, '3');
		assert((hits[0]?.score ?? 0) > (hits[1]?.score ?? 0));
	});

	test('pages follow each other without overlap', async (t) => {
		const { search } = await open(t);
		const pages = [
			await search({ from: 0, size: 2 }),
			await search({ from: 2, size: 2 }),
			await search({ from: 4, size: 2 }),
		];
		assert.deepEqual(pages.flatMap(toOrder).sort(), ['1', '2', '3', '4', '5']);
		assert.deepEqual(
			pages.map(({ count }) => count),
			[5, 5, 5],
		);
		assert.deepEqual((await search({ from: 6, size: 2 })).hits, []);
	});

	test('only the best item of a group is a hit, and groups are counted', async (t) => {
		const { search } = await open(t);
		const sort = [{ kind: 'field', fieldName: 'price', isDescending: false }] as const;
		const answer = await search({ text: 'shoe', isGrouped: true, sort });
		assert.deepEqual(toOrder(answer), ['2', '3']);
		assert.equal(answer.count, 2);
		assert.equal(answer.hits[0]?.groupId, 'g1');
		assert.equal(answer.hits[1]?.groupId, undefined);
	});
}

function testLife(open: OpenFilled): void {
	test('writes and deletes are seen', async (t) => {
		const { database, settle, search } = await open(t);
		await database.items.write(live, [put({ id: '6', ...{ title: 'Red hat' } }), remove('1')]);
		await settle();
		assert.deepEqual(toIds(await search({ text: 'red' })), ['3', '6']);
	});

	test('several indices are one list; one that is not there is empty', async (t) => {
		const { database, settle, searchIndex } = await open(t);
		await database.searchEngines.createIndex(hashid, sampleIndex('page'));
		await database.items.write({ ...live, indexName: 'page' }, [put({ id: '1', ...{ title: 'About red shoes' } })]);
		await settle();
		const scope = { hashid, indexNames: ['product', 'page', 'gone'] };
		const { hits, count } = await searchIndex.search(scope, { ...everything, text: 'red' });
		assert.equal(count, 3);
		assert.deepEqual(hits.map((hit) => `${hit.indexName} ${hit.id}`).sort(), ['page 1', 'product 1', 'product 3']);
	});

	test('groups are of one index: one of another that has the same id is another group', async (t) => {
		const { database, settle, searchIndex } = await open(t);
		await database.searchEngines.createIndex(hashid, sampleIndex('page'));
		const pages = ['1', '2'].map((id) => put({ id, group_id: 'g1', ...{ title: 'Advice on a red shoe' } }));
		await database.items.write({ ...live, indexName: 'page' }, pages);
		await settle();
		const scope = { hashid, indexNames: ['product', 'page'] };
		const { hits, count } = await searchIndex.search(scope, { ...everything, text: 'shoe', isGrouped: true });
		assert.equal(count, 3);
		assert.deepEqual(hits.map(({ indexName, groupId }) => `${indexName} ${groupId}`).sort(), [
			'page g1',
			'product g1',
			'product undefined',
		]);
	});

	test('a temporary index is not searched until it replaces the live one', async (t) => {
		const { database, settle, search } = await open(t);
		await database.searchEngines.createTemporary(hashid, 'product');
		await database.items.write({ ...live, generation: 'temporary' }, [put({ id: '9', ...{ title: 'Red scarf' } })]);
		await settle();
		assert.deepEqual(toIds(await search({ text: 'red' })), ['1', '3']);
		await database.searchEngines.replaceByTemporary(hashid, 'product');
		await settle();
		assert.deepEqual(toIds(await search({ text: 'red' })), ['9']);
	});

	test('the description of an index has its size, the inferred types of its fields, and type conflicts', async (t) => {
		const { database, settle, searchIndex } = await open(t);
		await database.items.write(live, [put({ id: '6', ...{ title: 'Hat', price: 'on request' } }), remove('2')]);
		await settle();
		const description = await searchIndex.describe(hashid, 'product');
		assert(description !== undefined);
		assert.equal(description.itemCount, 5);
		assert.equal(description.writesSearchable, description.writesStored);
		assert.ok(description.segmentCount >= 1 && description.writesStored >= 7);
		const fields = new Map(description.fields.map((field) => [field.name, field]));
		assert.deepEqual([...fields.keys()].toSorted(), [...fields.keys()]);
		const uses = (name: string) => fields.get(name)?.uses ?? [];
		assert.ok(uses('title').includes('text'));
		assert.ok(uses('brand').includes('text') && uses('brand').includes('keyword'));
		assert.deepEqual(uses('dim.w'), ['number']);
		assert.deepEqual(uses('geo'), ['point']);
		assert.deepEqual(
			description.fields.filter(({ isMixed }) => isMixed).map(({ name }) => name),
			['price'],
		);
		assert.ok(uses('price').includes('keyword') && uses('price').includes('number'));
		assert.deepEqual(description.notes, []);
		assert.equal(await searchIndex.describe(hashid, 'gone'), undefined);
	});

	test('the fields of a scope are those of its items, by name', async (t) => {
		const { searchIndex } = await open(t);
		const fields = await searchIndex.openFields({ hashid, indexNames: ['product', 'gone'] });
		assert.equal(fields.itemCount, 5);
		assert.deepEqual(fields.find('geo'), ['point']);
		assert.ok(fields.find('price')?.includes('number') && fields.find('brand')?.includes('keyword'));
		for (const name of ['nothing', '', '\0created', 'dim', '__proto__'])
			assert.equal(fields.find(name), undefined, name);
		assert.ok(['title', 'brand', 'dim.w', 'geo'].every((name) => fields.listNames().includes(name)));
		assert.ok(fields.listNames().every((name) => fields.find(name) !== undefined));
		const none = await searchIndex.openFields({ hashid, indexNames: ['gone'] });
		assert.deepEqual([none.itemCount, none.find('price'), none.listNames()], [0, undefined, []]);
	});

	test('an index reports whether it exists and has caught up', async (t) => {
		const { searchIndex } = await open(t);
		assert.equal(await searchIndex.readState(hashid, 'product'), 'ready');
		assert.equal(await searchIndex.readState(hashid, 'gone'), 'missing');
	});
}
