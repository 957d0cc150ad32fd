/**
 * The store in PostgreSQL. Otherwise the process is like the embedded one: indexes and models are in the data directory.
 * Each thread has a bounded number of connections of its own.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { listServerKeys } from '../../adapters/crypto/server-keys.ts';
import { removeNodeId } from '../../adapters/data-directory/node-file.ts';
import { type HintListener, startHintListener } from '../../adapters/postgres/hint-listener.ts';
import {
	openPostgresDatabase,
	openPostgresReads,
	type PostgresConnections,
	type PostgresDatabase,
	type PostgresJob,
	type PostgresReads,
} from '../../adapters/postgres/open-postgres-database.ts';
import { createOwnWrites, openOwnWrites } from '../../adapters/postgres/own-writes.ts';
import { preparePostgresDatabase } from '../../adapters/postgres/prepare-database.ts';
import { createSystemClock } from '../../adapters/system/system-clock.ts';
import { dayMs } from '../../domain/event/utc-day.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import { createSharedCounter, openSharedCounter } from '../../lib/shared-counter.ts';
import { createSharedTime, openSharedTime } from '../../lib/shared-time.ts';
import type { JobAccess, LeasedJob } from '../../ports/lease.ts';
import { toKeyFingerprint } from '../server-key-fingerprint.ts';
import { claimNode } from './claim-node.ts';
import { adoptFingerprint, describeServerKeys, followServerKey } from './follow-server-key.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { OpenStore, OpenStoreOptions } from './topology.ts';

export interface PostgresAddress extends PostgresConnections {
	readonly kind: 'postgres';
}

export interface PostgresLink {
	readonly kind: 'postgres';
	readonly connections: PostgresConnections;
	/** Of leases: this process. */
	readonly holder: string;
	readonly changes: {
		readonly items: SharedArrayBuffer;
		readonly settings: SharedArrayBuffer;
		readonly settingsTrueAt: SharedArrayBuffer;
	};
	readonly ownWrites: SharedArrayBuffer;
}

/** For the thread of a follower, which reads sequentially. */
const followerConnectionsMax = 2;
const connectTimeoutMs = 10_000;
/** Another process may be changing the tables. */
const schemaLockTimeoutMs = 60_000;
/** Partitions are created months ahead, and nodes forgotten after a day. */
const maintenanceIntervalMs = 3600 * 1000;

const clockDifferenceMsMax = 60_000;

const clock = createSystemClock();
/** A lost connection fails the call that used it, and the next call gets another one. */
const ignore = () => undefined;

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export async function openPostgresStore(
	options: OpenStoreOptions & { readonly url: string },
): Promise<OpenStore<PostgresAddress, PostgresLink>> {
	const { url, settings, zone, serverKeys, onTrouble, onAdvice, onLost } = options;
	const timeouts = { connectTimeoutMs, lockTimeoutMs: schemaLockTimeoutMs };
	await preparePostgresDatabase({ url, nowMs: clock.nowMs(), ...timeouts });
	const connections = { url, deadlineMs: settings.storeTimeoutMs, connectionsMax: settings.databaseConnectionsMax };
	const settingsTrueAt = createSharedTime();
	const changes = { items: createSharedCounter(), settings: createSharedCounter(), settingsTrueAt };
	const ownWrites = createOwnWrites();
	const database = openPostgresDatabase({ ...toOptions(connections), changes, ownWrites });
	try {
		const fingerprints = listServerKeys(serverKeys).map(toKeyFingerprint);
		adoptFingerprint(serverKeys, await database.serverKey.claim({ fingerprints, isNew: settings.isServerKeyNew }));
	} catch (error) {
		await database.close();
		throw error;
	}
	const advice = await findClockAdvice(database).catch(() => undefined);
	if (advice !== undefined) onAdvice(advice);
	const directory = join(settings.dataDir, zone);
	const describeKeys = () => describeServerKeys(serverKeys);
	const node = await claimNode(database.nodes, directory, describeKeys()).catch(async (error) => {
		await database.close();
		throw error;
	});
	const openJob = (job: LeasedJob) => database.openJob(job, node.instance);
	const maintenance = startMaintenance(openJob, settings.eventRetentionDays, onTrouble);
	const cluster = startHeartbeat(database.nodes, {
		...{ node, onTrouble, describeKeys },
		onReplaced(error) {
			// The next process with this data directory is a new node.
			void removeNodeId(directory)
				.catch(onTrouble)
				.finally(() => onLost(error));
		},
	});
	const watch = database.watchSettings(settingsTrueAt);
	const keys = followServerKey({ serverKeys, read: database.serverKey.read, onTrouble });
	let listener: HintListener | undefined;
	return {
		database,
		address: { kind: 'postgres', ...connections, connectionsMax: followerConnectionsMax },
		link: () => ({
			link: {
				...{ kind: 'postgres', connections, holder: node.instance },
				changes: {
					items: changes.items.memory,
					settings: changes.settings.memory,
					settingsTrueAt: settingsTrueAt.memory,
				},
				ownWrites: ownWrites.memory,
			},
			ports: [],
		}),
		...{ readIdentity: database.readIdentity, readBytes: database.readBytes },
		readHorizonAgeMs: database.readHorizonAgeMs,
		listen({ onHint, onListening }) {
			assert(listener === undefined, 'a store is listened to once');
			listener = startHintListener({
				...{ url, connectTimeoutMs, random: Math.random },
				onHint: (hint, calls) => (hint === 'settings' ? changes.settings.increment() : onHint(hint, calls)),
				onListening,
			});
		},
		...{ follower: node.id, isRemote: true, openJob, cluster },
		async close() {
			await Promise.all([watch.stop(), maintenance.stop(), keys.stop(), cluster.stop(), listener?.close()]);
			await database.close();
		},
	};
}

