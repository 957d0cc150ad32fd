/**
 * An asynchronous standby that takes its primary's place without the last writes, which all nodes have seen:
 *
 *     writes that the standby gets ─► cut off ─► writes that it does not get ─► promoted ─► further writes
 */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { createApi, type Json } from '../support/api.ts';
import { scrollAll } from '../support/crash/item-reading.ts';
import { waitFor } from '../support/wait-for.ts';
import { doubtful, openRound } from './cast.ts';
import { checkCounted, checkFound } from './check-round.ts';
import type { ShopCluster } from './shop-cluster.ts';

const writesOfPart = 60;
const idCount = 30;

/** Checks that every node finds what the database has before, between and after, and that statistics are those of its events. */
export async function loseLastWrites(cluster: ShopCluster, random: SeededRandom, database: Database): Promise<void> {
	const { nodes, databases, network, firstRun } = cluster;
	const { hashid } = await openRound(cluster);
	const index = `/api/v2/search_engines/${hashid}/indices/product`;
	const toApi = () => createApi(random.pick(nodes).server.url, firstRun.key);
	const searched = await waitFor(
		'a search of the demo shop, whose index may have failed a moment ago',
		() => toApi().call(`/6/${firstRun.hashid}/_search?query=rug&stats=false`),
		({ status }) => status === 200,
	);
	const [demo] = searched.json.results;
	const readItems = async () => [...(await scrollAll(toApi(), index)).values()].sort(byId);

	async function writeSome(): Promise<void> {
		for (let count = 0; count < writesOfPart; count += 1) {
			const id = `i${random.integer(1, idCount)}`;
			const body = { title: `Write ${random.uint32()}`, marker: `m${count}` };
			const [method, path, sent] = random.pick([
				['POST', `${index}/items`, { id, ...body }],
				['PATCH', `${index}/items/${id}`, body],
				['DELETE', `${index}/items/${id}`, undefined],
			] as const);
			// What is there already, or is not there, is answered; a node that has not met the new database yet says so.
			const { status, text } = await waitFor(
				'an answer to a write',
				() => toApi().call(path, { method, ...(sent && { body: sent }) }),
				(answer) => !doubtful.includes(answer.status),
			);
			assert([200, 201, 204, 404, 409].includes(status), `${method} ${path}: ${status} ${text}`);
		}
		const cart = { session_id: `s${random.uint32()}`, dfid: demo.dfid, title: 'A', amount: 1, price: 9.5 };
		await waitFor(
			'something in a cart',
			() => toApi().call(`/api/widget/${firstRun.widget_id}/cart`, { method: 'POST', body: cart }),
			({ status, json }) => status === 200 && json.status === 'OK',
		);
	}

	await databases.stopWaiting();
	await writeSome();
	await databases.awaitStandby();
	await network.part(databases.primary, databases.standby);
	const kept = await readItems();
	await writeSome();
	assert.notDeepEqual(await readItems(), kept);
	await checkFound(cluster, { hashid, indexName: 'product' });
	await databases.crash();
	await databases.promote();
	// Not before: what is still on its way must not arrive.
	await network.heal();
	await databases.addStandby();
	await cluster.settle();
	assert.deepEqual(await readItems(), kept);
	await checkFound(cluster, { hashid, indexName: 'product' });
	await checkFound(cluster, { hashid: firstRun.hashid, indexName: 'product' });
	await writeSome();
	await checkFound(cluster, { hashid, indexName: 'product' });
	await checkCounted(cluster, database, [firstRun.hashid, hashid]);
}

function byId(one: Json, other: Json): number {
	return one.id < other.id ? -1 : 1;
}
