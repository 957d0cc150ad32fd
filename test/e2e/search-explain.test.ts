/** Explanations over HTTP, with the search index of the program. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Value } from 'typebox/value';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { explanationAnswer } from '../../src/http/search/explanation-schema.ts';
import { createApi, type Json } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

const items = [
	{ id: 'trail', title: 'Leather trail shoes', brand: 'Acme', color: 'Red', price: 90, categories: ['Shoes'] },
	{ id: 'run', title: 'Running shoe', brand: 'Zeta', color: 'Red', price: 40, categories: ['Shoes'], group_id: 'g' },
	{ id: 'run-blue', title: 'Running shoe', brand: 'Zeta', color: 'Blue', price: 45, group_id: 'g' },
	{ id: 'polish', title: 'Polish', brand: 'Acme', description: 'For leather shoes', price: 5 },
	{ id: 'hat', title: 'Straw hat', brand: 'Acme', color: 'Red', price: 15 },
	{ id: 'gone', title: 'Leather shoes', brand: 'Acme', availability: 'out of stock', price: 70 },
];

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
	shop = await openShop(server, { isCorsEnforced: false });
	await shop.put(...items);
	const count = async () => (await shop.search('rpp=1')).count;
	await waitFor('the items to be searchable', count, (found) => found === items.length);
});
after(() => server[Symbol.asyncDispose]());

async function explain(parameters: string): Promise<Json> {
	const { status, json, text } = await shop.api.call(`/_explain?${parameters}`);
	assert.equal(status, 200, text);
	const errors = Value.Errors(explanationAnswer, json);
	assert.deepEqual([...errors].slice(0, 3), [], parameters);
	return json;
}

const dfidOf = (id: string, index = 'product') => `${shop.hashid}@${index}@${toItemKey(id)}`;

/** The explanation of one item. */
async function where(id: string, parameters: string): Promise<Json> {
	const { items: explained } = await explain(`${parameters}&dfid=${dfidOf(id)}`);
	assert.equal(explained.length, 1);
	return explained[0];
}

