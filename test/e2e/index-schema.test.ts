/** Overrides of the schema, over HTTP and on the command line: the searches of the program follow them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi, type Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;

before(async () => {
	server = await serveApp({ VITRINE_SEARCH: 'true' });
});
after(() => server[Symbol.asyncDispose]());

/** Each test has a shop of its own, because overrides stay. */
async function openFilledShop(): Promise<Shop> {
	const shop = await openShop(server);
	await shop.put(
		{
			id: '1',
			title: 'Red shoe',
			maker_id: 'Acme',
			care: 'wash cold',
			pvp: 10,
			nombre: 'Zapato',
			categories: ['A > B'],
		},
		{ id: '2', title: 'Blue shoe', maker_id: 'Zeta', care: 'dry clean', pvp: 20, nombre: 'Bota', categories: ['A'] },
		{ id: '3', title: 'Acme sock', maker_id: 'Zeta', internal: 'secret word', pvp: 30 },
	);
	await server.zone.prepareSearch(shop.hashid, 'product');
	return shop;
}

const toPath = (hashid: string, name = 'product') => `/api/admin/v1/search_engines/${hashid}/indices/${name}/schema`;

function callSchema(shop: Shop, fields?: object) {
	const api = createApi(server.url, shop.key);
	return fields === undefined
		? api.call(toPath(shop.hashid))
		: api.call(toPath(shop.hashid), { method: 'PATCH', body: { fields } });
}

/** Sets overrides, and waits until searches use them. */
async function say(shop: Shop, fields: object): Promise<Json> {
	const { status, text } = await callSchema(shop, fields);
	assert.equal(status, 200, text);
	const { json } = await waitFor(
		'a current schema',
		() => callSchema(shop),
		({ json: { state } }) => state === 'current',
	);
	return json;
}

const findField = ({ fields }: Json, name: string) => fields.find((field: Json) => field.name === name);

test('the schema has the inferred role of each field, by its name or its values', async () => {
	const shop = await openFilledShop();
	const { status, json, text } = await callSchema(shop);
	assert.equal(status, 200, text);
	assert.deepEqual(
		[json.name, json.state, json.writes_indexed, json.writes_wanted],
		['product', 'current', null, null],
	);
	const roles = Object.fromEntries(json.fields.map(({ name, role }: Json) => [name, role]));
	assert.deepEqual(roles, {
		care: 'keyword',
		categories: 'category',
		internal: 'keyword',
		maker_id: 'keyword',
		nombre: 'keyword',
		pvp: 'number',
		title: 'title',
	});
	assert.deepEqual(findField(json, 'title'), {
		...{ name: 'title', source: 'inferred', role: 'title', weight: 5, searchable: true, filterable: true },
		...{
			sortable: true,
			facet: null,
			ignored: false,
			popularity: 0,
			popularity_best: null,
			inferred: null,
			override: null,
		},
	});
	assert.deepEqual(findField(json, 'pvp'), {
		...{ name: 'pvp', source: 'inferred', role: 'number', weight: null, searchable: false, filterable: true },
		...{
			sortable: true,
			facet: 'term',
			ignored: false,
			popularity: 0,
			popularity_best: null,
			inferred: null,
			override: null,
		},
	});
});

test('a field that is made the brand counts for more, is a facet and becomes a filter', async () => {
	const shop = await openFilledShop();
	assert.deepEqual(idsOf(await shop.search('query=acme')), ['3', '1']);
	const before = await shop.search('query=shoe');
	assert.equal(before.facets.maker_id, undefined);
	const maker = findField(await say(shop, { maker_id: { role: 'brand' } }), 'maker_id');
	assert.deepEqual(
		[maker.source, maker.role, maker.weight, maker.inferred.role],
		['overridden', 'brand', 3.75, 'keyword'],
	);
	assert.deepEqual(maker.override, { role: 'brand' });
	const answer = await shop.search('query=shoe');
	assert.deepEqual(
		answer.facets.maker_id.terms.buckets.map(({ key }: Json) => key),
		['Acme', 'Zeta'],
	);
	const filtered = await shop.search('query=acme+shoe&auto_filters=true');
	assert.deepEqual(filtered.filter.terms, { maker_id: ['Acme'] });
});

