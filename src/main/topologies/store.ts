/**
 * A zone's store, whichever it is, as the parts of a process use it.
 *
 *     main thread          openStore ─► database, address, link
 *     follower's thread    openReads(address)
 *     other HTTP threads   joinStore(link)
 *
 * Addresses and links are plain data that can be sent to a thread. Only this file, `embedded.ts` and `postgres.ts` know
 * which store a process has.
 */
import type { Database } from '../../ports/database.ts';
import type { Settings } from '../settings/settings.ts';
import type { EmbeddedAddress, EmbeddedLink } from './embedded.ts';
import type { PostgresAddress, PostgresLink } from './postgres.ts';
import type { OpenStore, OpenStoreOptions, StoreReads } from './topology.ts';

export type StoreAddress = EmbeddedAddress | PostgresAddress;
export type StoreLink = EmbeddedLink | PostgresLink;
export type AnyStore = OpenStore<StoreAddress, StoreLink>;

/** Each is imported when it is opened: a driver has some 70 modules, which processes with the other store do not need. */
const topologies = {
	embedded: () => import('./embedded.ts'),
	postgres: () => import('./postgres.ts'),
};

/** What must be done before the server key is read. @throws {Error} with a message for the operator */
export async function prepareStores(settings: Settings): Promise<void> {
	if (settings.databaseUrl === undefined) await (await topologies.embedded()).prepareDatabases(settings);
}

/** Whether there are accounts, whose keys the server key seals. */
export async function hasAccounts(settings: Settings): Promise<boolean> {
	return settings.databaseUrl === undefined && (await topologies.embedded()).hasEmbeddedAccounts(settings);
}

export async function openStore(options: OpenStoreOptions): Promise<AnyStore> {
	const { databaseUrl } = options.settings;
	return databaseUrl === undefined
		? (await topologies.embedded()).openEmbeddedStore(options)
		: (await topologies.postgres()).openPostgresStore({ ...options, url: databaseUrl });
}

export async function joinStore(link: StoreLink, settings: Settings): Promise<Database> {
	return link.kind === 'embedded'
		? (await topologies.embedded()).joinEmbeddedStore(link, settings)
		: (await topologies.postgres()).joinPostgresStore(link);
}

export async function openReads(address: StoreAddress): Promise<StoreReads> {
	return address.kind === 'embedded'
		? (await topologies.embedded()).openEmbeddedReads(address)
		: (await topologies.postgres()).openPostgresStoreReads(address);
}
