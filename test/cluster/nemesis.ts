/** What can happen to machines, one thing at a time. After each all of it is whole again, or about to be. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';
import type { NodeChanges } from '../support/cluster.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Tally } from './cast.ts';
import type { ClusterNode, ShopCluster } from './shop-cluster.ts';

export interface Fault {
	readonly name: string;
	happen(cluster: ShopCluster, random: SeededRandom, tally: Tally): Promise<void>;
}

/** How long something lasts that a cluster has to live with: longer than a lease, with `VITRINE_CLUSTER_STOP_S`. */
const stopMs = 1000 * Number(process.env.VITRINE_CLUSTER_STOP_S ?? 30);
const lastMs = stopMs / 3;

export const faults: readonly Fault[] = [
	{
		name: 'a node is killed',
		async happen(cluster, random) {
			// Whoever has most to lose.
			const node = (await findHolder(cluster, 'statistics')) ?? random.pick(cluster.nodes);
			await node.server.kill();
			await waitForOtherHolder(cluster, node);
			await node.restart();
		},
	},
	{
		name: 'a node stands still',
		async happen(cluster, random) {
			const node = (await findHolder(cluster, 'statistics')) ?? random.pick(cluster.nodes);
			node.server.process.kill('SIGSTOP');
			await Promise.all([pause(stopMs), waitForOtherHolder(cluster, node)]);
			node.server.process.kill('SIGCONT');
		},
	},
	{
		name: 'two machines do not reach each other',
		async happen({ network, nodes, databases, redisMachine, proxyMachine }, random) {
			const node = random.pick(nodes).machine;
			const [one, other] = random.pick([
				[node, databases.primary],
				[node, databases.primary],
				[node, redisMachine],
				[node, proxyMachine],
				[databases.primary, databases.standby],
			] as const);
			await network.part(one, other);
			await pause(lastMs);
			await network.heal();
		},
	},
	{
		name: 'PostgreSQL crashes and the standby is promoted',
		async happen({ databases }) {
			await databases.crash();
			await pause(lastMs / 3);
			await databases.promote();
			await pause(lastMs / 3);
			await databases.addStandby();
		},
	},
	{
		name: 'the standby is cut off, and promoted later',
		async happen({ network, databases }) {
			// What is committed from here on the standby never gets, so nothing of it may be acknowledged.
			await network.part(databases.primary, databases.standby);
			await pause(lastMs);
			await databases.crash();
			await network.heal();
			await databases.promote();
			await databases.addStandby();
		},
	},
	{
		name: 'PostgreSQL crashes and starts again',
		async happen({ databases }) {
			await databases.crash();
			await pause(lastMs / 3);
			await databases.restart();
		},
	},
	{
		name: 'Redis is killed',
		async happen({ redis }) {
			await redis.signal('SIGKILL');
			await pause(lastMs);
			await redis.start();
		},
	},
	{
		name: 'the clock of a node is moved',
		async happen({ moveClock }, random) {
			await moveClock(random.pick(['+1h', '-1h']));
			await pause(lastMs);
			await moveClock('+0');
		},
	},
	{
		name: 'nodes are replaced one after another',
		happen: (cluster, _, tally) => replaceNodes(cluster, tally),
	},
	{
		name: 'nodes are upgraded one after another',
		happen: (cluster, _, tally) => replaceNodes(cluster, tally, cluster.toLaterVersion()),
	},
];

/** Those of a shop that searches in OpenSearch. */
export const openSearchFaults: readonly Fault[] = [
	{
		name: 'OpenSearch is killed',
		async happen({ openSearch }) {
			assert(openSearch);
			await openSearch.node.kill();
			await pause(lastMs);
			await openSearch.node.start();
		},
	},
	{
		name: 'a node does not reach OpenSearch',
		async happen({ network, nodes, openSearch }, random) {
			assert(openSearch);
			await network.part(random.pick(nodes).machine, openSearch.machine);
			await pause(lastMs);
			await network.heal();
		},
	},
];

async function replaceNodes(cluster: ShopCluster, tally: Tally, changes?: NodeChanges): Promise<void> {
	// What another fault has left is not theirs.
	await cluster.settle();
	tally.gaps.length = 0;
	await cluster.replaceNodes(changes);
	assert.deepEqual(tally.gaps, [], 'calls through the load balancer that were cut or refused');
}

async function findHolder({ nodes, databases }: ShopCluster, job: string): Promise<ClusterNode | undefined> {
	const rows = await queryPostgres(
		databases.url,
		'select home from lease join node on instance = holder where name = $1 and expires_at > clock_timestamp()',
		[job],
	);
	return nodes.find(({ server }) => String(rows[0]?.home).includes(server.dataDir));
}

async function waitForOtherHolder(cluster: ShopCluster, node: ClusterNode): Promise<void> {
	await waitFor(
		'another node that counts statistics',
		() => findHolder(cluster, 'statistics'),
		(holder) => holder !== undefined && holder !== node,
	);
}