test('a field is no longer found, filtered and counted after an override, and is again when that is removed', async () => {
	const shop = await openFilledShop();
	assert.deepEqual(idsOf(await shop.search('query=secret')), ['3']);
	await say(shop, { internal: { ignored: true }, care: { filterable: false }, nombre: { searchable: false } });
	assert.equal((await shop.search('query=secret&query_name=match_and')).total, 0);
	assert.equal((await shop.search('query=zapato&query_name=match_and')).total, 0);
	assert.deepEqual(idsOf(await shop.search('query=&filter[nombre]=Zapato')), ['1']);
	assert.deepEqual(idsOf(await shop.search('query=cold')), ['1']);
	assert.equal((await shop.search('query=&filter[care]=wash+cold')).total, 0);
	assert.deepEqual((await shop.search('query=&facets[]=care')).facets.care.terms.buckets, []);
	const taken = await say(shop, { internal: null, care: null, nombre: { searchable: null } });
	assert.equal(taken.fields.filter(({ source }: Json) => source === 'overridden').length, 0);
	assert.deepEqual(idsOf(await shop.search('query=secret')), ['3']);
	assert.deepEqual(idsOf(await shop.search('query=&filter[care]=wash+cold')), ['1']);
});

test('the weight of a field decides what comes first: at once where it had one before, else after a rebuild', async () => {
	const shop = await openFilledShop();
	assert.deepEqual(idsOf(await shop.search('query=acme')), ['3', '1']);
	// The title is weighed by itself in every index.
	const { json: ofTitle } = await callSchema(shop, { title: { weight: 7.5 } });
	assert.deepEqual([ofTitle.state, findField(ofTitle, 'title').weight], ['current', 7.5]);
	const maker = findField(await say(shop, { maker_id: { weight: 10 }, title: { weight: 1 } }), 'maker_id');
	assert.deepEqual([maker.weight, maker.inferred.weight, maker.override], [10, 0.6, { weight: 10 }]);
	assert.deepEqual(idsOf(await shop.search('query=acme')), ['1', '3']);
	const { json } = await callSchema(shop, { maker_id: { weight: 0 } });
	assert.deepEqual([json.state, findField(json, 'maker_id').searchable], ['current', true]);
	assert.deepEqual(idsOf(await shop.search('query=acme')), ['3', '1']);
	assert.equal(findField(await say(shop, { maker_id: null, title: null }), 'maker_id').weight, 0.6);
	assert.deepEqual(idsOf(await shop.search('query=acme')), ['3', '1']);
});

test('the type of a facet changes at once, and nothing is rebuilt', async () => {
	const shop = await openFilledShop();
	const { json } = await callSchema(shop, { pvp: { facet: 'range' }, categories: { facet: 'hierarchy' } });
	assert.equal(json.state, 'current');
	const { facets } = await shop.search('query=&facets[]=pvp&facets[]=categories');
	assert.deepEqual([facets.pvp._type, facets.pvp.range.min, facets.pvp.range.max], ['range', 10, 30]);
	assert.equal(facets.categories.hierarchy.levels.length, 1);
	const asked = await shop.search('query=&facets[0][field]=pvp&facets[0][type]=term');
	assert.equal(asked.facets.pvp._type, 'terms');
	const usual = await shop.search('query=');
	assert.equal(usual.facets.categories.hierarchy.levels.length, 1);
});

test('old answers stay while the new index is built, also where the engine is locked by a temporary index', async () => {
	const shop = await openFilledShop();
	const api = createApi(server.url, shop.key);
	const temporary = `/api/v2/search_engines/${shop.hashid}/indices/product/temp/`;
	const created = await api.call(temporary, { method: 'POST' });
	assert.equal(created.status, 201, created.text);
	const { status, text } = await callSchema(shop, { internal: { ignored: true } });
	assert.equal(status, 200, text);
	await waitFor(
		'an ignored field',
		async () => (await shop.search('query=secret&query_name=match_and')).total,
		(total) => {
			assert(total === 0 || total === 1);
			return total === 0;
		},
	);
	assert.equal((await shop.search('query=')).total, 3);
	assert.equal((await api.call(temporary, { method: 'DELETE' })).status, 204);
});

