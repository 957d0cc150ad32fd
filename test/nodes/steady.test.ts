/** What searches ask of the database: nothing, once a node knows who searches and has the texts beside its indexes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const itemCount = chooseLength(200, 2_000);
const queryCount = chooseLength(100, 10_000);
/** Of a round without a statement: two seconds, in which whatever is read once a second would be read. */
const watchesOfRound = 4;
const operatorToken = 'operator-token-of-the-test-server-0001';

let postgres: PostgresServer;
let databaseUrl: string;
let server: TestServer;
let shop: Api;
let items: string;
let hashid: string;

before(async () => {
	postgres = await startPostgresServer({ shared_preload_libraries: 'pg_stat_statements', fsync: 'off' });
	databaseUrl = await postgres.createDatabase();
	await queryPostgres(databaseUrl, 'create extension pg_stat_statements');
	server = await startNode();
	assert(server.firstRun);
	shop = createApi(server.url, server.firstRun.key);
	hashid = server.firstRun.hashid;
	items = `/api/v2/search_engines/${hashid}/indices/product/items`;
	for (let from = 0; from < itemCount; from += 100) {
		const body = Array.from({ length: 100 }, (_, at) => toItem(from + at));
		const { status, text } = await shop.call(`${items}/_bulk`, { method: 'POST', body });
		assert.equal(status, 200, text);
	}
});
after(async () => {
	server.process.kill('SIGKILL');
	await server[Symbol.asyncDispose]();
	await postgres.close();
});

function startNode(): Promise<TestServer> {
	return startServer({
		environment: {
			VITRINE_DATABASE_URL: databaseUrl,
			VITRINE_SECRET_KEY: '5e'.repeat(32),
			VITRINE_OPERATOR_TOKEN: operatorToken,
			VITRINE_STORE_TIMEOUT_MS: '60000',
			VITRINE_HTTP_THREADS: '1',
		},
	});
}

function toItem(number: number): Json {
	return { id: `n${number}`, title: `Gizmo ${toWord(number)}`, price: number };
}

/** Of letters alone, different for each number. */
function toWord(number: number): string {
	return Array.from(String(number + 10_000), (digit) => 'bdfgklmnpr'[Number(digit)]).join('a');
}

async function search(query: string): Promise<Json> {
	const path = `/6/${hashid}/_search?query=${encodeURIComponent(query)}&stats=false`;
	// On a busy machine a search may take too long by itself.
	const isAnswer = ({ json }: { readonly json: Json }) => !/too much to search/.test(json.error);
	const { status, json, text } = await waitFor('an answer', () => shop.call(path), isAnswer);
	assert.equal(status, 200, text);
	return json;
}

interface Statement {
	readonly text: string;
	readonly count: number;
}

async function readStatements(): Promise<readonly Statement[]> {
	const rows = await queryPostgres(
		databaseUrl,
		`select query, sum(calls)::int as count from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) group by query`,
	);
	return rows.map(({ query, count }) => ({ text: String(query), count: Number(count) }));
}

/** How often each ran since. */
function subtract(now: readonly Statement[], before: readonly Statement[]): readonly Statement[] {
	const counts = new Map(before.map(({ text, count }) => [text, count]));
	return now
		.map(({ text, count }) => ({ text, count: count - (counts.get(text) ?? 0) }))
		.filter(({ count }) => count > 0);
}

/** What a search reads: texts, which generation is live, the engine, the key, settings, the store. */
const searchReads: readonly RegExp[] = [
	/"item"\."item_key" in/,
	/"follower"\."name" = \$1 where "search_index"\."hashid"/,
	/from "search_engine" left join "search_index"/,
	/from "api_key" inner join/,
	/from "search_settings"/,
	/from "store" where/,
];

async function readSearchReads(): Promise<readonly Statement[]> {
	const all = await readStatements();
	return all.filter(({ text }) => searchReads.some((pattern) => pattern.test(text)));
}

/** How often the node has asked whether settings have changed: twice a second, while the machine lets it. */
async function countWatches(): Promise<number> {
	const watches = (await readStatements()).filter(({ text }) => text.includes('from settings_change'));
	return watches.reduce((sum, { count }) => sum + count, 0);
}

describe('a node on PostgreSQL in steady state', () => {
	it('makes no statement for a search, however many different ones', async () => {
		await waitFor(
			'all items in the index',
			async () => (await search('gizmo')).total_found,
			(total) => total === itemCount,
		);
		// On a machine that is too busy to look every second, searches must ask. So it is tried until the node keeps up for as long.
		let searchCount = 0;
		let number = 0;
		await waitFor(
			'searches without a statement',
			async () => {
				const before = await readSearchReads();
				const watches = await countWatches();
				let count = 0;
				do {
					for (let at = 0; at < 100; at += 1, number += 1, count += 1) {
						const word = toWord(number % itemCount);
						const { results } = await search(`${word} gizmo ${toWord(number + itemCount)}`);
						assert(results.some(({ id }: Json) => id === `n${number % itemCount}`));
					}
				} while ((await countWatches()) < watches + watchesOfRound);
				const reads = subtract(await readSearchReads(), before);
				if (reads.length === 0) searchCount += count;
				return { searchCount, reads };
			},
			(state) => state.searchCount >= queryCount,
		);
	});

	it('shows what was written just now, and what another program wrote soon', async () => {
		const body = { ...toItem(7), title: `Gizmo ${toWord(7)} once more` };
		await shop.call(`${items}/n7`, { method: 'PUT', body });
		const { results } = await search(toWord(7));
		assert.equal(results[0].title, body.title);
		await shop.call(`${items}/n8`, { method: 'DELETE' });
		const isGone = async () => (await search(toWord(8))).results.every(({ id }: Json) => id !== 'n8');
		assert(await isGone());
		await queryPostgres(
			databaseUrl,
			`with next as (update generation set seq = seq + 1 where id = (select live_generation_id from search_index where hashid = '${hashid}') returning id, seq)
			update item set seq = next.seq, body = replace(body, 'once more', 'by hand') from next where generation_id = next.id and item.id = 'n7'`,
		);
		await waitFor(
			'a text written by hand',
			async () => (await search(toWord(7))).results[0]?.title,
			(title) => title === `Gizmo ${toWord(7)} by hand`,
		);
	});

	it('finds items with the database away that nobody has asked for', async (t) => {
		if (!postgres.isOwned) return t.skip('a given server is not ours to stop');
		let asked = 10;
		await waitFor(
			'a steady state after the writes',
			async () => {
				const before = await readSearchReads();
				// Another one each time: the items of the last are in memory.
				await search(toWord(asked++));
				return subtract(await readSearchReads(), before);
			},
			({ length }) => length === 0,
		);
		await postgres.stop('immediate');
		for (let number = itemCount - 60; number < itemCount; number += 1) {
			const { results } = await search(`${toWord(number)} gizmo`);
			assert.equal(results[0].id, `n${number}`);
		}
		await postgres.start();
	});
});
