/** The contract of the port `SearchIndex` for recommendations. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import type { Filter } from '../../src/domain/query/filter.ts';
import type { ItemCriteria, ItemFacts } from '../../src/domain/query/item-selection.ts';
import { remove, sampleEngine, sampleIndex } from './sample-data.ts';
import type { OpenedSearchIndex } from './search-index-contract.ts';

const { hashid } = sampleEngine();
const scope = { hashid, indexNames: ['product'] };
const live = { hashid, indexName: 'product', generation: 'live' } as const;
const everything: ItemCriteria = { filters: [], excludes: [], isInStockOnly: false, fieldNames: [], conditions: [] };

function put({ id, ...fields }: { readonly id: string; readonly [name: string]: unknown }): ItemWrite {
	const groupId = typeof fields.group_id === 'string' ? fields.group_id : null;
	return { kind: 'put', id, text: JSON.stringify({ id, ...fields }), groupId };
}

function toItem(id: string, indexName = 'product') {
	return { indexName, itemKey: toItemKey(id) };
}

function toTerms(fieldName: string, ...values: string[]): Filter {
	return { kind: 'terms', fieldName, values };
}

/** @param open an index that follows a store with the items 1 to 5 of the search contract, where 1 and 2 are one group. */
export function testItemQueries(open: (t: TestContext) => Promise<OpenedSearchIndex>): void {
	testLinks(open);
	testSelection(open);
	testSimilarity(open);
	testNewest(open);
}

function testLinks(open: (t: TestContext) => Promise<OpenedSearchIndex>): void {
	test('an item is found by its page, however the address is written', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		await database.items.write(live, [
			put({ id: 'a', link: 'https://www.shop.example/p/a/' }),
			put({ id: 'b', link: 'http://shop.example/p?id=b&x=1' }),
			put({ id: 'c', link: '/p/c' }),
		]);
		await settle();
		const find = (link: string) => searchIndex.findByLink(scope, link);
		assert.deepEqual(await find('http://SHOP.example/p/a?utm_source=mail#reviews'), toItem('a'));
		assert.deepEqual(await find('https://shop.example/p/a?from=list'), toItem('a'));
		assert.deepEqual(await find('https://shop.example/p?x=1&id=b'), toItem('b'));
		assert.equal(await find('https://shop.example/p?x=1&id=c'), undefined);
		assert.deepEqual(await find('https://any.example/p/c/'), toItem('c'));
		assert.equal(await find('https://other.example/p/a'), undefined);
		assert.equal(await find('no address'), undefined);
	});

	test('a link follows its item: moved, deleted, shared', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		const find = (page: string) => searchIndex.findByLink(scope, `https://shop.example/${page}`);
		const at = (id: string, page: string) => put({ id, link: `https://shop.example/${page}` });
		await database.items.write(live, [at('a', 'one'), at('b', 'two'), at('c', 'two')]);
		await settle();
		assert.deepEqual(await find('two'), toItem('b'));
		await database.items.write(live, [at('b', 'two'), at('a', 'three')]);
		await settle();
		assert.deepEqual(await find('two'), toItem('b'), 'the first that was created, whatever was written last');
		assert.equal(await find('one'), undefined);
		assert.deepEqual(await find('three'), toItem('a'));
		await database.items.write(live, [remove('b')]);
		await settle();
		assert.deepEqual(await find('two'), toItem('c'));
	});

	test('a page is only looked up in the indices of the scope', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		await database.searchEngines.createIndex(hashid, sampleIndex('page'));
		await database.items.write({ ...live, indexName: 'page' }, [put({ id: 'p', link: 'https://shop.example/about' })]);
		await settle();
		assert.equal(await searchIndex.findByLink(scope, 'https://shop.example/about'), undefined);
		const both = { hashid, indexNames: ['product', 'page'] };
		assert.deepEqual(await searchIndex.findByLink(both, 'https://shop.example/about'), toItem('p', 'page'));
	});
}

