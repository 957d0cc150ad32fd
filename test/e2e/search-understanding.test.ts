/** What a search understands besides words, over HTTP, with the full-text core as index. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { answerIndexQuery } from '../../src/adapters/fulltext-index/answer-index-query.ts';
import { cachePopularity } from '../../src/adapters/fulltext-index/cached-popularity.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import { createAnalyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { createIndexWriter } from '../../src/fulltext/index/index-writer.ts';
import { runSteps, unhurried } from '../../src/lib/steps.ts';
import type { Database } from '../../src/ports/database.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';
import { createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';

const analyzer = createAnalyzer('en');

/** Every search indexes the items first. */
function openCore(database: Database): SearchIndex {
	async function index(indexName: string, hashid: string) {
		const log = await database.items.readLog({ hashid, indexName, generation: 'live' }, startPosition, {
			changeCountMax: 1000,
		});
		assert.ok(log !== 'missing');
		const writer = createIndexWriter(analyzer);
		for (const { id, text } of log.changes) if (text !== null) writer.put({ id, fields: JSON.parse(text) });
		writer.refresh();
		return { indexName, index: { segments: writer.segments } };
	}
	return {
		...openScan(database),
		async search({ hashid, indexNames }: SearchScope, query) {
			const searched = await Promise.all(indexNames.map((name) => index(name, hashid)));
			return runSteps(
				answerIndexQuery(searched as never, { analyzer, query, toPopularity: cachePopularity() }, unhurried),
			);
		},
	};
}

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({}, openCore);
	shop = await openShop(server);
	await shop.put(
		{ id: '1', title: 'Running shoe', brand: 'Nike', color: 'Black', price: 40 },
		{ id: '2', title: 'Running shoe', brand: 'Puma', color: 'Black', price: 90 },
		{ id: '3', title: 'Running shoe', brand: 'Nike', color: 'White', price: 30 },
		{ id: '4', title: 'Walking boot', brand: 'Puma', color: 'White', price: 70 },
	);
});
after(() => server[Symbol.asyncDispose]());

const search = (query: string, more = ''): Promise<Json> => shop.search(`query=${encodeURIComponent(query)}${more}`);

test('an answer says what was understood of the query, and has what fits', async () => {
	const answer = await search('black shoe under 50 not puma');
	assert.deepEqual(idsOf(answer), ['1']);
	assert.equal(answer.query, 'black shoe under 50 not puma');
	assert.deepEqual(answer.understood, [
		{ text: 'black', kind: 'attribute', field: 'color', value: ['Black'], strict: true },
		{ text: 'under 50', kind: 'price', field: 'best_price', value: { lt: 50 }, strict: true },
		{ text: 'not puma', kind: 'exclude', field: 'brand', value: ['Puma'], strict: true },
	]);
	assert.deepEqual(answer.filter, {}, 'filters are those of the request');
});

test('a page that removes a part searches for the rest of the text', async () => {
	const text = 'shoe under 50 not nike';
	const { understood } = await search(text);
	const [price] = understood;
	const rest = text.replace(price.text, '');
	assert.deepEqual(idsOf(await search(rest)), ['2']);
});

test('understanding can be switched off, in the query string and in a body', async () => {
	const off = await search('shoe under 50', '&understanding=false');
	assert.equal(off.understood, undefined);
	assert.ok(idsOf(off).includes('2'));
	const { json } = await shop.api.call('/_search', {
		method: 'POST',
		body: { query: 'shoe under 50', understanding: false },
	});
	assert.deepEqual([json.understood, json.count], [undefined, off.count]);
});

test('pages that are asked for by query name understand the same, because clients send the name of the first page', async () => {
	const first = await search('shoe under 50', '&rpp=1');
	const second = await search('shoe under 50', `&rpp=1&page=2&query_name=${first.query_name}`);
	assert.deepEqual([...idsOf(first), ...idsOf(second)].sort(), ['1', '3']);
	assert.deepEqual(second.understood, first.understood);
});

test('what would leave nothing is a preference, and the answer says so', async () => {
	const answer = await search('boot under 50');
	assert.deepEqual(idsOf(answer), ['4']);
	assert.deepEqual(answer.understood, [
		{ text: 'under 50', kind: 'price', field: 'best_price', value: { lt: 50 }, strict: false },
	]);
});

test('facets are counted over what fits', async () => {
	const { facets } = await search('shoe under 50', '&facets[0][field]=brand&facets[1][field]=best_price');
	assert.deepEqual(facets.brand.terms.items, [{ name: 'Nike', count: 2 }]);
	assert.equal(facets.best_price.range.max, 40);
});

test('filters and auto filters of the request apply as well', async () => {
	assert.deepEqual(idsOf(await search('shoe under 50', '&filter[color]=White')), ['3']);
	const answer = await search('black shoe under 50', '&auto_filters=true');
	assert.deepEqual(idsOf(answer), ['1']);
	assert.deepEqual(
		answer.understood.map(({ kind }: Json) => kind),
		['price'],
	);
	assert.deepEqual(answer.filter, { terms: { color: ['Black'] } });
});

test('the older version understands the same', async () => {
	const { json } = await createApi(server.url, shop.key).call(`/5/search?hashid=${shop.hashid}&query=shoe+under+50`);
	assert.deepEqual(idsOf(json).sort(), ['1', '3']);
});
