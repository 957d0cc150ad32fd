/**
 * The server is killed repeatedly while shoppers search, click and buy. Whatever statistics have counted is what the log
 * has up to their watermark, each event once; and so are the reports in the end.
 *
 * A short form runs with all tests; `npm run test:fault` runs the long one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { formatDfid } from '../../src/domain/item/dfid.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { type Api, createApi } from '../support/api.ts';
import { assertCounted } from '../support/assert-counted.ts';
import { checkReport } from '../support/check-report.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { inspectDatabase } from '../support/database-checks.ts';
import { readEvents } from '../support/read-events.ts';
import { readStatisticsLag } from '../support/read-metrics.ts';
import { openQuestion, type RecountedItem, type RecountedWorld } from '../support/recount-question.ts';
import { recountedReports } from '../support/recount-reports.ts';
import { recountFacts } from '../support/recount-statistics.ts';
import { startServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const roundCount = chooseLength(2, 50);
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
		server = await startServer({ dataDir });
		await waitFor(
			'the end of the log',
			() => readStatisticsLag(server),
			(lag) => lag === 0,
		);
		await server.stop();
		let world: RecountedWorld | undefined;
		await inspectDatabase(dataDir, async (database) => {
			world = await recount(database, hashid);
		});
		assert(world);
		server = await startServer({ dataDir });
		await checkReports(createApi(`${server.url}/api/v2`, key), world);
		t.diagnostic(`${callCount} calls were answered`);
	} finally {
		await server[Symbol.asyncDispose]();
	}
});

async function recount({ events, items }: Database, hashid: string): Promise<RecountedWorld> {
	const log = await readEvents(events);
	const facts = recountFacts(log.filter((event) => event.hashid === hashid));
	const target = { hashid, indexName: 'product', generation: 'live' } as const;
	const keys = new Set(log.flatMap(({ item }) => item?.itemKey ?? []));
	const labels = new Map<string, RecountedItem>();
	for (const itemKey of keys) {
		const found = await items.findByKeys(target, [itemKey]);
		const [item] = typeof found === 'string' ? [] : found;
		if (item !== undefined) labels.set(formatDfid({ hashid, indexName: 'product', itemKey }), JSON.parse(item.text));
	}
	return { engines: [{ hashid, sector: null, facts, calls: [] }], items: labels };
}

async function checkReports(api: Api, world: RecountedWorld): Promise<void> {
	const [from = '', to = ''] = [-1, 1].map((days) =>
		new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
	);
	const parameters = { from: [from], to: [to], tz: ['America/St_Johns'], sector: ['shoes'] };
	for (const path of Object.keys(recountedReports)) {
		// Kills lose the last calls that were counted.
		if (path === 'usage') continue;
		const dfid = path === 'clicked_items/searches' ? { dfid: [`${world.engines[0]?.hashid}@product@${toKey(1)}`] } : {};
		const asked = { ...parameters, ...dfid };
		const query = new URLSearchParams(
			Object.entries(asked).map(([name, values]): [string, string] => [name, values[0] ?? '']),
		);
		const { status, json, text } = await api.call(`/stats/${path}?${query}`);
		assert.equal(status, 200, text);
		checkReport(json, openQuestion(world, asked), { path, isEach: false });
	}
}

const toKey = (item: number) => `${'0'.repeat(31)}${item}`;

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
		const dfid = `${hashid}@product@${toKey(random.integer(0, 9))}`;
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