function testSelection(open: (t: TestContext) => Promise<OpenedSearchIndex>): void {
	test('items are answered in the order asked, with the requested facts', async (t) => {
		const { searchIndex } = await open(t);
		const conditions = [toTerms('brand', 'Nike'), { kind: 'range', fieldName: 'price', gte: 100 } as const];
		const answer = await searchIndex.select(scope, {
			...everything,
			items: [toItem('3'), toItem('9'), toItem('1'), toItem('1', 'page')],
			fieldNames: ['brand', 'price', 'color', 'nothing'],
			conditions,
		});
		assert.deepEqual(answer[1], 'missing');
		assert.deepEqual(answer[3], 'missing');
		const [third, , first] = answer as [ItemFacts, string, ItemFacts, string];
		assert.deepEqual([third.id, third.groupId, third.conditions], ['3', undefined, [false, true]]);
		assert.deepEqual([first.id, first.groupId, first.conditions], ['1', 'g1', [true, false]]);
		assert.deepEqual(first.fields[0], { texts: ['Nike'], numbers: [] });
		assert.deepEqual(first.fields[1]?.numbers, [80]);
		assert.deepEqual([...(first.fields[2]?.texts ?? [])].sort(), ['red', 'white']);
		assert.deepEqual(first.fields[3], { texts: [], numbers: [] });
	});

	test('an item that is not allowed has a reason, the first that applies', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		await database.items.write(live, [
			put({ id: '6', brand: 'Nike', availability: 'out of stock' }),
			put({ id: '7', brand: 'Puma', stock: 0 }),
			remove('5'),
		]);
		await settle();
		const items = ['1', '2', '3', '5', '6', '7'].map((id) => toItem(id));
		async function ask(criteria: Partial<ItemCriteria>) {
			const answer = await searchIndex.select(scope, { ...everything, ...criteria, items });
			return answer.map((one) => (typeof one === 'string' ? one : one.id)).join(' ');
		}
		assert.equal(await ask({}), '1 2 3 missing 6 7');
		assert.equal(await ask({ isInStockOnly: true }), '1 2 3 missing out_of_stock out_of_stock');
		const filters = [toTerms('brand', 'Nike')];
		assert.equal(await ask({ filters, isInStockOnly: true }), '1 2 filtered missing out_of_stock out_of_stock');
		const excludes = [toTerms('color', 'white')];
		assert.equal(await ask({ filters, excludes }), 'excluded 2 filtered missing 6 filtered');
		const cheap = { kind: 'range', fieldName: 'price', lt: 80 } as const;
		assert.equal(await ask({ filters: [...filters, cheap] }), 'filtered 2 filtered missing filtered filtered');
		assert.equal(await ask({ filters: [toTerms('id', '3', '5')] }), 'filtered filtered 3 missing filtered filtered');
	});
}

