/**
 * How fast are events counted into statistics, how many bytes do statistics take, and how fast are reports? The store is
 * embedded: the follower runs here, and the writer in its thread; the processor time is that of both.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSqliteDatabase } from '../src/adapters/sqlite/open-sqlite-database.ts';
import { readProcessorWaitMs } from '../src/adapters/system/thread-priority.ts';
import { systemTiming } from '../src/followers/runtime/timing.ts';
import { startStatisticsFollower } from '../src/followers/statistics/statistics-follower.ts';
import type { Database } from '../src/ports/database.ts';
import { makeTemporaryDirectory } from '../test/contract/temporary-directory.ts';
import { heldLease } from '../test/support/settable-lease.ts';
import { type Measurement, measure, report } from './measurement.ts';
import { createShopperStream, type ShopperStreamOptions } from './shopper-stream.ts';
import { benchReports, compareWithSql } from './statistics-reports.ts';
import { benchReads } from './statistics-server.ts';
import { prepareShop } from './statistics-shop.ts';

/** 20,000 events a second on one core. */
const cpuMicrosMax = 50;
const bytesShareMax = 0.25;
const eventsPerWrite = 1_000;

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			events: { type: 'string', default: '200000' },
			days: { type: 'string', default: '90' },
			queries: { type: 'string', default: '50000' },
			seed: { type: 'string', default: '1' },
			runs: { type: 'string', default: '21' },
			seconds: { type: 'string', default: '10' },
			directory: { type: 'string' },
		},
	});
	const { events, days, queries, seed, directory } = values;
	const shop = { eventCount: Number(events), dayCount: Number(days), queryCount: Number(queries), seed: Number(seed) };
	const temporary = directory === undefined ? makeTemporaryDirectory() : undefined;
	const dataDir = directory ?? temporary?.path ?? '';
	const file = join(dataDir, 'eu1', 'vitrine.db');
	try {
		const counting = existsSync(file) ? [] : await benchCounting(file, shop);
		await use(file, prepareShop);
		const options = { ...shop, runCount: Number(values.runs) };
		return [
			...counting,
			...(await use(file, (database) => benchReports(database, options))),
			...(await use(file, (database) => compareWithSql(database, file, options))),
			...(await benchReads({ ...shop, dataDir, durationMs: Number(values.seconds) * 1000 })),
		];
	} finally {
		temporary?.remove();
	}
}

async function benchCounting(file: string, shop: ShopperStreamOptions): Promise<readonly Measurement[]> {
	await mkdir(dirname(file), { recursive: true });
	await use(file, (database) => record(database, shop));
	const eventBytes = readUsedBytes(file);
	const counting = await use(file, count);
	const statisticsBytes = readUsedBytes(file) - eventBytes;
	const perEvent = counting.cpuMicros / counting.eventCount;
	return [
		report('events', 'events', counting.eventCount),
		report('counted, on this machine as it is', 'events/s', counting.eventCount / counting.seconds),
		measure('processor time to count an event, writing it included', 'µs', { ours: perEvent, atMost: cpuMicrosMax }),
		report('bytes of events', 'bytes/event', eventBytes / counting.eventCount),
		measure('bytes of statistics per byte of events', '', {
			ours: statisticsBytes / eventBytes,
			atMost: bytesShareMax,
		}),
	];
}

async function use<T>(file: string, work: (database: Database) => Promise<T>): Promise<T> {
	const database = await openSqliteDatabase({ file });
	try {
		return await work(database);
	} finally {
		await database.close();
	}
}

/** Of the pages that are in use, once the write-ahead log is in the file. */
function readUsedBytes(file: string): number {
	const raw = new DatabaseSync(file);
	raw.exec('pragma wal_checkpoint(truncate)');
	const read = (name: string) => Number(Object.values(raw.prepare(`pragma ${name}`).get() ?? {})[0]);
	const byteCount = (read('page_count') - read('freelist_count')) * read('page_size');
	raw.close();
	return byteCount;
}

async function record({ events }: Database, options: ShopperStreamOptions): Promise<void> {
	const stream = createShopperStream(options);
	for (let batch = stream.take(eventsPerWrite); batch.length > 0; batch = stream.take(eventsPerWrite)) {
		await events.recordMany(batch);
	}
}

async function count({ events, statistics }: Database) {
	const end = await events.log().readEnd();
	const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
	const failed = Promise.withResolvers<never>();
	const follower = startStatisticsFollower({
		...{ events, statistics, lease: heldLease, clock: { nowMs: () => 0 }, timing: systemTiming },
		readWaitMs: readProcessorWaitMs,
		onFailure: failed.reject,
	});
	while ((await Promise.race([statistics.readWatermark(), failed.promise])) !== end) await pause(50);
	const seconds = (performance.now() - startMs) / 1000;
	const { user, system } = process.cpuUsage(startCpu);
	await follower.stop();
	return { eventCount: Number(end), seconds, cpuMicros: user + system };
}
