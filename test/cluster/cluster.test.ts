/**
 * A shop on three nodes, behind HAProxy, with PostgreSQL on two machines and Redis on one, while machines fail:
 *
 *     round:  a search engine for it ─► everybody works, and two faults happen ─► all is well again ─► check
 *
 * `npm run test:cluster` runs fifty rounds, CI five, in which every fault happens once at least.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { openTestDatabase } from '../support/prepared-postgres.ts';
import { assembleCast, openRound, workDuring } from './cast.ts';
import { checkRound } from './check-round.ts';
import { type Fault, faults } from './nemesis.ts';
import { whyNoNetwork } from './network.ts';
import { type ShopCluster, startShopCluster } from './shop-cluster.ts';

const roundCount = Number(process.env.VITRINE_CLUSTER_ROUNDS ?? 5);
const faultsOfRound = 2;
/** A tenth of a second apart: longer than the load balancer needs to take out a node. */
const searchesWhileAway = 80;
const skip = whyNoNetwork();

/** What failed, and the end. */
function toTelling(log: string): string {
	const lines = log.split('\n');
	const unexpected = lines.filter((line) => /request failed|does not declare/.test(line));
	const failed = lines.filter((line) => /"level":[45]0|"status":5|listening|stopping/.test(line));
	return [...unexpected.slice(-5), ...failed.slice(-60), log.slice(-2000)].join('\n');
}

describe('a shop on several machines', { skip }, () => {
	let cluster: ShopCluster;
	before(async () => {
		cluster = await startShopCluster();
	});
	after(() => cluster?.[Symbol.asyncDispose]());

	it(`loses nothing in ${roundCount} rounds of failures, and answers as one register for each item`, async (t) => {
		const random = createSeededRandom(chooseSeed(t));
		const cast = await assembleCast(cluster);
		const database = openTestDatabase(t, cluster.databases.url);
		let deck: readonly Fault[] = [];
		for (let round = 1; round <= roundCount; round += 1) {
			const items = await openRound(cluster, round);
			const happened: string[] = [];
			try {
				for (let count = 0; count < faultsOfRound; count += 1) {
					const [fault, ...rest] = deck.length > 0 ? deck : random.shuffle(faults);
					assert(fault);
					deck = rest;
					happened.push(fault.name);
					await workDuring(cluster, { cast, items, random }, (tally) => fault.happen(cluster, random, tally));
				}
				const callCount = await checkRound(cluster, { cast, items, database });
				t.diagnostic(`round ${round}: ${happened.join('; ')}: ${callCount} calls explained`);
			} catch (cause) {
				const logs = cluster.nodes.map(({ name, log }) => `${name}:\n${toTelling(log())}`);
				throw new Error(`round ${round}, ${happened.join('; ')}: ${cause}\n${logs.join('\n')}`, { cause });
			}
		}
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
