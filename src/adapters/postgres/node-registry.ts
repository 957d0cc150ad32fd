/**
 * The nodes of a database: processes that have it open, each with search indexes of its own in its data directory.
 *
 *     start ─ claim ─► serving ─ beats ─► draining ─► gone ─── a day ───► forgotten
 *                         └─ killed ──── not seen any more ─── a day ───┘
 *
 * A node notes in `follower`, by its id, how far its indexes have read the logs of items, and tombstones are kept until
 * every node has passed them. So a node that was away for too long is forgotten with its positions: when it comes back, its
 * indexes may lack deletions, and it begins as a new node, with none. The id is kept beside the indexes that it speaks for.
 *
 * `instance` is different for each process. A process that finds another one in its place, or none, must end: what it has
 * in memory may lack deletions, too.
 */
import { sql } from 'kysely';
import type { ClusterNode, NodeClaim, NodeIdentity, NodeReport, NodeState } from '../../domain/health/cluster-node.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';
import { releaseAllLeases } from './postgres-lease.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** A node that was not seen for as long counts as dead; it says that it is alive every other second. */
const aliveMs = 10_000;
/** Its positions keep tombstones; building an index again costs some 40 µs for each item. */
export const forgottenAfterMs = 24 * 3600 * 1000;

interface NodeRow {
	readonly instance: string;
	readonly home: string;
	readonly is_alive: number;
}

export const isAlive = sql<number>`state <> 'gone' and seen_at > clock_timestamp() - ${sql.lit(aliveMs)} * interval '1 millisecond'`;

const lockNode = defineSql<NodeRow, { id: string }>(
	(args) => sql`select instance, home, ${isAlive} as is_alive from node where id = ${args.id} for update`,
);

type ClaimArguments = Pick<NodeClaim, 'id' | 'instance' | 'home' | 'version' | 'serverKeys'>;

const putNode = defineSql<never, ClaimArguments>(
	({ id, instance, home, version, serverKeys }) => sql`
		insert into node (id, instance, home, version, state, followers, server_keys, started_at, seen_at)
		values (${id}, ${instance}, ${home}, ${version}, 'serving', '[]', ${serverKeys}, clock_timestamp(), clock_timestamp())
		on conflict (id) do update set
			instance = excluded.instance, home = excluded.home, version = excluded.version, state = excluded.state,
			followers = excluded.followers, server_keys = excluded.server_keys, started_at = excluded.started_at, seen_at = excluded.seen_at`,
);

type BeatArguments = Pick<NodeClaim, 'id' | 'instance'> & {
	readonly state: NodeState;
	readonly followers: string;
	readonly serverKeys: string;
};

const beatNode = defineSql<never, BeatArguments>(
	({ id, instance, state, followers, serverKeys }) => sql`
		update node set seen_at = clock_timestamp(), state = ${state}, followers = ${followers}, server_keys = ${serverKeys}
		where id = ${id} and instance = ${instance}`,
);

interface ListedRow {
	readonly id: string;
	readonly instance: string;
	readonly version: string;
	readonly state: NodeState;
	readonly followers: string;
	readonly started_at_ms: number;
	readonly seen_ms_ago: number;
	readonly is_alive: number;
	/** Names with commas between them. */
	readonly jobs: string | null;
}

const listedMax = 100;

/** The living first. */
const listNodes = defineSql<ListedRow>(
	() => sql`
		select id, instance, version, state, followers, ${isAlive} as is_alive,
			(extract(epoch from started_at) * 1000)::bigint as started_at_ms,
			(extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint as seen_ms_ago,
			(select string_agg(name, ',' order by name) from lease
				where holder = node.instance and expires_at > clock_timestamp()) as jobs
		from node where instance <> ''
		order by is_alive desc, seen_at desc, id limit ${sql.lit(listedMax)}`,
);

export const countNodes = defineSql<{ count: number }>(() => sql`select count(*) as count from node where ${isAlive}`);

const deleteNodes = defineSql<never, { afterMs: number }>(
	(args) => sql`delete from node where seen_at < clock_timestamp() - ${args.afterMs} * interval '1 millisecond'`,
);

/**
 * A node is there before its positions are. The followers `opensearch` and `snapshots` are no nodes, but whichever has the
 * lease.
 */
const deletePositions = defineSql<never, { readonly afterMs: number }>(
	({ afterMs }) => sql`
		delete from follower
		where not exists (select 1 from node where node.id = follower.name)
			and not exists (
				select 1 from lease
				where expires_at > clock_timestamp() - ${afterMs} * interval '1 millisecond'
					and (follower.name, lease.name) in (('opensearch', 'search indexing'), ('snapshots', 'search snapshots'))
			)`,
);

/**
 * Takes the place of a node. `unknown`: it was forgotten. `taken`: a process with another home is alive under this id, because
 * a data directory was copied. Leases of the process before are free at once.
 */
export async function claimNode(
	pool: Pick<PostgresPool, 'runInTransaction'>,
	claim: NodeClaim,
): Promise<'claimed' | 'unknown' | 'taken'> {
	return pool.runInTransaction(async (connection) => {
		const row = await connection.first(lockNode, { id: claim.id });
		if (row === undefined) return 'unknown';
		if (row.is_alive === 1 && row.home !== claim.home) return 'taken';
		await connection.run(releaseAllLeases, { holder: row.instance });
		await connection.run(putNode, { ...claim });
		return 'claimed';
	});
}

export async function addNode({ autocommit }: Pick<PostgresPool, 'autocommit'>, claim: NodeClaim): Promise<void> {
	await autocommit.run(putNode, { ...claim });
}

/** @returns false when the node was forgotten, or another process has its place. */
export async function beat(
	{ autocommit }: Pick<PostgresPool, 'autocommit'>,
	{ id, instance }: NodeIdentity,
	{ state, followers, serverKeys }: NodeReport,
): Promise<boolean> {
	return (
		(await autocommit.run(beatNode, { id, instance, state, serverKeys, followers: JSON.stringify(followers) })) > 0
	);
}

export async function readNodes(
	{ reads }: Pick<PostgresPool, 'reads'>,
	{ id, instance }: NodeIdentity,
): Promise<readonly ClusterNode[]> {
	const rows = await reads.all(listNodes, {});
	return rows.map((row) => ({
		id: row.id,
		isSelf: row.id === id && row.instance === instance,
		version: row.version,
		state: row.state,
		startedAtMs: row.started_at_ms,
		seenMsAgo: row.seen_ms_ago,
		isAlive: row.is_alive === 1,
		followers: JSON.parse(row.followers),
		jobs: row.jobs?.split(',') ?? [],
	}));
}

export async function countLivingNodes({ reads }: Pick<PostgresPool, 'reads'>): Promise<number> {
	return (await reads.first(countNodes, {}))?.count ?? 0;
}

/** Forgets nodes that were not seen for as long, with their positions, and positions of processes that go on without a node. */
export async function forgetNodes(connection: SqlConnection, afterMs: number = forgottenAfterMs): Promise<void> {
	await connection.run(deleteNodes, { afterMs });
	await connection.run(deletePositions, { afterMs });
}
