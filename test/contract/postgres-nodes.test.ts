/** The registry of nodes in PostgreSQL: who is there, and what becomes of those that are gone. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { PostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createPreparedDatabase, openTestDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

let url: string;
beforeEach(async () => {
	url = await createPreparedDatabase();
});

const claim = { id: 'a', instance: 'a1', home: 'host:/data', version: '1', serverKeys: '' };
const restarted = { ...claim, instance: 'a2' };
const report = {
	state: 'serving',
	followers: [{ name: 'search', behindCount: 3, behindMs: 40 }],
	serverKeys: '',
} as const;

async function age(id: string, interval: string): Promise<void> {
	await queryPostgres(url, 'update node set seen_at = seen_at - $2::interval where id = $1', [id, interval]);
}

async function listPositions(): Promise<unknown[]> {
	return (await queryPostgres(url, 'select name from follower order by name')).map(({ name }) => name);
}

async function forgetNodes(database: PostgresDatabase): Promise<void> {
	const job = database.openJob('forgotten nodes', 'test');
	await job.lease.hold();
	await job.forgetNodes();
}

describe('the registry of nodes', () => {
	it('lists nodes with what they said of themselves, the living first', async (t) => {
		const { nodes, openJob } = openTestDatabase(t, url);
		await nodes.add(claim);
		await nodes.add({ ...claim, id: 'b', instance: 'b1', home: 'other:/data' });
		assert.equal(await nodes.beat(claim, report), true);
		await openJob('statistics', 'a1').lease.hold();
		await age('b', '11 seconds');
		const [first, second] = await nodes.list(claim);
		assert(first !== undefined && second !== undefined);
		assert.deepEqual(
			{ ...first, startedAtMs: 0, seenMsAgo: 0 },
			{
				...{ id: 'a', isSelf: true, version: '1', isAlive: true, startedAtMs: 0, seenMsAgo: 0 },
				...{ state: report.state, followers: report.followers, jobs: ['statistics'] },
			},
		);
		assert.deepEqual([second.id, second.isSelf, second.isAlive], ['b', false, false]);
		assert.equal(await nodes.countLiving(), 1);
		await nodes.beat(claim, { state: 'gone', followers: [], serverKeys: '' });
		assert.equal(await nodes.countLiving(), 0);
	});

	it('gives a node back to its data directory, with the leases of the process before', async (t) => {
		const { nodes, openJob } = openTestDatabase(t, url);
		await nodes.add(claim);
		await openJob('item copies', 'a1').lease.hold();
		assert.equal(await nodes.claim(restarted), 'claimed');
		assert.equal(await openJob('item copies', 'a2').lease.hold(), 2);
		assert.equal(await nodes.beat(claim, report), false);
		assert.equal(await nodes.beat(restarted, report), true);
	});

	it('gives the place of a living node to nobody with another home, and that of a dead one to whoever has its id', async (t) => {
		const { nodes } = openTestDatabase(t, url);
		await nodes.add(claim);
		const copy = { ...restarted, home: 'copy:/data' };
		assert.equal(await nodes.claim(copy), 'taken');
		assert.equal(await nodes.beat(claim, report), true);
		await age('a', '11 seconds');
		assert.equal(await nodes.claim(copy), 'claimed');
		assert.equal(await nodes.claim({ ...claim, id: 'never seen' }), 'unknown');
	});

	it('forgets a node after a day, with its positions, so that tombstones are not kept for it', async (t) => {
		const database = openTestDatabase(t, url);
		await database.nodes.add(claim);
		await database.nodes.add({ ...claim, id: 'b', instance: 'b1' });
		await queryPostgres(
			url,
			"insert into follower values (1, 'a', 5), (1, 'b', 7), (1, 'no node', 1), (1, 'fulltext', 2)",
		);
		await forgetNodes(database);
		assert.deepEqual(await listPositions(), ['a', 'b', 'fulltext']);
		await age('b', '25 hours');
		await age('fulltext', '25 hours');
		await forgetNodes(database);
		assert.deepEqual(await listPositions(), ['a']);
		assert.equal(await database.nodes.beat({ id: 'b', instance: 'b1' }, report), false);
	});
});
