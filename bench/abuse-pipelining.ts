/**
 * What do hostile connections cost the server and its other clients? They send requests without reading answers, or far
 * too many requests, or nothing at all on a thousand connections. Beside each attack one client with a key sends short
 * searches to the demo shop. The first round has no rate limits, so that only the order of work protects; the second has
 * the server's default limits.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startServer, type TestServer } from '../test/support/server.ts';
import { after, checkAnswers, type LoadResult, runLoad, toRequest } from './load.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import type { PipeliningAttack } from './pipelining-attacker.ts';
import { readMemoryMb } from './server-process.ts';

const latencyMsMax = 50;
const memoryGrowthMbMax = 250;
/** The server's `ulimit -n`. */
const openFilesMax = 1_024;
const searchesPerSecond = 50;
const pollMs = 25;

const bundle = '/docs/static/swagger-ui-bundle.js';
const attacks: Readonly<Record<string, PipeliningAttack>> = {
	[`50 × 900 GET ${bundle}, unread`]: {
		...{ path: bundle, connectionCount: 50, requestsPerConnection: 900, isRead: false },
	},
	'50 × 1,000 GET /openapi.json, over and over': {
		...{ path: '/openapi.json', connectionCount: 50, requestsPerConnection: 1_000, isRead: true },
	},
	'20 × 300 GET /metrics without a token, over and over': {
		...{ path: '/metrics', connectionCount: 20, requestsPerConnection: 300, isRead: true },
	},
	'50 × 3,000 GET /, over and over': {
		...{ path: '/', connectionCount: 50, requestsPerConnection: 3_000, isRead: true },
	},
	'1,000 silent connections': { path: undefined, connectionCount: 1_000, requestsPerConnection: 0, isRead: false },
};

export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: { seconds: { type: 'string', default: '8' }, only: { type: 'string', default: '' } },
	});
	const durationMs = Number(values.seconds) * 1000;
	const measurements: Measurement[] = [];
	for (const perSecond of ['0', '200']) {
		for (const [name, attack] of Object.entries(attacks)) {
			if (!name.includes(values.only)) continue;
			const what = `${name}, ${perSecond === '0' ? 'no limits' : 'limits as by default'}`;
			measurements.push(...(await measureAttack(what, { attack, perSecond, durationMs })));
		}
	}
	return measurements;
}

interface Round {
	readonly attack: PipeliningAttack;
	readonly perSecond: string;
	readonly durationMs: number;
}

async function measureAttack(what: string, { attack, perSecond, durationMs }: Round): Promise<Measurement[]> {
	const environment = { VITRINE_RATE_LIMIT_PER_SECOND: perSecond, VITRINE_LOG_LEVEL: 'error' };
	await using server = await startServer({ openFilesMax, environment });
	await search(server, 3_000);
	const alone = await search(server, durationMs / 2);
	const memoryBeforeMb = await readMemoryMb(server, 'now');
	const attacker = fork(new URL('./pipelining-attacker.ts', import.meta.url), [server.url, JSON.stringify(attack)]);
	await once(attacker, 'message');
	const files = countMostFiles(server, after(durationMs));
	const beside = await search(server, durationMs);
	const fileCount = await files;
	const ended = once(attacker, 'exit');
	attacker.kill();
	await ended;
	const p99 = (result: LoadResult) => percentile(result.durationsMs, 0.99);
	const grownMb = (await readMemoryMb(server, 'peak')) - memoryBeforeMb;
	return [
		report(`p99 of a search before: ${what}`, 'ms', p99(alone)),
		measure(`p99 of a search meanwhile: ${what}`, 'ms', { ours: p99(beside), atMost: latencyMsMax }),
		measure(`memory at its peak, above before: ${what}`, 'MB', { ours: grownMb, atMost: memoryGrowthMbMax }),
		measure(`descriptors at their peak: ${what}`, 'files', { ours: fileCount, atMost: openFilesMax }),
	];
}

/** At a steady rate: the duration of a delayed search counts from when it should have been sent. */
async function search({ url, firstRun }: TestServer, durationMs: number): Promise<LoadResult> {
	if (firstRun === undefined) throw new Error('the server has no demo shop');
	const { key, hashid } = firstRun;
	const requests = ['shoes', 'lamp', 'table', 'red', 'wool', 'bag'].map((word) =>
		toRequest('GET', `/6/${hashid}/_search?query=${word}&rpp=10`, { key }),
	);
	let next = 0;
	const nextRequest = () => requests[next++ % requests.length];
	const isOver = after(durationMs);
	const result = await runLoad({ url, connectionCount: 4, isOver, nextRequest, perSecond: searchesPerSecond });
	checkAnswers('searches', result);
	return result;
}

async function countMostFiles({ process: { pid } }: TestServer, isOver: () => boolean): Promise<number> {
	let most = 0;
	while (!isOver()) {
		most = Math.max(most, (await readdir(`/proc/${pid}/fd`)).length);
		await new Promise((resolve) => setTimeout(resolve, pollMs));
	}
	return most;
}
