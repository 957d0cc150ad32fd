/**
 * A zone's store as the parts of a process have it, whichever it is.
 *
 *     main thread          openStore ─► database, address, link
 *     follower's thread    openReads(address)
 *     other HTTP threads   joinStore(link)
 *
 * Addresses and links are plain data that can be sent to a thread. This file, `embedded.ts` and `postgres.ts` are the one
 * place that says which store a process has.
 */
import type { Database } from '../../ports/database.ts';
import type { Settings } from '../settings/settings.ts';
import * as embedded from './embedded.ts';
import * as postgres from './postgres.ts';
import type { OpenStore, OpenStoreOptions, StoreReads } from './topology.ts';

export type StoreAddress = embedded.EmbeddedAddress | postgres.PostgresAddress;
export type StoreLink = embedded.EmbeddedLink | postgres.PostgresLink;
export type AnyStore = OpenStore<StoreAddress, StoreLink>;

/** What is done before the server key is read. @throws {Error} with a message for the operator */
export async function prepareStores(settings: Settings): Promise<void> {
	if (settings.databaseUrl === undefined) await embedded.prepareDatabases(settings);
}

/** Whether there are accounts, whose keys a server key seals. */
export function hasAccounts(settings: Settings): boolean {
	return settings.databaseUrl === undefined && embedded.hasEmbeddedAccounts(settings);
}

export async function openStore(options: OpenStoreOptions): Promise<AnyStore> {
	const { databaseUrl } = options.settings;
	return databaseUrl === undefined
		? embedded.openEmbeddedStore(options)
		: postgres.openPostgresStore({ ...options, url: databaseUrl });
}

export function joinStore(link: StoreLink, settings: Settings): Database {
	return link.kind === 'embedded' ? embedded.joinEmbeddedStore(link, settings) : postgres.joinPostgresStore(link);
}

export function openReads(address: StoreAddress): StoreReads {
	return address.kind === 'embedded' ? embedded.openEmbeddedReads(address) : postgres.openPostgresStoreReads(address);
}