function testSimilarity(open: (t: TestContext) => Promise<OpenedSearchIndex>): void {
	const shelf = [
		{ id: 'jacket', title: 'Leather winter jacket', brand: 'Bo', categories: ['Jackets'] },
		{
			id: 'twin',
			title: 'Leather winter jacket brown',
			brand: 'Bo',
			categories: ['Jackets'],
			availability: 'sold out',
		},
		{ id: 'kin', title: 'Leather jacket', brand: 'Other', categories: ['Jackets'] },
		{ id: 'far', title: 'Leather belt', brand: 'Third', categories: ['Belts'] },
		{ id: 'none', title: 'Steel spoon', brand: 'Fourth', categories: ['Cutlery'] },
		{ id: 'variant', title: 'Leather winter jacket', brand: 'Bo', categories: ['Jackets'], group_id: 'v' },
		{ id: 'sibling', title: 'Leather winter jacket', brand: 'Bo', categories: ['Jackets'], group_id: 'v' },
	];

	test('items are similar by what they share, excluding the item itself and its variants', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		await database.items.write(live, shelf.map(put));
		await settle();
		async function ask(id: string, criteria: Partial<ItemCriteria> & { readonly countMax?: number } = {}) {
			const query = { ...everything, countMax: 10, ...criteria, item: toItem(id) };
			const found = await searchIndex.findSimilar(scope, query);
			for (const [at, { score }] of found.entries()) {
				assert(score > 0 && score <= (found[at - 1]?.score ?? score));
			}
			return found.map(({ facts }) => facts.id);
		}
		const all = await ask('jacket', { excludes: [toTerms('id', 'variant', 'sibling')] });
		assert.deepEqual(all.slice(0, 3), ['twin', 'kin', 'far']);
		assert(!all.includes('none') && !all.includes('jacket'));
		assert.deepEqual((await ask('variant')).includes('sibling'), false);
		assert.equal((await ask('jacket', { isInStockOnly: true })).includes('twin'), false);
		assert.deepEqual(await ask('jacket', { filters: [toTerms('categories', 'Belts')] }), ['far']);
		assert.equal((await ask('jacket', { countMax: 2 })).length, 2);
		assert.deepEqual(await ask('jacket', { filters: [toTerms('brand', 'Nobody')] }), []);
		assert.deepEqual(await ask('unknown'), []);
	});

	test('similar items may be in another index', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		await database.searchEngines.createIndex(hashid, sampleIndex('page'));
		await database.items.write(live, shelf.map(put));
		await database.items.write({ ...live, indexName: 'page' }, [put({ id: 'guide', title: 'Leather jacket guide' })]);
		await settle();
		const query = { ...everything, countMax: 10, item: toItem('jacket') };
		const found = await searchIndex.findSimilar({ hashid, indexNames: ['page'] }, query);
		assert.deepEqual(
			found.map(({ facts }) => [facts.indexName, facts.id]),
			[['page', 'guide']],
		);
	});

	test('writes and deletions are visible', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		await database.items.write(live, shelf.map(put));
		await settle();
		await database.items.write(live, [remove('twin'), put({ id: 'far', title: 'Steel belt', brand: 'Third' })]);
		await settle();
		const excludes = [toTerms('id', 'variant', 'sibling')];
		const query = { ...everything, excludes, countMax: 10, item: toItem('jacket') };
		const ids = (await searchIndex.findSimilar(scope, query)).map(({ facts }) => facts.id);
		assert.deepEqual(ids, ['kin']);
	});
}

function testNewest(open: (t: TestContext) => Promise<OpenedSearchIndex>): void {
	test('the newest are those that were created last, or have the largest value of a field', async (t) => {
		const { database, searchIndex, settle } = await open(t);
		const ask = async (query: Partial<Parameters<typeof searchIndex.listNewest>[1]> = {}) =>
			(await searchIndex.listNewest(scope, { ...everything, fieldName: null, countMax: 3, ...query })).map(
				({ id }) => id,
			);
		assert.deepEqual(await ask(), ['5', '4', '3']);
		await database.items.write(live, [put({ id: '6', sold: '2026-02-01', brand: 'Nike' })]);
		await settle();
		await database.items.write(live, [put({ id: '1', title: 'Changed', brand: 'Nike' }), remove('5')]);
		await settle();
		assert.deepEqual(await ask(), ['6', '4', '3'], 'a change makes nothing new');
		assert.deepEqual(await ask({ filters: [toTerms('brand', 'Nike')] }), ['6', '2', '1']);
		assert.deepEqual(await ask({ filters: [toTerms('brand', 'Nobody')] }), []);
		await database.items.write(live, [put({ id: '7', sold: '2026-03-01' }), put({ id: '5', title: 'Back again' })]);
		await settle();
		assert.deepEqual(await ask({ fieldName: 'sold' }), ['7', '6']);
		assert.deepEqual(await ask(), ['5', '7', '6'], 'created anew');
	});
}