describe('an explanation', () => {
	it('shows what fields weigh, and what their words are worth by that', async () => {
		const weighed = await openShop(server, { isCorsEnforced: false });
		await weighed.put({ id: 'a', title: 'Oak shelf', brand: 'Acme' }, { id: 'b', title: 'Acme lamp', brand: 'Zeta' });
		await server.zone.prepareSearch(weighed.hashid, 'product');
		const admin = createApi(server.url, weighed.key);
		const schema = `/api/admin/v1/search_engines/${weighed.hashid}/indices/product/schema`;
		const say = (brand: number) =>
			admin.call(schema, { method: 'PATCH', body: { fields: { brand: { weight: brand } } } });
		const readScore = async () => {
			const { json } = await weighed.api.call('/_explain?query=acme');
			assert.deepEqual([...Value.Errors(explanationAnswer, json)].slice(0, 3), []);
			const { score, counts } = json.results.find(({ id }: Json) => id === 'a').words[0];
			return { score, counts, weight: json.fields.find(({ field }: Json) => field === 'brand').weight };
		};
		assert.equal((await say(2)).status, 200);
		await waitFor(
			'a current schema',
			() => admin.call(schema),
			({ json }) => json.state === 'current',
		);
		const two = await readScore();
		assert.deepEqual([two.weight, two.counts], [2, { titles: 0, attributes: 1, descriptions: 0 }]);
		assert.equal((await say(8)).json.state, 'current');
		const eight = await readScore();
		assert.equal(eight.weight, 8);
		assert(Math.abs(eight.score / two.score - 4) < 1e-4);
	});

	it('says what the popularity of an item does, by which numbers', async () => {
		const rated = await openShop(server, { isCorsEnforced: false });
		await rated.put({ id: 'a', title: 'Lamp', rating: 3.1 }, { id: 'b', title: 'Lamp', rating: 4.5 });
		await server.zone.prepareSearch(rated.hashid, 'product');
		const body = { fields: { rating: { popularity: 10 } } };
		const schema = `/api/admin/v1/search_engines/${rated.hashid}/indices/product/schema`;
		assert.equal((await createApi(server.url, rated.key).call(schema, { method: 'PATCH', body })).status, 200);
		const dfid = `${rated.hashid}@product@${toItemKey('a')}`;
		const { json, text } = await rated.api.call(`/_explain?query=lamp&dfid=${dfid}`);
		assert.deepEqual([...Value.Errors(explanationAnswer, json)].slice(0, 3), []);
		const shown = json.results.map(({ factors, popularity }: Json) => [
			factors.find(({ name }: Json) => name === 'popularity').value.toFixed(3),
			popularity,
		]);
		// 1.5 to the power of 0.5 and of -0.5.
		assert.deepEqual(shown, [
			['1.225', [{ field: 'rating', value: [4.5] }]],
			['0.816', [{ field: 'rating', value: [3.1] }]],
		]);
		assert.match(text, /its popularity \(1\.22 beside 0\.8\d*: rating 4\.5 beside 3\.1\)/);
	});

	it('has the results of the search with the same scores, each the product of its factors', async () => {
		for (const parameters of [
			'query=shoe',
			'query=leather+shoes&grouping=true',
			'query=shoes&sort=price',
			'',
			'query=xyz',
		]) {
			const [explained, found] = [await explain(parameters), await shop.search(parameters)];
			assert.deepEqual(
				explained.results.map(({ dfid }: Json) => dfid),
				found.results.map(({ dfid }: Json) => dfid),
			);
			assert.equal(explained.total_found, found.total_found);
			assert.equal(Math.max(0, ...explained.results.map(({ score }: Json) => score)), found.max_score);
			for (const { score, factors } of explained.results) {
				if (factors.length === 0) continue;
				const product = factors.reduce((value: number, factor: Json) => value * factor.value, 1);
				assert.ok(Math.abs(product - score) <= 1e-5 * score, `${product}, ${score}`);
			}
		}
	});

	it('says how the text was read, which forms were found and in which fields', async () => {
		const { text, results, fields, readings } = await explain('query=the+leather+shoes+under+80');
		assert.deepEqual(
			text.words.map(({ text: word, start, end, optional }: Json) => [word, start, end, optional]),
			[
				['the', 0, 3, true],
				['leather', 4, 11, false],
				['shoes', 12, 17, false],
			],
		);
		const polish = results.find(({ id }: Json) => id === 'polish');
		assert.deepEqual(
			polish.words.map(({ word, form, fields: names }: Json) => [word, form, names]),
			[
				['leather', 'exact', ['description']],
				['shoes', 'exact', ['description']],
			],
		);
		const gone = results.find(({ id }: Json) => id === 'gone');
		assert.deepEqual(
			gone.words.map(({ fields: names }: Json) => names),
			[['title'], ['title']],
		);
		const weights = new Map(fields.map(({ field, weight }: Json) => [field, weight]));
		assert.equal(weights.get('title'), 5);
		assert.equal(readings[0].understood[0].text, 'under 80');
		assert.equal(readings.at(-1).attempts.at(-1).query_name, 'match_and');
	});

	it('is not recorded as a search', async () => {
		await explain('query=shoe&session_id=explained');
		await shop.search('query=shoe&session_id=searched');
		const listSessions = async () => {
			const events = await server.zone.database.events.listOfEngine(shop.hashid, 'search', 100);
			return events.map(({ sessionId }) => sessionId);
		};
		// Searches are recorded in the order of their answers.
		const sessions = await waitFor('the event of the search', listSessions, (list) => list.includes('searched'));
		assert.ok(!sessions.includes('explained'));
	});
});