test('invalid overrides are refused by field, and change nothing', async () => {
	const shop = await openFilledShop();
	for (const [fields, name] of [
		[{ care: { role: 'nonsense' } }, 'fields.care.role'],
		[{ care: { colour: 1 } }, 'fields.care.colour'],
		[{ care: { role: 'group' } }, 'fields.care.role'],
		[{ id: { ignored: true }, x: { ignored: true } }, 'fields.id'],
		[{ care: { weight: 'A', searchable: false } }, 'fields.care.weight'],
		[{ title: { weight: 'C' } }, 'fields.title.weight'],
		[{ care: { weight: 10.5 } }, 'fields.care.weight'],
		[{ care: { weight: -1 } }, 'fields.care.weight'],
		[{ care: { weight: '5' } }, 'fields.care.weight must be a number from 0 to 10, or one of A, B, C'],
		[{ care: { weight: true } }, 'fields.care.weight'],
		[{ care: { weight: 5, searchable: false } }, 'fields.care.weight'],
		[{ name: { weight: 5 } }, 'fields.name.weight'],
		[{ ['x'.repeat(257)]: { ignored: true } }, `fields.${'x'.repeat(100)}`],
		[Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, { ignored: true }])), 'fields'],
	] as const) {
		const { status, text } = await callSchema(shop, fields);
		assert.equal(status, 400, text);
		assert(text.includes(name), `${text} names ${name}`);
	}
	assert.equal((await createApi(server.url, shop.key).call(toPath(shop.hashid, 'gone'))).status, 404);
	const { json } = await callSchema(shop);
	assert.equal(json.fields.filter(({ source }: Json) => source === 'overridden').length, 0);
});

test('no other account reads or changes it, and a server without search keeps it', async () => {
	const shop = await openFilledShop();
	const stranger = await openShop(server);
	const api = createApi(server.url, stranger.key);
	assert.equal((await api.call(toPath(shop.hashid))).status, 403);
	const body = { fields: { care: { ignored: true } } };
	assert.equal((await api.call(toPath(shop.hashid), { method: 'PATCH', body })).status, 403);
	await using bare = await serveApp({ VITRINE_SEARCH: 'false' });
	const unsearched = await openShop(bare);
	const call = { method: 'PATCH', body } as const;
	const { status, json, text } = await createApi(bare.url, unsearched.key).call(toPath(unsearched.hashid), call);
	assert.equal(status, 200, text);
	assert.equal(json.state, 'unknown');
	assert.deepEqual(
		json.fields.filter(({ source }: Json) => source === 'overridden').map((field: Json) => [field.name, field.ignored]),
		[['care', true]],
	);
});

test('a weight as popularity moves items at once, and is refused for fields without numbers', async () => {
	const shop = await openShop(server);
	await shop.put(
		...[3, 5, 4].map((rating, at) => ({
			id: `${at}`,
			title: 'Lamp',
			rating,
			sold: `${rating} of them`,
			note: 'x',
			hidden: rating,
		})),
	);
	await server.zone.prepareSearch(shop.hashid, 'product');
	assert.deepEqual(idsOf(await shop.search('query=lamp')), ['0', '1', '2']);
	const { json, status, text } = await callSchema(shop, { rating: { popularity: 2.5 } });
	assert.equal(status, 200, text);
	assert.equal(json.state, 'current');
	const rating = findField(json, 'rating');
	assert.deepEqual([rating.popularity, rating.popularity_best, rating.inferred.popularity], [2.5, 'highest', 0]);
	assert.deepEqual(idsOf(await shop.search('query=lamp')), ['1', '2', '0']);
	const lowest = await callSchema(shop, { rating: { popularity_best: 'lowest' } });
	assert.deepEqual(findField(lowest.json, 'rating').override, { popularity: 2.5, popularity_best: 'lowest' });
	assert.deepEqual(idsOf(await shop.search('query=lamp')), ['0', '2', '1']);
	for (const [fields, reason] of [
		[{ rating: { popularity: 11 } }, 'fields.rating.popularity must be less than or equal to 10'],
		[{ rating: { popularity: 'high' } }, 'fields.rating.popularity must be a number or null'],
		[{ rating: { popularity_best: 'best' } }, 'fields.rating.popularity_best must be'],
		[{ sold: { popularity: 1 } }, 'fields.sold.popularity is for fields of numbers: give it the role number'],
		[{ gone: { popularity: 1 } }, 'fields.gone.popularity is for fields that items have'],
		[{ title: { popularity: 1 } }, 'fields.title.popularity is for fields of numbers'],
		[{ hidden: { popularity: 1, ignored: true } }, 'fields.hidden.popularity is for fields that are indexed'],
	] as const) {
		const refused = await callSchema(shop, fields);
		assert.equal(refused.status, 400, refused.text);
		assert.ok(refused.text.includes(reason), refused.text);
	}
	await callSchema(shop, { rating: { popularity: 0 } });
	assert.deepEqual(idsOf(await shop.search('query=lamp')), ['0', '1', '2']);
	// The numbers of this field are not in the index yet.
	await say(shop, { rating: null, hidden: { filterable: false, searchable: false } });
	assert.deepEqual(idsOf(await shop.search('query=lamp')), ['0', '1', '2']);
	await say(shop, { hidden: { popularity: 10 } });
	assert.deepEqual(idsOf(await shop.search('query=lamp')), ['1', '2', '0']);
});

