import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type ApiStub, type StubReply, startApiStub } from '../../test/support/api-stub.ts';
import { callCommand } from '../../test/support/call-command.ts';

let stub: ApiStub | undefined;

afterEach(async () => {
	await stub?.close();
	stub = undefined;
});

async function search(words: readonly string[], reply: StubReply = { status: 200, body: answer }) {
	await stub?.close();
	stub = await startApiStub(() => reply);
	const outcome = await callCommand(['search', ...words], { url: stub.url });
	return { ...outcome, request: stub.requests[0] };
}

const toBucketFacet = (items: object[], selected: object[], value: number) => ({
	terms: { items, selected },
	total: { value },
});

const answer = {
	query_name: 'match_and',
	page: 1,
	results_per_page: 2,
	count: 5,
	results: [
		{ id: '1', type: 'product', title: 'Red shoe', price: 80, best_price: 60, brand: 'Nike', availability: 'in stock' },
		{ id: '22', type: 'product', title: `Long ${'x'.repeat(80)}`, price: 7.5, best_price: 7.5, in_stock: false },
	],
	facets: {
		brand: toBucketFacet(
			[
				{ name: 'Adidas', count: 3 },
				{ name: 'Nike', count: 2 },
			],
			[{ name: 'Nike', count: 2 }],
			4,
		),
		best_price: { range: { buckets: [{ doc_count: 5 }], min: 7.5, max: 60 } },
		size: toBucketFacet([], [], 0),
	},
};

test('the results are a table of what they have, and the facets stand below', async () => {
	const { stdout, request, exitCode } = await search(['red shoe', '--engine', 'ab12']);
	assert.equal(`${request?.method} ${request?.path}`, 'POST /6/ab12/_search');
	assert.deepEqual(JSON.parse(request?.body ?? ''), { query: 'red shoe', page: 1, rpp: 10, stats: false });
	const lines = [
		`ID  TITLE${' '.repeat(57)}PRICE  BRAND  STOCK`,
		`1   Red shoe${' '.repeat(54)}60     Nike   in stock`,
		`22  Long ${'x'.repeat(54)}…  7.5    -      no`,
		'',
		'5 results, page 1 of 3 (match_and).',
		'',
		'brand:       [Nike] 2, Adidas 3, 2 more',
		'best_price:  7.5 to 60',
	];
	assert.equal(stdout, `${lines.join('\n')}\n`);
	assert.equal(exitCode, 0);
});

test('options become parameters', async () => {
	const words = ['--engine', 'ab12', '--index', 'product, page', '--page', '2', '--rpp', '5', '--grouping'];
	const filters = ['--filter', 'brand=Nike|New Balance; price=10..50', '--exclude', 'price=..5', '--any-filter'];
	const order = ['--sort', 'price:desc,title', '--facets', 'brand,price:range,color:20,size:term:5'];
	const { request } = await search([...words, ...filters, ...order, '--query-name', 'fuzzy', '--auto-filters']);
	assert.deepEqual(JSON.parse(request?.body ?? ''), {
		query: '',
		page: 2,
		rpp: 5,
		indices: ['product', 'page'],
		filter: { brand: ['Nike', 'New Balance'], price: { gte: '10', lte: '50' } },
		exclude: { price: { lte: '5' } },
		filter_execution: 'or',
		sort: [{ price: 'desc' }, { title: 'asc' }],
		facets: [
			{ field: 'brand' },
			{ field: 'price', type: 'range' },
			{ field: 'color', size: 20 },
			{ field: 'size', type: 'term', size: 5 },
		],
		query_name: 'fuzzy',
		grouping: true,
		auto_filters: true,
		stats: false,
	});
	const none = await search(['--engine', 'ab12', '--facets', '']);
	assert.deepEqual(JSON.parse(none.request?.body ?? '').facets, []);
});

