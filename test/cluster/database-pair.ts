/**
 * PostgreSQL on two machines, behind one address: a primary, and a synchronous standby that can take its place.
 *
 *     address ──► primary ══ every commit waits ══► standby
 *       │            ✗ crashed                         │ promoted
 *       └──────────────────────────────────────────────┘ … and the crashed one becomes a copy of it
 */
import assert from 'node:assert/strict';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenVersion, copyTemplate, findPostgresBinaries } from '../support/postgres-binaries.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { createReplicatedServer, toServerUrl } from '../support/replicated-server.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Machine, TestNetwork } from './network.ts';

export interface DatabasePair extends AsyncDisposable {
	/** Of an empty database on the primary, whichever that is. */
	readonly url: string;
	readonly primary: Machine;
	readonly standby: Machine;
	/** Crashes the primary. */
	crash(): Promise<void>;
	/** Starts the primary again after a crash. */
	restart(): Promise<void>;
	/** After a crash: the standby takes the address, and becomes the primary, without a standby of its own. */
	promote(): Promise<void>;
	/** The standby crashes, and commits do not wait for it any more. */
	loseStandby(): Promise<void>;
	/** Commits do not wait for the standby any more. */
	stopWaiting(): Promise<void>;
	/** Until the standby has all that is committed. */
	awaitStandby(): Promise<void>;
	/** After a promotion: the other machine gets a copy, and is a synchronous standby from then on. */
	addStandby(): Promise<void>;
}

const port = 5432;
const isInSync = `select count(*)::integer as count from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`;

export interface DatabasePairOptions {
	readonly network: TestNetwork;
	/** The first is the primary. */
	readonly machines: readonly [Machine, Machine];
	/** Of whichever is the primary. */
	readonly address: string;
}

export async function startDatabasePair({ network, machines, address }: DatabasePairOptions): Promise<DatabasePair> {
	const host = { address, port };
	const binaries = await findPostgresBinaries(chosenVersion());
	const home = await mkdtemp(join(tmpdir(), 'vitrine-pair-'));
	await chmod(home, 0o755);
	let [primary, standby] = machines.map((machine) =>
		createReplicatedServer(binaries, { ...machine, machine, port }, join(home, machine.name)),
	);
	assert(primary !== undefined && standby !== undefined);
	await copyTemplate(binaries, primary.data);
	const anybody = 'host all all 10.91.0.0/24 scram-sha-256\nhost replication all 10.91.0.0/24 scram-sha-256\n';
	await appendFile(join(primary.data, 'pg_hba.conf'), anybody);
	await primary.start();
	await network.moveAddress(address, primary.host.machine);
	await queryPostgres(toServerUrl(host, 'postgres'), 'create database vitrine template template0');

	async function setStandbys(names: string): Promise<void> {
		const url = toServerUrl(host, 'postgres');
		await queryPostgres(url, `alter system set synchronous_standby_names = '${names}'`);
		await queryPostgres(url, 'select pg_reload_conf()');
	}

	async function addStandby(): Promise<void> {
		assert(primary !== undefined && standby !== undefined);
		await standby.copyOf(primary);
		await standby.start();
		await setStandbys('*');
		const count = async () => (await queryPostgres(toServerUrl(host, 'postgres'), isInSync))[0]?.count;
		await waitFor('a synchronous standby', count, (found) => found === 1);
	}

	await addStandby();
	return {
		url: toServerUrl(host, 'vitrine'),
		get primary() {
			return primary?.host.machine ?? assert.fail();
		},
		get standby() {
			return standby?.host.machine ?? assert.fail();
		},
		crash: () => primary?.crash() ?? assert.fail(),
		restart: () => primary?.start() ?? assert.fail(),
		async promote() {
			[primary, standby] = [standby, primary];
			assert(primary !== undefined);
			await network.moveAddress(address, primary.host.machine);
			await queryPostgres(primary.toUrl('postgres'), 'select pg_promote()');
			await setStandbys('');
		},
		async loseStandby() {
			await standby?.crash();
			await setStandbys('');
		},
		stopWaiting: () => setStandbys(''),
		async awaitStandby() {
			const end = await queryPostgres(toServerUrl(host, 'postgres'), 'select pg_current_wal_lsn()::text as lsn');
			const isThere = `select count(*)::integer as count from pg_stat_replication where flush_lsn >= '${end[0]?.lsn}'`;
			const count = async () => (await queryPostgres(toServerUrl(host, 'postgres'), isThere))[0]?.count;
			await waitFor('a standby that has everything', count, (found) => found === 1);
		},
		addStandby,
		async [Symbol.asyncDispose]() {
			await primary?.crash();
			await standby?.crash();
			await rm(home, { recursive: true, force: true });
		},
	};
}
