/** Overrides of the schema are tried on a copy of the search engine, which is gone afterwards. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ApiRequest } from '../../src/cli/api-client.ts';
import { keepClaimed, removeAbandoned, toClaim } from '../../src/cli/evaluate/copy-claim.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { startApiStub } from '../support/api-stub.ts';
import { callCommand, startCommand } from '../support/call-command.ts';
import { killAtExit } from '../support/last-resort.ts';
import { program } from '../support/program.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { idsOf, openShop, type Shop } from '../support/shop.ts';
import { awaiting, waitFor } from '../support/wait-for.ts';

let server: ServedApp;
let shop: Shop;
let owner: Api;
let directory: string;
let queries: string;

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-evaluate-'));
	server = await serveApp({ VITRINE_SEARCH: 'true' });
	shop = await openShop(server);
	owner = createApi(server.url, shop.key);
	await shop.put(
		{ id: '1', title: 'Red shoe', care: 'wash cold', material: 'felt' },
		{ id: '2', title: 'Blue shoe', care: 'dry clean' },
		{ id: '3', title: 'Cold drink' },
	);
	await server.zone.prepareSearch(shop.hashid, 'product');
	queries = await writeText('queries.csv', 'query,docid,rating\ncold,1,3\nshoe,1,3\nfelt,1,3\n');
});

after(async () => {
	await server[Symbol.asyncDispose]();
	await rm(directory, { recursive: true, force: true });
});

async function writeText(name: string, content: string | object): Promise<string> {
	const path = join(directory, name);
	await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
	return path;
}

const toWords = (words: readonly string[]) => ['evaluate', '--engine', shop.hashid, '--queries', queries, ...words];
const setup = () => ({ url: server.url, environment: { VITRINE_KEY: shop.key } });

async function listEngines(): Promise<string[]> {
	const { json } = await owner.call('/api/v2/search_engines');
	return json.map(({ hashid }: Json) => hashid);
}

test('weights of fields are measured in the copy', async () => {
	const a = await writeText('heavy.json', { schema: { product: { care: { weight: 10 }, title: { weight: 0.1 } } } });
	const b = await writeText('light.json', { schema: { product: { care: { weight: 0.1 } } } });
	const { exitCode, stdout, stderr } = await callCommand(
		toWords(['--settings', a, '--settings', b, '--json']),
		setup(),
	);
	assert.deepEqual([exitCode, stderr], [0, '']);
	const { cold } = Object.fromEntries(JSON.parse(stdout).comparison.moved.map((one: Json) => [one.query, one.change]));
	assert(cold < 0, 'what is judged good has the word in its care');
	const bad = await writeText('bad.json', { schema: { product: { care: { weight: 11 } } } });
	const refused = await callCommand(toWords(['--settings', bad]), setup());
	assert.notEqual(refused.exitCode, 0);
	assert.match(refused.stderr, /fields\.care\.weight must be less than or equal to 10/);
	assert.deepEqual(await listEngines(), [shop.hashid]);
});

test('settings with a schema are measured without any effect on what shoppers find', async () => {
	// Said of the original, and so of the copy, too.
	const path = `/api/admin/v1/search_engines/${shop.hashid}/indices/product/schema`;
	const said = await owner.call(path, { method: 'PATCH', body: { fields: { material: { searchable: false } } } });
	assert.deepEqual(said.json.fields.find(({ name }: Json) => name === 'material').override, { searchable: false });
	const a = await writeText('a.json', { schema: { product: { care: { searchable: false } } } });
	const b = await writeText('b.json', { schema: { product: { title: { searchable: false } } } });

	const { exitCode, stdout, stderr } = await callCommand(
		toWords(['--settings', a, '--settings', b, '--json']),
		setup(),
	);

	assert.deepEqual([exitCode, stderr], [0, '']);
	const { runs, comparison } = JSON.parse(stdout);
	assert.deepEqual(
		runs.map(({ zero_results: empty }: Json) => empty),
		[['felt'], ['shoe', 'felt']],
	);
	const moved = comparison.moved.map(({ query, change, entered, left }: Json) => {
		return [query, Math.sign(change), idsOf({ results: entered }), idsOf({ results: left })];
	});
	assert.deepEqual(moved.toSorted(), [
		['cold', 1, ['1'], ['3']],
		['shoe', -1, [], ['1', '2']],
	]);
	assert.deepEqual(idsOf(await shop.search('query=cold&stats=false')).toSorted(), ['1', '3']);
	assert.deepEqual(await listEngines(), [shop.hashid]);
});

test('without overrides the copy finds what the search engine finds', async () => {
	const settings = await writeText('same.json', { schema: {} });
	const { stdout } = await callCommand(toWords(['--settings', settings, '--json']), setup());
	const { runs, comparison } = JSON.parse(stdout);
	const { stdout: plain } = await callCommand(toWords(['--json']), setup());
	assert.deepEqual(runs[0].measures, JSON.parse(plain).runs[0].measures);
	assert.deepEqual([comparison.changed, comparison.moved], [0, []]);
});

test('a schema that the server refuses, or of an unknown index, leaves no copy behind', async () => {
	for (const [schema, reason] of [
		[{ product: { care: { role: 'colour' } } }, /role/],
		[{ blog: {} }, /there is no index blog/],
		[{ product: { care: true } }, /"schema" in .*bad\.json is not/],
	] as const) {
		const settings = await writeText('bad.json', { schema });
		const { exitCode, stderr } = await callCommand(toWords(['--settings', settings]), setup());
		assert.equal(exitCode, 1);
		assert.match(stderr, reason);
		assert.deepEqual(await listEngines(), [shop.hashid]);
	}
});

test('an evaluation that is stopped while items are copied removes the copy', async () => {
	const settings = await writeText('c.json', { schema: { product: {} } });
	const copied = 'c'.repeat(32);
	const original = { name: 'Shop', indices: [{ name: 'product', preset: 'product', options: {} }] };
	const answers: Readonly<Record<string, unknown>> = {
		'GET /api/v2/search_engines': [],
		[`GET /api/v2/search_engines/${shop.hashid}`]: original,
		[`GET /api/v2/search_engines/${shop.hashid}/indices`]: [],
		'POST /api/v2/search_engines': { hashid: copied },
		[`POST /api/v2/search_engines/${copied}/indices`]: {},
		[`GET /api/v2/search_engines/${shop.hashid}/indices/product/items/?rpp=100`]: {
			...{ total: 1, scroll_id: 's', items: [{ id: '1' }] },
		},
		[`DELETE /api/v2/search_engines/${copied}`]: {},
	};
	const stub = await startApiStub(({ method, path }) => {
		const body = answers[`${method} ${path}`];
		if (body !== undefined) return { status: 200, body };
		assert.equal(`${method} ${path}`, `POST /api/v2/search_engines/${copied}/indices/product/items/_bulk`);
		running.stop('SIGINT');
		return 'hang';
	});
	const running = startCommand(toWords(['--settings', settings]), { ...setup(), url: stub.url });
	const { exitCode, stderr } = await running.outcome;
	await stub.close();
	assert.equal(exitCode, 130, stderr);
	assert.equal(stub.lines().at(-1), `DELETE /api/v2/search_engines/${copied}`);
});

test('the copy of an evaluation that was killed is deleted by the next one, once it is certainly abandoned', async () => {
	const settings = await writeText('killed.json', { schema: { product: { care: { searchable: false } } } });
	const evaluation = spawn(process.execPath, [program, ...toWords(['--settings', settings, '--url', server.url])], {
		stdio: 'ignore',
		env: { ...process.env, VITRINE_KEY: shop.key },
	});
	killAtExit(evaluation);
	const ended = once(evaluation, 'close');
	await waitFor('the copy', listEngines, (engines) => engines.length === 2);
	evaluation.kill('SIGKILL');
	assert.deepEqual(await awaiting('the end of the evaluation', ended), [null, 'SIGKILL']);
	assert.equal((await listEngines()).length, 2, 'nobody could delete it');

	const soon = await callCommand(toWords(['--json']), { ...setup(), dateMs: Date.now() });
	assert.deepEqual([soon.exitCode, soon.stderr], [0, '']);
	assert.equal((await listEngines()).length, 2, 'the evaluation might still be at work');

	const later = await callCommand(toWords(['--json']), { ...setup(), dateMs: Date.now() + 3_600_000 });
	assert.deepEqual([later.exitCode, later.stderr], [0, 'Deleted the copy of evaluations that were killed.\n']);
	assert.deepEqual(await listEngines(), [shop.hashid]);
});

test('an evaluation says all the time that it is at work', async () => {
	const [longMs, startMs] = [3_600_000, Date.now()];
	const body = { name: 'Shop (evaluation)', platform: toClaim(startMs) };
	const { json } = await owner.call('/api/v2/search_engines', { method: 'POST', body });
	const client = createApi(server.url, shop.key);
	const retrier = {
		async send({ method, path, body: text }: ApiRequest) {
			const answer = await client.call(path, { method, body: text === undefined ? undefined : JSON.parse(text) });
			return { status: answer.status, text: answer.text, retryAfterMs: undefined };
		},
	};
	const ticks: (() => void)[] = [];
	const every = (_: number, tick: () => void) => {
		ticks.push(tick);
		return () => void ticks.pop();
	};
	const end = keepClaimed(retrier, json.hashid, { every, dateMs: () => startMs + longMs });
	const platformOf = async () => (await owner.call(`/api/v2/search_engines/${json.hashid}`)).json.platform;

	for (const tick of ticks) tick();
	await waitFor('the claim to be renewed', platformOf, (claim) => claim === toClaim(startMs + longMs));
	end();

	assert.deepEqual(ticks, []);
	assert.equal(await removeAbandoned(retrier, startMs + longMs), 0);
	assert.equal(await removeAbandoned(retrier, startMs + 2 * longMs), 1);
	assert.deepEqual(await listEngines(), [shop.hashid]);
});