test('what was understood of the text stands below the results', async () => {
	const understood = [
		{ text: 'under 50', kind: 'price', field: 'price', value: { lt: 50 }, strict: true },
		{ text: 'not hp', kind: 'exclude', field: 'brand', value: ['HP', 'Hp'], strict: true },
		{ text: 'red', kind: 'attribute', field: 'color', value: ['Red'], strict: false },
	];
	const words = ['red shoe under 50 not hp', '--engine', 'ab12'];
	const { stdout } = await search(words, { status: 200, body: { ...answer, understood } });
	const lines = ['"under 50":  price < 50', '"not hp":    no brand HP or Hp', '"red":       prefers color Red'];
	assert.ok(stdout.includes(lines.join('\n')), stdout);
	const { request } = await search([...words, '--no-understanding']);
	assert.equal(JSON.parse(request?.body ?? '').understanding, false);
});

test('columns may be chosen, and several indices show theirs', async () => {
	const chosen = await search(['--engine', 'ab12', '--columns', 'brand,id']);
	assert.match(chosen.stdout, /^BRAND {2}ID\nNike {3}1\n- {6}22\n/);
	const results = [{ ...answer.results[0], type: 'page' }, answer.results[1]];
	const mixed = await search(['--engine', 'ab12'], { status: 200, body: { ...answer, results } });
	assert.match(mixed.stdout, /^INDEX {4}ID/);
});

test('an empty result is reported; JSON is the unchanged answer; a shop cannot control the terminal', async () => {
	const nothing = { status: 200, body: { ...answer, count: 0, results: [], facets: {} } };
	assert.equal((await search(['x', '--engine', 'ab12'], nothing)).stdout, 'Nothing was found.\n');
	assert.deepEqual(JSON.parse((await search(['x', '--engine', 'ab12', '--json'])).stdout), answer);
	const results = [{ id: '1', title: 'Red\u001b[31m' }];
	const facets = { 'b\u001b[2J': toBucketFacet([{ name: 'x\u0007', count: 1 }], [], 1) };
	const { stdout } = await search(['x', '--engine', 'ab12'], { status: 200, body: { ...answer, results, facets } });
	assert.doesNotMatch(stdout.replaceAll('\n', ''), /\p{Cc}/u);
});

test('a zone is selected by the host name of the search API; misuse and refusals are reported', async () => {
	const { request } = await search(['x', '--engine', 'ab12', '--zone', 'us1']);
	assert.match(request?.headers.host ?? '', /^us1-search\.localhost:\d+$/);
	for (const words of [
		['x'],
		['x', '--engine', 'ab12', '--filter', 'brand'],
		['x', '--engine', 'ab12', '--rpp', '0'],
		['x', 'y', '--engine', 'ab12'],
	]) {
		const misused = await search(words);
		assert.deepEqual([misused.exitCode, misused.request], [2, undefined], words.join(' '));
	}
	const refused = await search(['x', '--engine', 'ab12'], { status: 404, body: { error: 'Mapping not found' } });
	assert.deepEqual([refused.exitCode, refused.stdout], [1, '']);
	assert.match(refused.stderr, /search engine ab12: Mapping not found \(404/);
});

test('an explanation is asked for with the items to look for', async () => {
	const dfid = `${'a'.repeat(32)}@product@${'0'.repeat(32)}`;
	const explained = { status: 200, body: { ...answer, total_found: 0, results: [] } };
	const words = ['shoe', '--engine', 'ab12', '--explain', '--item', `sku-1,${dfid}`];
	const { stdout, request } = await search(words, explained);
	assert.equal(request?.path, '/6/ab12/_explain');
	const body = JSON.parse(request?.body ?? '');
	assert.deepEqual([body.query, body.id, body.dfid], ['shoe', ['sku-1'], [dfid]]);
	assert.equal(stdout, 'Nothing was found.\n');
	const json = await search([...words.slice(0, 4), '--json'], explained);
	assert.deepEqual(JSON.parse(json.stdout), explained.body);
	const misused = await search(['shoe', '--engine', 'ab12', '--item', 'sku-1']);
	assert.deepEqual([misused.exitCode, misused.request], [2, undefined]);
});