describe('an item that is asked for', () => {
	it('is at its rank, and is compared with the first result', async () => {
		const { results } = await shop.search('query=leather+shoes');
		const at = results.findIndex(({ id }: Json) => id === 'polish');
		const { state, rank, summary, compared, result } = await where('polish', 'query=leather+shoes');
		assert.deepEqual([state, rank, result.rank], ['listed', at + 1, at + 1]);
		assert.match(summary, /^It is at rank \d of \d+\. Ranks? 1.* ahead by /);
		assert.equal(compared[0].rank, 1);
		assert.ok(compared[0].factors[0].ratio > 1);
		const first = await where(results[0].id, 'query=leather+shoes');
		assert.deepEqual([first.rank, first.compared], [1, []]);
	});

	it('comes behind another by what the results are sorted by', async () => {
		const { rank, summary } = await where('trail', 'query=shoes&sort=price:desc&rpp=1');
		const sorted = await shop.search('query=shoes&sort=price:desc');
		assert.equal(sorted.results[rank - 1].id, 'trail');
		assert.equal((await where('run', 'query=shoe&sort=price')).rank, 2);
		const last = await where('trail', 'query=shoe&sort=price');
		assert.match(last.summary, /Rank 1 is ahead by the sort: price is 5, and 90 for this item\./);
		assert.equal(summary, `It is at rank ${rank} of ${sorted.count}.`);
	});

	it('lacks a word', async () => {
		const lost = await where('hat', 'query=leather+hat&query_name=match_and');
		assert.deepEqual([lost.state, lost.absent.missing], ['absent', ['leather']]);
		assert.equal(lost.summary, 'It lacks "leather", and the search asks for all the words (match_and).');
		assert.equal((await where('hat', 'query=shoe')).summary, 'It has none of the words.');
	});

	it('does not pass a filter, an exclude or what was understood', async () => {
		const kinds = ({ reasons }: Json) => reasons.map(({ kind, field, found }: Json) => [kind, field, found]);
		assert.deepEqual(kinds(await where('run', 'query=shoe&filter[brand]=Acme')), [['filter', 'brand', ['Zeta']]]);
		assert.deepEqual(kinds(await where('run', 'query=shoe&exclude[color]=red')), [['exclude', 'color', ['Red']]]);
		const priced = await where('trail', 'query=shoe+under+50');
		assert.deepEqual(kinds(priced), [['understood', 'best_price', [90]]]);
		assert.equal(priced.summary, '"under 50" asks for best_price < 50: it has 90.');
		const titled = await where('hat', 'query=acme+not+hat');
		assert.deepEqual(kinds(titled), [['understood', 'title', ['Straw hat']]]);
		assert.equal(titled.summary, '"not hat" leaves out title = hat: it has Straw hat.');
		const auto = await where('run', 'query=acme+shoe&auto_filters=true');
		assert.deepEqual(kinds(auto), [['auto_filter', 'brand', ['Zeta']]]);
	});

	it('is represented by another item of its group', async () => {
		const { results } = await shop.search('query=running&grouping=true');
		assert.equal(results.length, 1);
		const other = results[0].id === 'run' ? 'run-blue' : 'run';
		const { reasons, summary } = await where(other, 'query=running&grouping=true');
		assert.deepEqual([reasons[0].kind, reasons[0].leader.id, reasons[0].leader.rank], ['grouped', results[0].id, 1]);
		assert.equal(summary, `Item ${results[0].id} of its group g stands for it at rank 1.`);
	});

	it('is out of stock where its index leaves such items out', async () => {
		const path = `/api/v2/search_engines/${shop.hashid}/indices/product`;
		const api = createApi(server.url, shop.key);
		const change = (value: boolean) =>
			api.call(path, { method: 'PATCH', body: { options: { exclude_out_of_stock_items: value } } });
		assert.equal((await change(true)).status, 200);
		const { reasons } = await where('gone', 'query=leather');
		assert.deepEqual(
			reasons.map(({ kind }: Json) => kind),
			['out_of_stock'],
		);
		assert.equal((await change(false)).status, 200);
		assert.equal((await where('gone', 'query=leather')).state, 'listed');
	});

	it('is of another engine or index, does not exist, or is not searched', async () => {
		const kindOf = async (dfid: string, more = '') =>
			(await explain(`query=shoe&dfid=${dfid}${more}`)).items[0].reasons.map(({ kind }: Json) => kind);
		assert.deepEqual(await kindOf(`${'0'.repeat(32)}@product@${toItemKey('run')}`), ['other_engine']);
		assert.deepEqual(await kindOf(dfidOf('run', 'blog')), ['unknown_index']);
		assert.deepEqual(await kindOf(dfidOf('nobody')), ['unknown_item']);
	});

	it('may be named by its id', async () => {
		const { items: explained } = await explain('query=shoe&id[]=run&id[]=nobody');
		assert.deepEqual(
			explained.map(({ id, state, dfid }: Json) => [id, state, dfid]),
			[
				['run', 'listed', dfidOf('run')],
				['nobody', 'absent', dfidOf('nobody')],
			],
		);
	});
});

