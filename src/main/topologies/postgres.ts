/**
 * The store in PostgreSQL. Otherwise the process is like the embedded one: indexes and models are in the data directory.
 * Each thread has a bounded number of connections of its own.
 */
import assert from 'node:assert/strict';
import { openEmbeddedLease } from '../../adapters/embedded-lease/embedded-lease.ts';
import { type HintListener, startHintListener } from '../../adapters/postgres/hint-listener.ts';
import {
	openPostgresDatabase,
	openPostgresReads,
	type PostgresConnections,
	type PostgresReads,
} from '../../adapters/postgres/open-postgres-database.ts';
import { preparePostgresDatabase } from '../../adapters/postgres/prepare-database.ts';
import { createSystemClock } from '../../adapters/system/system-clock.ts';
import { dayMs } from '../../domain/event/utc-day.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import { createSharedCounter, openSharedCounter } from '../../lib/shared-counter.ts';
import type { Database } from '../../ports/database.ts';
import { toKeyFingerprint } from '../server-key-fingerprint.ts';
import type { OpenStore, OpenStoreOptions } from './topology.ts';

export interface PostgresAddress extends PostgresConnections {
	readonly kind: 'postgres';
}

export interface PostgresLink {
	readonly kind: 'postgres';
	readonly connections: PostgresConnections;
	readonly changes: { readonly items: SharedArrayBuffer; readonly settings: SharedArrayBuffer };
}

/** For the thread of a follower, which reads sequentially. */
const followerConnectionsMax = 2;
const connectTimeoutMs = 10_000;
/** Another process may be changing the tables. */
const schemaLockTimeoutMs = 60_000;
/** Partitions are created months ahead. */
const partitionIntervalMs = 3600 * 1000;

const clock = createSystemClock();
/** A lost connection fails the call that used it, and the next call gets another one. */
const ignore = () => undefined;

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export async function openPostgresStore(
	options: OpenStoreOptions & { readonly url: string },
): Promise<OpenStore<PostgresAddress, PostgresLink>> {
	const { url, settings, secretKey, onTrouble } = options;
	const timeouts = { connectTimeoutMs, lockTimeoutMs: schemaLockTimeoutMs };
	await preparePostgresDatabase({ url, nowMs: clock.nowMs(), ...timeouts });
	const connections = { url, deadlineMs: settings.storeTimeoutMs, connectionsMax: settings.databaseConnectionsMax };
	const changes = { items: createSharedCounter(), settings: createSharedCounter() };
	const database = openPostgresDatabase({ ...toOptions(connections), changes });
	try {
		await database.claimServerKey({ fingerprint: toKeyFingerprint(secretKey), isNew: settings.isServerKeyNew });
	} catch (error) {
		await database.close();
		throw error;
	}
	const partitions = startPartitionMaintenance(database.maintainPartitions, settings.eventRetentionDays, onTrouble);
	let listener: HintListener | undefined;
	return {
		database,
		address: { kind: 'postgres', ...connections, connectionsMax: followerConnectionsMax },
		link: () => ({
			link: {
				kind: 'postgres',
				connections,
				changes: { items: changes.items.memory, settings: changes.settings.memory },
			},
			ports: [],
		}),
		readBytes: database.readBytes,
		readHorizonAgeMs: database.readHorizonAgeMs,
		listen(onHint) {
			assert(listener === undefined, 'a store is listened to once');
			listener = startHintListener({ url, connectTimeoutMs, random: Math.random, onHint });
		},
		async close() {
			await Promise.all([partitions.stop(), listener?.close()]);
			await database.close();
		},
	};
}

export function joinPostgresStore({ connections, changes }: PostgresLink): Database {
	return openPostgresDatabase({
		...toOptions(connections),
		changes: { items: openSharedCounter(changes.items), settings: openSharedCounter(changes.settings) },
	});
}

export function openPostgresStoreReads(address: PostgresAddress): PostgresReads {
	return openPostgresReads(toOptions(address));
}

function toOptions(connections: PostgresConnections) {
	return { ...connections, random: Math.random, nowMs: clock.nowMs, onConnectionLost: ignore };
}

type Maintain = (limits: { readonly nowMs: number; readonly eventsBeforeMs: number | null }) => Promise<void>;

function startPartitionMaintenance(
	maintain: Maintain,
	retentionDays: number,
	onFailure: (error: unknown) => void,
): BackgroundLoop {
	return startBackgroundLoop({
		async step() {
			const nowMs = Math.min(clock.nowMs(), clock.steadyMs());
			await maintain({ nowMs, eventsBeforeMs: retentionDays === 0 ? null : nowMs - retentionDays * dayMs });
			return false;
		},
		lease: openEmbeddedLease('event partitions'),
		busyPauseMs: 0,
		idlePauseMs: partitionIntervalMs,
		onFailure,
	});
}