test('the command shows it as a table or as JSON, and says what fields are for', async () => {
	const shop = await openFilledShop();
	const setup = { url: server.url, environment: { VITRINE_KEY: shop.key } };
	const words = ['index', 'schema', shop.hashid, 'product'];
	const shown = await callCommand(words, setup);
	assert.equal(shown.exitCode, 0, shown.stderr);
	assert.match(shown.stdout, /^FIELD +ROLE +WEIGHT +USES +FACET/m);
	assert.match(shown.stdout, /^care +keyword +0\.6 +searchable, filterable, sortable +term/m);
	const change = 'maker_id.role=brand,internal.ignored=true,care.weight=A';
	const set = await callCommand([...words, '--set', change], setup);
	assert.equal(set.exitCode, 0, set.stderr);
	assert.match(set.stdout, /^maker_id +brand +3\.75 +.*role, was keyword; weight, was 0\.6$/m);
	assert.match(set.stdout, /^internal +keyword +ignored/m);
	const reset = await callCommand(
		[...words, '--reset', 'maker_id,internal', '--set', 'care.weight=default', '--json'],
		setup,
	);
	assert.equal(reset.exitCode, 0, reset.stderr);
	assert.equal(JSON.parse(reset.stdout).fields.filter(({ source }: Json) => source === 'overridden').length, 0);
	const weighed = await callCommand([...words, '--set', 'pvp.popularity=4,pvp.popularity_best=lowest'], setup);
	assert.match(weighed.stdout, /^pvp +number +filterable, sortable, popularity 4 \(lowest\) .*popularity, was 0/m);
	for (const wrong of [
		['--set', 'care.popularity=much'],
		['--set', 'care=1'],
		['--set', 'care.colour=red'],
		['--set', 'care.ignored=perhaps'],
		['--set', ''],
		['--set', 'care.weight=A', '--reset', 'care'],
	]) {
		assert.equal((await callCommand([...words, ...wrong], setup)).exitCode, 2, wrong.join(' '));
	}
	const refused = await callCommand([...words, '--set', 'care.role=nonsense'], setup);
	assert.deepEqual([refused.exitCode, refused.stdout], [1, '']);
});

test('fields overridden as title and link are shown as such', async () => {
	const shop = await openShop(server);
	await shop.put({ id: '1', nombre: 'Zapato rojo', enlace: 'https://shop.example/zapato' }, { id: '2', name: 'Bota' });
	await server.zone.prepareSearch(shop.hashid, 'product');
	assert.equal((await shop.search('query=zapato')).results[0].title, '');
	await say(shop, { nombre: { role: 'title' }, enlace: { role: 'link' } });
	const [shown] = (await shop.search('query=zapato')).results;
	assert.deepEqual([shown.title, shown.link, shown.url], ['Zapato rojo', shown.enlace, shown.enlace]);
	assert.equal((await shop.search('query=bota')).results[0].title, 'Bota');
	assert.deepEqual(idsOf(await shop.search('query=&sort[0][nombre]=desc')), ['1', '2']);
});
