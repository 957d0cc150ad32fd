/** What must be so after each round, when all machines are well again. */
import assert from 'node:assert/strict';
import type { Database } from '../../src/ports/database.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { assertCounted } from '../support/assert-counted.ts';
import { scrollAll } from '../support/crash/item-reading.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Cast, RoundItems } from './cast.ts';
import type { ShopCluster } from './shop-cluster.ts';

interface Checked {
	readonly cast: Cast;
	readonly items: RoundItems;
	readonly database: Database;
}

/** @returns how many calls of registers were answered. */
export async function checkRound(cluster: ShopCluster, { cast, items, database }: Checked): Promise<number> {
	await cluster.settle();
	const apis = cluster.nodes.map(({ server }) => createApi(server.url, cluster.firstRun.key));
	const [first] = apis;
	assert(first);
	for (const api of apis) {
		for (const clients of items.clients) await clients.readAll(api);
	}
	const counts = items.clients.map((clients) => clients.check());
	for (const owner of cast.owners) await owner.check(first);
	for (const index of [{ hashid: items.hashid, indexName: 'product' }, ...cast.swapped])
		await checkFound(cluster, index);
	// Each acknowledged event is there once.
	await cast.cart.checkDatabase?.(database);
	await checkCounted(cluster, database, [cluster.firstRun.hashid, items.hashid]);
	return counts.reduce((sum, count) => sum + count, 0);
}

const rpp = 90;

/** A search for everything finds on each node what the store has, each item once. */
export async function checkFound(
	{ nodes, firstRun }: ShopCluster,
	{ hashid, indexName }: { readonly hashid: string; readonly indexName: string },
): Promise<void> {
	const apis = nodes.map(({ server }) => createApi(server.url, firstRun.key));
	const [first] = apis;
	assert(first);
	const index = `/api/v2/search_engines/${hashid}/indices/${indexName}`;
	const items = [...(await scrollAll(first, index)).values()];
	const stored = items.map(toText).sort();
	const ids = items.map(({ id }) => id);
	for (const [at, api] of apis.entries()) {
		await waitFor(
			`the ${stored.length} items of ${indexName} on ${nodes[at]?.name}`,
			async () => (await searchAll(api, hashid, ids)).map(toText).sort(),
			(found) => found.join('\n') === stored.join('\n'),
		);
	}
}

function toText({ id, title, marker }: Json): string {
	return `${id} ${title ?? ''} ${marker}`;
}

/** More than pages have: those of `ids`, some at a time, and what else the first page has, or how many there are in all. */
async function searchAll(api: Api, hashid: string, ids: readonly string[]): Promise<Json[]> {
	const found: Json[] = [];
	const { total_found: total, results } = await search(api, hashid, {});
	for (let at = 0; at < ids.length; at += rpp) {
		found.push(...(await search(api, hashid, { filter: { id: ids.slice(at, at + rpp) } })).results);
	}
	if (total === found.length) return found;
	const others = results.filter(({ id }: Json) => !ids.includes(id));
	return [...found, ...others, { id: `there are ${total}` }];
}

async function search(api: Api, hashid: string, body: Json): Promise<Json> {
	const answer = await api.call(`/6/${hashid}/_search`, { method: 'POST', body: { query: '', rpp, ...body } });
	// A node that has not all of the index yet.
	if (answer.status === 503) return { total_found: -1, results: [] };
	assert.equal(answer.status, 200, answer.text);
	return answer.json;
}

/** Statistics are what a recount of the log says, those of widgets and of the given search engines. */
export async function checkCounted(
	{ databases }: ShopCluster,
	database: Database,
	hashids: readonly string[],
): Promise<void> {
	await waitFor('an empty log of statistics', async () => {
		const end = await database.events.log().readEnd();
		return (await database.statistics.readWatermark()) === end;
	});
	for (const hashid of hashids) await assertCounted(database, hashid);
	await waitFor('sums of widgets that are those of the log', async () => {
		const [row] = await queryPostgres(
			databases.url,
			`select (select sum(carts) from widget_day)::integer as counted,
				(select count(*) from event where kind = 'cart' and widget_id is not null)::integer as stored`,
		);
		return row?.counted === row?.stored && row;
	});
}
