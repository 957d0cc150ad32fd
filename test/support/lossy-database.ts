/**
 * PostgreSQL with a standby that does not have all that was acknowledged, behind one address:
 *
 *     address ──► primary ──✂──► standby         cut: what is written from now on is lost
 *       │            ✗ crashed     │ promoted
 *       └──────────────────────────┘
 */
import assert from 'node:assert/strict';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMovingAddress } from './moving-address.ts';
import { chosenVersion, copyTemplate, findPostgresBinaries } from './postgres-binaries.ts';
import { findFreePort } from './postgres-server.ts';
import { queryPostgres } from './query-postgres.ts';
import { createReplicatedServer, type Host, type ReplicatedServer, toServerUrl } from './replicated-server.ts';
import { thisHost } from './test-host.ts';
import { waitFor } from './wait-for.ts';

export interface LossyDatabase extends AsyncDisposable {
	/** Of an empty database, whoever is the primary. */
	readonly url: string;
	/** Once the standby has all that was written so far: it gets nothing more. */
	cut(): Promise<void>;
	/** The primary crashes, and the standby takes its part and its address, with what it has. */
	promote(): Promise<void>;
}

const database = 'vitrine';

export async function startLossyDatabase(): Promise<LossyDatabase> {
	const binaries = await findPostgresBinaries(chosenVersion());
	const home = await mkdtemp(join(tmpdir(), 'vitrine-lossy-'));
	// The user of the servers needs access to their directories.
	await chmod(home, 0o755);
	const create = async (name: string) => {
		const host = { ...thisHost, port: await findFreePort() };
		return createReplicatedServer<Host>(binaries, host, join(home, name));
	};
	const primary = await create('primary');
	const standby = await create('standby');
	await copyTemplate(binaries, primary.data);
	await appendFile(join(primary.data, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
	await primary.start();
	await queryPostgres(primary.toUrl('postgres'), `create database ${database} template template0`);
	await standby.copyOf(primary);
	await standby.start();
	const address = await openMovingAddress(primary.host.port);
	return {
		url: toServerUrl({ address: '127.0.0.1', port: address.port }, database),
		async cut() {
			await catchUp(primary, standby);
			await standby.crash();
		},
		async promote() {
			await primary.crash();
			await standby.start();
			await queryPostgres(standby.toUrl('postgres'), 'select pg_promote()');
			address.moveTo(standby.host.port);
		},
		async [Symbol.asyncDispose]() {
			await address[Symbol.asyncDispose]();
			await primary.crash();
			await standby.crash();
			await rm(home, { recursive: true, force: true });
		},
	};
}

async function catchUp(primary: ReplicatedServer<Host>, standby: ReplicatedServer<Host>): Promise<void> {
	const [end] = await queryPostgres(primary.toUrl('postgres'), 'select pg_current_wal_insert_lsn()::text as lsn');
	assert(end !== undefined);
	await waitFor('a standby that has everything', async () => {
		const has = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is';
		return (await queryPostgres(standby.toUrl('postgres'), has, [end.lsn]))[0]?.is;
	});
}