describe('a call', () => {
	const refuse = async (parameters: string, api = shop.api) => {
		const { status, json } = await api.call(`/_explain?${parameters}`);
		return [status, json.error];
	};

	it('is only for the owner, also where every page may search', async () => {
		assert.equal((await shop.publicApi.call('/_search')).status, 200);
		assert.deepEqual(await refuse('query=a', shop.publicApi), [403, 'forbidden']);
		const stranger = await openShop(server);
		const headers = { authorization: `Token ${stranger.key}` };
		assert.equal((await shop.publicApi.call('/_explain', { headers })).status, 403);
	});

	it('with wrong parameters is refused as a search is', async () => {
		for (const parameters of ['rpp=0', 'sort=nothing', 'query_name=x', 'page=1000', 'filter=x', 'indices=blog']) {
			const found = await shop.api.call(`/_search?${parameters}`);
			assert.deepEqual(await refuse(parameters), [found.status, found.json.error], parameters);
			assert.ok(found.status >= 400, parameters);
		}
		assert.deepEqual(await refuse('dfid=run'), [
			400,
			'Bad request, bad dfid: it must be the dfid of an item, as in a search answer',
		]);
		const many = Array.from({ length: 6 }, (_, at) => `id[]=${at}`).join('&');
		assert.deepEqual(await refuse(many), [400, 'Bad request, bad id: there are more than 5']);
	});

	it('that asks for items in an unknown way is refused, not answered without them', async () => {
		for (const parameters of ['id[a]=run', 'id[0][1]=run', 'id=run&id[a]=run']) {
			assert.deepEqual(await refuse(parameters), [400, 'Bad request, bad id'], parameters);
		}
		assert.deepEqual(await refuse(`dfid[a][b]=${dfidOf('run')}`), [400, 'Bad request, bad dfid']);
		for (const id of [{ a: 'run' }, [['run']], [{ a: 'run' }]]) {
			const { status } = await shop.api.call('/_explain', { method: 'POST', body: { query: 'shoe', id } });
			assert.equal(status, 400, JSON.stringify(id));
		}
		const { items: explained } = await explain('query=shoe&id=&dfid=');
		assert.deepEqual(explained, [], 'clients write an empty text for nothing');
	});

	it('may have a body like that of a search', async () => {
		const body = {
			query: 'shoe',
			filter: { brand: 'Zeta' },
			sort: [{ price: 'desc' }],
			id: ['run'],
			dfid: [dfidOf('hat')],
		};
		const { status, json } = await shop.api.call('/_explain', { method: 'POST', body });
		assert.equal(status, 200);
		assert.deepEqual(
			json.items.map(({ id, rank }: Json) => [id, rank]),
			[
				['hat', undefined],
				['run', 2],
			],
		);
		assert.deepEqual(json.results[0].sort, [{ field: 'price', value: [45] }]);
	});
});
