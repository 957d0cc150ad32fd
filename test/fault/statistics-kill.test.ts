/**
 * The server is killed repeatedly while shoppers search, click and buy. Whatever statistics have counted is what the log
 * has up to their watermark, each event once.
 *
 * A short form runs with all tests; `npm run test:fault` runs the long one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { comparePositions } from '../../src/domain/log/position.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { type Api, createApi } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { inspectDatabase } from '../support/database-checks.ts';
import { readEvents } from '../support/read-events.ts';
import { listRows, readStatistics } from '../support/read-statistics.ts';
import { recountStatistics } from '../support/recount-statistics.ts';
import { startServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';

const roundCount = chooseLength(3, 50);
const shopperCount = 4;

test(`after ${roundCount} kills under events, statistics are those of a recount`, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	let server = await startServer();
	const { dataDir, firstRun } = server;
	assert(firstRun);
	const { hashid, key } = firstRun;
	let callCount = 0;
	try {
		for (let round = 1; round <= roundCount; round += 1) {
			const life = { isOver: false };
			const api = createApi(server.url, key);
			const shoppers = Array.from({ length: shopperCount }, () => shop(api, { hashid, random, life }));
			await pause(random.integer(100, 2_000));
			await server.kill();
			life.isOver = true;
			for (const count of await Promise.all(shoppers)) callCount += count;
			await inspectDatabase(dataDir, (database) => assertCounted(database, hashid));
			server = await startServer({ dataDir });
		}
		await server.stop();
		await inspectDatabase(dataDir, (database) => assertCounted(database, hashid));
		t.diagnostic(`${callCount} calls were answered`);
	} finally {
		await server[Symbol.asyncDispose]();
	}
});

interface Shopping {
	readonly hashid: string;
	readonly random: SeededRandom;
	readonly life: { readonly isOver: boolean };
}

/** @returns how many calls were answered before the server was gone. */
async function shop(api: Api, { hashid, random, life }: Shopping): Promise<number> {
	let count = 0;
	while (!life.isOver) {
		const session = `session_id=s${random.integer(1, 30)}`;
		const dfid = `${hashid}@product@${'0'.repeat(31)}${random.integer(0, 9)}`;
		const stats = `/6/${hashid}/stats`;
		const call = random.pick([
			() => api.call(`/6/${hashid}/_search?query=${random.pick(['sh', 'shoe', 'red', 'bag'])}&${session}`),
			() => api.call(`${stats}/init?${session}`, { method: 'PUT' }),
			() => api.call(`${stats}/click?${session}&dfid=${dfid}&query=shoe`, { method: 'PUT' }),
			() => api.call(`${stats}/checkout?${session}`, { method: 'PUT' }),
		]);
		try {
			await call();
			count += 1;
		} catch {
			// The server is being killed.
			return count;
		}
	}
	return count;
}

async function assertCounted({ events, statistics }: Database, hashid: string): Promise<void> {
	const watermark = await statistics.readWatermark();
	const log = await readEvents(events);
	const counted = log.filter((event) => event.hashid === hashid && comparePositions(event.position, watermark) <= 0);
	const people = counted.flatMap(({ sessionId, userId }) => [sessionId ?? '', userId ?? '']);
	const rows = listRows(await readStatistics(statistics, hashid, people));
	assert.deepEqual(rows, listRows(recountStatistics(counted)));
}
