/**
 * The store that tests run on. Tests do not choose it: `VITRINE_TEST_STORE` does, and SQLite is the default.
 *
 * A store is identified by its home, a directory: either the file is in it, or the database of the test server is named
 * after it. So every process that gets the directory finds the same data.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { StoreAddress } from '../../../src/main/topologies/store.ts';
import type { Database } from '../../../src/ports/database.ts';
import { postgresStore } from './postgres-store.ts';
import { sqliteStore } from './sqlite-store.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface TestStore {
	/**
	 * Makes an empty database where one has to be made before a server starts or another process opens it. Does nothing where
	 * there is one.
	 */
	create(home: string): Promise<void>;
	/** Variables for the server. */
	environment(home: string): Readonly<Record<string, string>>;
	/** For followers of the store. */
	address(home: string): StoreAddress;
	/** Must not be open in another process. Creates missing tables. */
	open(home: string): Promise<Database>;
	/** After the end of a process, however it ended: resolves when none of its commands is still running. */
	settle(home: string): Promise<void>;
	/** Resolves when readers of the log of events see all that were acknowledged before. */
	catchUp(home: string): Promise<void>;
	/** Reads the rows of each query directly, for what no API shows. */
	readRows(home: string, queries: readonly string[]): Promise<readonly (readonly Row[])[]>;
	/** Tables with data of shops, without those that describe the database itself. */
	listTables(home: string): Promise<readonly string[]>;
	/** `order by` for the rows of a table, the same in each reading; events in the order of their log. */
	orderOf(table: string): string;
	/** A condition on `event`: the daily sums of widgets include it. */
	readonly isSummed: string;
	/** Fails if the database reports that it is damaged. */
	checkIntegrity(home: string): Promise<void>;
	/** The test itself removes the directory. */
	remove(home: string): Promise<void>;
}

const stores: Readonly<Record<string, TestStore>> = { sqlite: sqliteStore, postgres: postgresStore };

export function chosenStore(): TestStore {
	const { VITRINE_TEST_STORE: name = '' } = process.env;
	const store = stores[name === '' ? 'sqlite' : name];
	assert(store, `VITRINE_TEST_STORE must be one of ${Object.keys(stores).join(', ')}`);
	return store;
}

/** The home of a zone of a server. */
export function toZoneHome(dataDir: string, zone = 'eu1'): string {
	return join(dataDir, zone);
}
