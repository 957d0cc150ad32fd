/** The owner switches interleaving on, and reads over HTTP and on the command line which ranking wins. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamComparison } from '../../src/domain/evaluation/team-comparison.ts';
import { createApi } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

let server: ServedApp;
let shop: Shop;
/** What is counted so far; each test has its own. */
let comparison: TeamComparison | undefined;

before(async () => {
	server = await serveApp({}, (database) => ({ ...openScan(database), readComparison: async () => comparison }));
});
after(() => server[Symbol.asyncDispose]());

const toPath = (name: string) => `/api/admin/v1/search_engines/${shop.hashid}/${name}`;

async function openCompared(): Promise<void> {
	shop = await openShop(server);
	comparison = undefined;
}

const read = () => createApi(server.url, shop.key).call(toPath('interleaving'));

async function switchTo(interleaving: boolean): Promise<void> {
	const body = { interleaving };
	const { status, json } = await createApi(server.url, shop.key).call(toPath('search_settings'), {
		method: 'PATCH',
		body,
	});
	assert.deepEqual([status, json.interleaving], [200, interleaving]);
}

/** Switches it on, and has shoppers decide so many searches by clicks. */
async function compare(learnedWins: number, plainWins: number): Promise<void> {
	await openCompared();
	await switchTo(true);
	const none = { learnedWins: 0, plainWins: 0, ties: 0, squares: 0 };
	const clicks = { learnedWins, plainWins, ties: 37, squares: learnedWins + plainWins };
	const run = Date.parse((await read()).json.since);
	comparison = { run, searchCount: 5_000, shopperCount: 1_300, tallies: { clicks, carts: none, purchases: none } };
}

const nothing = {
	...{ learned_wins: 0, plain_wins: 0, ties: 0, learned_share: null, low: null, high: null, p_value: null },
	verdict: 'too_few',
};

function callInterleaving(...words: readonly string[]) {
	return callCommand(['engine', 'interleaving', shop.hashid, ...words], {
		url: server.url,
		environment: { VITRINE_KEY: shop.key },
	});
}

test('before it is switched on, nothing is compared', async () => {
	await openCompared();
	const { status, json } = await read();
	assert.equal(status, 200);
	assert.deepEqual(json, {
		...{ state: 'off', since: null, searches: 0, shoppers: 0 },
		...{ clicks: nothing, carts: nothing, purchases: nothing },
	});
	const { exitCode, stdout } = await callInterleaving();
	assert.equal(exitCode, 0);
	assert.match(stdout, /^Learned and plain ranking were never interleaved\.$/m);
	assert.match(stdout, /^By clicks, not enough searches are decided yet: 0\.$/m);
});

test('the winner is reported with its confidence', async () => {
	await compare(675, 529);
	const { json } = await read();
	assert.deepEqual([json.state, json.searches, json.shoppers], ['on', 5_000, 1_300]);
	const { clicks } = json;
	assert.deepEqual([clicks.learned_wins, clicks.plain_wins, clicks.ties, clicks.verdict], [675, 529, 37, 'learned']);
	assert.ok(clicks.low > 0.53 && clicks.low < clicks.learned_share && clicks.learned_share < clicks.high);
	assert.ok(clicks.p_value > 0.00002 && clicks.p_value < 0.00004, `${clicks.p_value}`);
	assert.deepEqual(json.carts, nothing);
	const { stdout } = await callInterleaving();
	assert.match(stdout, /^clicks +675 +529 +37 +56\.1 % +53\.2–58\.9 % +0\.00003$/m);
	assert.match(
		stdout,
		/^By clicks, learned ranking wins 56\.1 % of 1,204 decided searches, 95 % interval 53\.2–58\.9 %, p = 0\.00003\.$/m,
	);
	assert.match(stdout, /^By carts, not enough searches are decided yet: 0\.$/m);
	assert.deepEqual(JSON.parse((await callInterleaving('--json')).stdout), json);
	await compare(529, 675);
	assert.match(
		(await callInterleaving()).stdout,
		/^By clicks, plain ranking wins 56\.1 % of 1,204 decided searches, 95 % interval 53\.2–58\.9 %/m,
	);
	await compare(102, 98);
	assert.equal((await read()).json.clicks.verdict, 'open');
	assert.match((await callInterleaving()).stdout, /^By clicks, .* which one is better is open\.$/m);
});

test('what was counted before it was switched on again is not reported', async () => {
	await compare(675, 529);
	await switchTo(false);
	const ended = await read();
	assert.deepEqual([ended.json.state, ended.json.clicks.learned_wins], ['off', 675]);
	assert.match((await callInterleaving()).stdout, /^Interleaving is switched off\. It had 5,000 searches since /m);
	comparison = comparison && { ...comparison, run: comparison.run - 1 };
	const { json } = await read();
	assert.deepEqual([json.searches, json.clicks], [0, nothing]);
});

test('no other account reads it, and a server without search has none', async () => {
	await openCompared();
	const stranger = await openShop(server);
	assert.equal((await createApi(server.url, stranger.key).call(toPath('interleaving'))).status, 403);
	await using bare = await serveApp({ VITRINE_SEARCH: 'false' });
	const unsearched = await openShop(bare);
	const path = `/api/admin/v1/search_engines/${unsearched.hashid}/interleaving`;
	assert.equal((await createApi(bare.url, unsearched.key).call(path)).status, 404);
	const body = { interleaving: 'yes' };
	const refused = await createApi(server.url, shop.key).call(toPath('search_settings'), { method: 'PATCH', body });
	assert.equal(refused.status, 400);
});

test('the setting is changed on the command line', async () => {
	await openCompared();
	const setup = { url: server.url, environment: { VITRINE_KEY: shop.key } };
	const update = ['engine', 'settings', 'update', shop.hashid];
	assert.equal((await callCommand([...update, '--interleaving'], setup)).exitCode, 0);
	assert.equal((await read()).json.state, 'on');
	assert.equal((await callCommand([...update, '--no-learning'], setup)).exitCode, 0);
	assert.equal((await read()).json.state, 'idle');
	assert.match((await callInterleaving()).stdout, /^Learning is switched off, so nothing is interleaved now\.$/m);
	assert.equal((await callCommand([...update, '--no-interleaving'], setup)).exitCode, 0);
	assert.equal((await read()).json.state, 'off');
});
