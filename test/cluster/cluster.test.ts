/**
 * A shop on three nodes, behind HAProxy, with PostgreSQL on two machines and Redis on one, while machines fail; later also
 * with OpenSearch. `npm run test:cluster` plays fifty rounds of failures, CI five, in which every fault happens once at least.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { openTestDatabase } from '../support/prepared-postgres.ts';
import { loseLastWrites } from './asynchronous-loss.ts';
import { assembleCast, type Cast } from './cast.ts';
import { faults, openSearchFaults } from './nemesis.ts';
import { whyNoNetwork } from './network.ts';
import { playRounds } from './play-rounds.ts';
import { type ShopCluster, startShopCluster } from './shop-cluster.ts';

const roundCount = Number(process.env.VITRINE_CLUSTER_ROUNDS ?? 5);
const openSearchRoundCount = Math.ceil(roundCount / 5);
/** A tenth of a second apart: longer than the load balancer needs to take out a node. */
const searchesWhileAway = 80;
const skip = whyNoNetwork();

describe('a shop on several machines', { skip }, () => {
	let cluster: ShopCluster;
	let cast: Cast;
	let random: SeededRandom;
	before(async () => {
		cluster = await startShopCluster();
	});
	after(() => cluster?.[Symbol.asyncDispose]());

	it(`loses nothing in ${roundCount} rounds of failures, and answers as one register for each item`, async (t) => {
		random = createSeededRandom(chooseSeed(t));
		cast = await assembleCast(cluster);
		await playRounds(t, cluster, { cast, random, count: roundCount, faults: random.shuffle(faults) });
	});

	it('answers searches through the load balancer while PostgreSQL is away', async () => {
		const { nodes, databases, proxy, firstRun } = cluster;
		await cluster.settle();
		const path = `/6/${firstRun.hashid}/_search?query=rug&stats=false`;
		const search = (url: string) => expectStatus(createApi(url, firstRun.key), 200, path);
		// Each node knows what it needs, whichever the load balancer asks.
		for (const { server } of nodes) await search(server.url);
		await databases.crash();
		for (let count = 0; count < searchesWhileAway; count += 1) {
			assert((await search(proxy.url)).json.results.length > 0);
			await pause(100);
		}
		await databases.restart();
		await cluster.settle();
	});

	it('finds what an asynchronous standby had, once it is promoted, and what is written then', async (t) => {
		await loseLastWrites(cluster, random, openTestDatabase(t, cluster.databases.url));
	});

	it(`loses nothing in ${openSearchRoundCount} further rounds in which it searches in OpenSearch`, async (t) => {
		await cluster.searchInOpenSearch();
		await cluster.settle();
		const deck = [...openSearchFaults, ...random.shuffle(faults)];
		await playRounds(t, cluster, { cast, random, count: openSearchRoundCount, faults: deck });
		await loseLastWrites(cluster, random, openTestDatabase(t, cluster.databases.url));
		await cluster.searchOnNodes();
		await cluster.settle();
	});

	it('goes on with PostgreSQL and one node, all else being down', async () => {
		const { nodes, databases, redis, proxy, firstRun } = cluster;
		const [last, ...others] = nodes;
		assert(last !== undefined);
		for (const { server } of others) await server.kill();
		await redis.signal('SIGKILL');
		await proxy.kill();
		await databases.loseStandby();
		const shopper = createApi(last.server.url);
		const owner = createApi(last.server.url, firstRun.key);
		const { hashid, widget_id: widgetId } = firstRun;
		const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const written = await expectStatus(owner, 201, items, { method: 'POST', body: { id: 'q', title: 'Quokka' } });
		const headers = { 'x-vitrine-position': written.headers.get('x-vitrine-position') ?? assert.fail() };
		const found = await expectStatus(shopper, 200, `/6/${hashid}/_search?query=quokka`, { headers });
		const [{ dfid, title }] = found.json.results;
		assert.equal(title, 'Quokka');
		assert.equal((await expectStatus(shopper, 200, `/6/${hashid}/_suggest?query=quo`)).status, 200);
		const cart = { session_id: 'last', dfid, title, amount: 1, price: 9.5 };
		const added = await expectStatus(shopper, 200, `/api/widget/${widgetId}/cart`, { method: 'POST', body: cart });
		assert.equal(added.json.status, 'OK');
		const page = { current_url: 'https://shop.example/' };
		const shown = await expectStatus(shopper, 200, `/api/widget/${widgetId}`, { method: 'POST', body: page });
		assert(shown.json.results.length > 0, shown.text);
		const people = await signInWithKey(last.server.url, firstRun.key);
		const state = await people.call('/health');
		assert.equal(state.status, 200, state.text);
		await expectStatus(owner, 204, `${items}/q`, { method: 'DELETE' });
	});
});