export function joinPostgresStore({ connections, changes, ownWrites }: PostgresLink): PostgresDatabase {
	return openPostgresDatabase({
		...toOptions(connections),
		changes: {
			items: openSharedCounter(changes.items),
			settings: openSharedCounter(changes.settings),
			settingsTrueAt: openSharedTime(changes.settingsTrueAt),
		},
		ownWrites: openOwnWrites(ownWrites),
	});
}

export function joinPostgresJob(link: PostgresLink, job: LeasedJob): JobAccess {
	const joined = joinPostgresStore(link);
	const { lease, database } = joined.openJob(job, link.holder);
	return { lease, database: { ...database, close: joined.close } };
}

export function openPostgresStoreReads(address: PostgresAddress): PostgresReads {
	return openPostgresReads(toOptions(address));
}

function toOptions(connections: PostgresConnections) {
	return { ...connections, random: Math.random, nowMs: clock.nowMs, onConnectionLost: ignore };
}

/** Leases and nodes go by the database's clock, but events and sessions by that of this machine. */
async function findClockAdvice({ readClockMs }: PostgresDatabase): Promise<string | undefined> {
	const aheadMs = clock.nowMs() - (await readClockMs());
	if (!(Math.abs(aheadMs) > clockDifferenceMsMax)) return undefined;
	const seconds = Math.round(Math.abs(aheadMs) / 1000);
	const direction = aheadMs > 0 ? 'ahead of' : 'behind';
	return `the clock of this machine is ${seconds} s ${direction} that of the database: set both by NTP, or events have other times on each node, and tokens are refused`;
}

/** What only this store needs: partitions ahead of time, and an end to what is left of nodes that are gone. */
function startMaintenance(
	openJob: (job: LeasedJob) => PostgresJob,
	retentionDays: number,
	onFailure: (error: unknown) => void,
): BackgroundLoop {
	const partitions = openJob('event partitions');
	const forgetting = openJob('forgotten nodes');
	const pauses = { busyPauseMs: 0, idlePauseMs: maintenanceIntervalMs, onFailure };
	const loops = [
		startBackgroundLoop({
			async step() {
				const nowMs = Math.min(clock.nowMs(), clock.steadyMs());
				const eventsBeforeMs = retentionDays === 0 ? null : nowMs - retentionDays * dayMs;
				await partitions.maintainPartitions({ nowMs, eventsBeforeMs });
				return false;
			},
			...{ lease: partitions.lease, ...pauses },
		}),
		startBackgroundLoop({
			async step() {
				await forgetting.forgetNodes();
				await forgetting.removeOldSettingsChanges();
				return false;
			},
			...{ lease: forgetting.lease, ...pauses },
		}),
	];
	return {
		async stop() {
			await Promise.all(loops.map((loop) => loop.stop()));
		},
	};
}
