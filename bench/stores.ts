/** The stores that the API is measured on, and what writes to each of them are compared with. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgresServer } from '../test/support/postgres-server.ts';
import { runReference, startAskedReference, startReference } from './reference-process.ts';
import { waitUntilSteady } from './wait-until-steady.ts';

type StoreName = 'sqlite' | 'postgres';

export interface CartReference {
	readonly name: string;
	/** Of the server's rate to that of the reference; undefined: for information. */
	readonly atLeast: number | undefined;
	/** @param rateAt of add-to-cart at a server with that address. @returns requests or events per second. */
	rate(durationMs: number, rateAt: (url: string) => Promise<number>): Promise<number>;
}

/** Items per second. */
export interface BulkRates {
	readonly create: number;
	readonly delete: number;
}

export interface MeasuredStore extends AsyncDisposable {
	/** For a server with an empty store of its own. */
	createEnvironment(): Promise<Readonly<Record<string, string>>>;
	/** References that run until the store is disposed of. */
	startCartReferences(): Promise<readonly CartReference[]>;
	readonly bulkName: string;
	/** `bulkCount` bulks of 100 items, created and deleted. */
	rateBulk(bulkCount: number): Promise<BulkRates>;
	/** Waits until a database server has written next to nothing for `restMs`: tombstones are collected, tables are vacuumed. */
	waitForRest(restMs: number): Promise<void>;
}

/** @throws {Error} for a name that is no store's. */
export async function openMeasuredStore(name: string): Promise<MeasuredStore> {
	if (name !== 'sqlite' && name !== 'postgres') throw new Error('--store takes sqlite, postgres');
	const opened: Readonly<Record<StoreName, () => Promise<MeasuredStore>>> = {
		sqlite: openSqlite,
		postgres: openPostgres,
	};
	return opened[name]();
}

async function startEmptyHandler(resources: AsyncDisposableStack, atLeast: number | undefined): Promise<CartReference> {
	const { url, stop } = await startReference('empty-handler');
	resources.defer(stop);
	return { name: 'empty handler', atLeast, rate: (_durationMs, rateAt) => rateAt(url) };
}

async function openSqlite(): Promise<MeasuredStore> {
	const resources = new AsyncDisposableStack();
	return {
		createEnvironment: async () => ({}),
		startCartReferences: async () => [await startEmptyHandler(resources, 0.5)],
		bulkName: 'raw SQL',
		rateBulk: (bulkCount) => runReference('raw-sqlite', [String(bulkCount)]),
		waitForRest: async () => undefined,
		[Symbol.asyncDispose]: () => resources.disposeAsync(),
	};
}

/** Of the reference, and of all threads of the server. */
const connectionsMax = 200;

/** A server of our own with the defaults of PostgreSQL: what is committed is on its disk. Each database has its own tables. */
async function openPostgres(): Promise<MeasuredStore> {
	const resources = new AsyncDisposableStack();
	const server = await startPostgresServer({ max_connections: String(connectionsMax) });
	resources.defer(() => server.close());
	const raw = await startAskedReference('raw-postgres', [await server.createDatabase()]);
	resources.defer(raw.stop);
	const observer = new pg.Client({ connectionString: await server.createDatabase() });
	await observer.connect();
	resources.defer(() => observer.end());
	const secretKey = randomBytes(32).toString('base64');
	return {
		createEnvironment: async () => ({
			VITRINE_DATABASE_URL: await server.createDatabase(),
			VITRINE_SECRET_KEY: secretKey,
		}),
		startCartReferences: async () => [
			{ name: 'an insert for each', atLeast: 0.5, rate: (durationMs) => raw.ask({ what: 'each', amount: durationMs }) },
			{
				name: 'an insert for all that wait',
				atLeast: undefined,
				rate: (durationMs) => raw.ask({ what: 'grouped', amount: durationMs }),
			},
			await startEmptyHandler(resources, undefined),
		],
		bulkName: 'unnest',
		rateBulk: (bulkCount) => raw.ask({ what: 'bulk', amount: bulkCount }),
		waitForRest: (restMs) =>
			waitUntilSteady(() => readLogBytes(observer), { growthMax: restBytesMax, restMs, waitMsMax: restWaitMsMax }),
		[Symbol.asyncDispose]: () => resources.disposeAsync(),
	};
}

/** Of the write-ahead log, in each second: heartbeats of nodes write less, a step of garbage collection more. */
const restBytesMax = 50_000;
const restWaitMsMax = 120_000;

async function readLogBytes(observer: pg.Client): Promise<number> {
	const { rows } = await observer.query("select pg_current_wal_lsn() - '0/0' as bytes");
	return Number(rows[0]?.bytes);
}
