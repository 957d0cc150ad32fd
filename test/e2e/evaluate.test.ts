/** The owner measures a search engine by judged and clicked queries, and tries settings that no shopper sees. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openScan, openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;
let shop: Shop;
let owner: Api;
let directory: string;

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-evaluate-'));
	server = await serveApp({}, openScan);
	shop = await openShop(server);
	owner = createApi(`${server.url}/api/admin/v1/search_engines/${shop.hashid}`, shop.key);
	await shop.put(
		{ id: '1', title: 'Light notebook', price: 900 },
		{ id: '2', title: 'Gaming laptop', price: 1500 },
		{ id: '3', title: 'Notebook stand', price: 30 },
	);
});

after(async () => {
	await server[Symbol.asyncDispose]();
	await rm(directory, { recursive: true, force: true });
});

const synonyms = [{ words: ['notebook', 'laptop'] }];

async function writeText(name: string, content: string | object): Promise<string> {
	const path = join(directory, name);
	await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
	return path;
}

async function evaluate(...words: readonly string[]) {
	const { url } = server;
	const environment = { VITRINE_KEY: shop.key };
	return callCommand(['evaluate', '--engine', shop.hashid, ...words], { url, environment });
}

async function evaluateJson(...words: readonly string[]): Promise<Json> {
	const { exitCode, stdout, stderr } = await evaluate(...words, '--json');
	assert.deepEqual([exitCode, stderr], [0, '']);
	return JSON.parse(stdout);
}

test('trial searches hold to their settings, which shoppers never see, and are not recorded', async () => {
	const body = { queries: ['laptop', 'zzz'], settings: { synonyms } };
	const { status, json, text } = await owner.call('/trial_searches', { method: 'POST', body });
	assert.equal(status, 200, text);
	const [laptop, unknown] = json.results;
	assert.deepEqual(laptop.hits[0], { index: 'product', id: '2' });
	assert.deepEqual(idsOf({ results: laptop.hits }).toSorted(), ['1', '2', '3']);
	assert.deepEqual([unknown.query, unknown.total_found, unknown.hits], ['zzz', 0, []]);

	assert.deepEqual(idsOf(await shop.search('query=laptop&stats=false')), ['2']);
	assert.deepEqual((await owner.call('/search_settings')).json.synonyms, []);
	await server.catchUp();
	assert.deepEqual((await owner.call('/events')).json.events, []);
});

test('trial searches find what searches find, in the same order', async () => {
	const queries = ['notebook', 'light laptop', 'notebook under 100', 'stand', ''];
	const { json } = await owner.call('/trial_searches', { method: 'POST', body: { queries, hits: 2 } });
	for (const [index, query] of queries.entries()) {
		const searched = await shop.search(`query=${encodeURIComponent(query)}&rpp=2&stats=false`);
		const { hits, query_name: queryName, total_found: count } = json.results[index];
		assert.deepEqual(idsOf({ results: hits }), idsOf(searched));
		assert.deepEqual([queryName, count], [searched.query_name, searched.total_found]);
	}
});

for (const [what, body, reason] of [
	['without queries', { queries: [] }, /queries/],
	['with a wrong setting', { queries: ['a'], settings: { synonyms: [{ words: ['one'] }] } }, /synonyms/],
	['with an unknown setting', { queries: ['a'], settings: { colour: 1 } }, /colour/],
	['with too many queries', { queries: Array.from({ length: 51 }, () => 'a') }, /queries/],
] as const) {
	test(`a trial ${what} is refused and says what is wrong`, async () => {
		const { status, text } = await owner.call('/trial_searches', { method: 'POST', body });
		assert.equal(status, 400, text);
		assert.match(text, reason);
	});
}

test('a trial names a wrong setting by its place in the body, whatever is wrong with it', async () => {
	for (const [settings, name] of [
		[{ colour: 1 }, 'settings.colour'],
		[{ auto_filter_fields: ['brand', 'brand'] }, 'settings.auto_filter_fields.1'],
	] as const) {
		const { json } = await owner.call('/trial_searches', { method: 'POST', body: { queries: ['a'], settings } });
		assert.deepEqual([json.error.details[0].name, json.error.details[0].fields], [name, [name]]);
	}
});

test('a trial that names fields answers with the items as a search does', async () => {
	const fields = ['title'];
	const body = { queries: ['notebook'], fields, hits: 2 };
	const { json } = await owner.call('/trial_searches', { method: 'POST', body });
	const searched = await shop.search('query=notebook&rpp=2&stats=false&fields=title');
	assert.deepEqual(
		json.results[0].hits.map(({ item }: { item: unknown }) => item),
		searched.results,
	);
	assert.equal(typeof searched.results[0].title, 'string');
});

test('a trial in indices that do not exist is not found', async () => {
	const body = { queries: ['a'], indices: ['blog'] };
	assert.equal((await owner.call('/trial_searches', { method: 'POST', body })).status, 404);
});

test('judged queries are measured with the stored settings', async () => {
	const queries = await writeText(
		'judged.csv',
		'query,docid,rating\nnotebook,1,3\nnotebook,3,0\nlaptop,2,2\nlaptop,1,3\nzzz,1,1\n',
	);
	const { kind, queries: count, runs } = await evaluateJson('--queries', queries);
	assert.deepEqual([kind, count, runs.length], ['judged', 3, 1]);
	const [{ settings, measures, zero_results: empty, fewer_than_10: short }] = runs;
	// Both notebooks are found, and the first one of them is 1 or 3; of laptops only the one of grade 2.
	const laptop = 3 / (7 + 3 / Math.log2(3));
	const [first] = idsOf(await shop.search('query=notebook&stats=false'));
	const notebook = first === '1' ? 1 : 1 / Math.log2(3);
	assert.equal(settings, 'stored');
	assert.ok(Math.abs(measures.ndcg_10 - (laptop + notebook + 0) / 3) < 1e-12);
	assert.deepEqual([empty, short], [['zzz'], ['notebook', 'laptop', 'zzz']]);
	assert.equal(measures.zero_results, 1 / 3);
});

test('settings in a file are compared with the stored ones: what moved, and by how much', async () => {
	const queries = await writeText('judged.csv', 'query,docid,rating\nlaptop,2,2\nlaptop,1,3\nstand,3,3\n');
	const settings = await writeText('b.json', { synonyms });
	const { runs, comparison } = await evaluateJson('--queries', queries, '--settings', settings);
	assert.deepEqual(
		runs.map((run: Json) => run.settings),
		['stored', 'b.json'],
	);
	const { measure, better, worse, same, changed, changes, moved } = comparison;
	assert.deepEqual([measure, better, worse, same, changed], ['ndcg_10', 1, 0, 1, 1]);
	assert.equal(changes.ndcg_10.p_value, 1);
	assert.ok(changes.ndcg_10.change > 0);
	const [laptop] = moved;
	assert.equal(laptop.query, 'laptop');
	assert.deepEqual(laptop.entered.map(({ id, evidence }: Json) => [id, evidence]).toSorted(), [
		['1', 3],
		['3', null],
	]);
	assert.deepEqual(laptop.left, []);
});

test('ids that no item has and ratings that contradict each other are told of, and the rest is measured', async () => {
	const rows = ['laptop,2,2', 'laptop,2,0', 'laptop,2,0', ...['x', 'y', 'z', 'w'].map((id) => `stand,${id},1`)];
	const queries = await writeText('odd.csv', `query,docid,rating\n${rows.join('\n')}\n`);
	const { exitCode, stdout, stderr } = await evaluate('--queries', queries, '--json');
	assert.equal(exitCode, 0);
	const lines = [
		`Warning: in ${queries}, one item of a query is rated in several ways, of which the last counts: 2 for "laptop".`,
		`Warning: in ${queries}, no item has 4 of 5 ids: x, y, z, ….`,
	];
	assert.equal(stderr, `${lines.join('\n')}\n`);
	assert.equal(JSON.parse(stdout).queries, 2);
});

test('two files of settings are compared with each other, and the report says so to people', async () => {
	const queries = await writeText('judged.csv', 'query,docid,rating\nlaptop,2,2\nlaptop,1,3\n');
	const a = await writeText('a.json', { synonyms });
	const b = await writeText('b.json', { synonyms: [] });
	const { exitCode, stdout, stderr } = await evaluate('--queries', queries, '--settings', a, '--settings', b);
	assert.deepEqual([exitCode, stderr], [0, '']);
	assert.match(stdout, /^1 judged query in search engine /);
	assert.match(stdout, /MEASURE +A\.JSON +B\.JSON +CHANGE +P\nnDCG@10 /);
	assert.match(stdout, /By nDCG@10, 0 are better, 1 worse, 0 the same; the first ten changed for 1\./);
	assert.match(stdout, /-0\.\d{3} +laptop .*1 \(3\)/);
});

test('clicks in the log of events are measured by their rank', async () => {
	const { dfid } = (await shop.search('query=stand&session_id=s1')).results[0];
	const click = await shop.api.call(`/stats/click?session_id=s1&dfid=${dfid}`, { method: 'PUT' });
	assert.equal(click.status, 200, click.text);
	// Searches are written to the log after their answer.
	await waitFor(
		'the search in the log',
		async () => (await owner.call('/events')).json.events,
		(events: Json) => events.length === 2,
	);
	const { kind, queries, runs } = await evaluateJson('--events');
	assert.deepEqual([kind, queries], ['clicked', 1]);
	const { mrr, recall_50: recall } = runs[0].measures;
	assert.deepEqual([mrr, recall], [1, 1]);
});

for (const [words, message] of [
	[[], 'one of --queries and --events is needed'],
	[['--queries', 'a.csv', '--events'], 'one of --queries and --events is needed'],
	[['--events', '--top', '0'], '--top is "0"'],
	[['--queries', '-', '--settings', '-'], 'stdin (-) can be read for one file only'],
	[['--events', '--settings', 'a', '--settings', 'b', '--settings', 'c'], '--settings is given more than twice'],
] as const) {
	test(`the command refuses ${words.join(' ') || 'no queries'}`, async () => {
		const { exitCode, stderr } = await evaluate(...words);
		assert.equal(exitCode, 2);
		assert.ok(stderr.includes(message), stderr);
	});
}

test('of a long query in a file the beginning is searched, as of any search', async () => {
	const text = `light notebook ${'of a kind that everyone wants '.repeat(50)}`;
	const queries = await writeText('long.csv', `query,docid,rating\n${text},1,3\n`);
	const { runs } = await evaluateJson('--queries', queries);
	const searched = await shop.search(`query=${encodeURIComponent(text)}&stats=false`);
	assert.equal(runs[0].measures.zero_results, Number(searched.total_found === 0));
});

test('a file that is not UTF-8 is refused, because its queries would be others', async () => {
	const path = join(directory, 'latin1.csv');
	await writeFile(path, Buffer.from('query,docid,rating\ncafé,1,3\n', 'latin1'));
	const { exitCode, stderr } = await evaluate('--queries', path);
	assert.equal(exitCode, 2);
	assert.match(stderr, /latin1\.csv is not UTF-8; save it as UTF-8/);
});

test('a file of settings that the server refuses ends the command with the reason', async () => {
	const queries = await writeText('judged.csv', 'query,docid,rating\nlaptop,2,2\n');
	const settings = await writeText('bad.json', { out_of_stock_last: 'maybe' });
	const { exitCode, stderr } = await evaluate('--queries', queries, '--settings', settings);
	assert.equal(exitCode, 1);
	assert.match(stderr, /out_of_stock_last/);
	const broken = await evaluate('--queries', queries, '--settings', await writeText('broken.json', '[]'));
	assert.match(broken.stderr, /broken\.json is not a JSON object/);
});
