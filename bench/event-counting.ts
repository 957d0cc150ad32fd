/** How far are statistics behind the log, and what does counting take from those who add to carts? */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readStatisticsLag } from '../test/support/read-metrics.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { after, checkAnswers, runLoad } from './load.ts';
import { compare, type Measurement, percentile } from './measurement.ts';
import { openShop, prepareCarts } from './shop-load.ts';

const connectionCount = 50;
const roundCount = 9;
const lagIntervalMs = 250;
const preload = fileURLToPath(new URL('./without-function.ts', import.meta.url));
const environment = { VITRINE_TRUSTED_PROXIES: '127.0.0.1', VITRINE_SEARCH: 'true' };
const withoutCounting = {
	NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${preload}`,
	VITRINE_BENCH_WITHOUT: 'startStatisticsThread',
};

/** A server that counts and one that does not, alternating; the median of the ratios of pairs. */
export async function benchCounting(durationMs: number): Promise<Measurement[]> {
	await using counting = await startServer({ environment });
	await using plain = await startServer({ environment: { ...environment, ...withoutCounting } });
	const servers = [
		{ server: counting, nextRequest: prepareCarts(await openShop(counting)) },
		{ server: plain, nextRequest: prepareCarts(await openShop(plain)) },
	];
	const rates: [number[], number[]] = [[], []];
	for (let round = 0; round <= roundCount; round += 1) {
		for (const [at, { server, nextRequest }] of servers.entries()) {
			const isOver = after(durationMs / roundCount);
			const result = await runLoad({ url: server.url, connectionCount, isOver, nextRequest });
			checkAnswers('add-to-cart', result);
			// What is left over is not the next one's burden, and the first round warms both up.
			if (server === counting) await waitUntilCounted(server);
			if (round > 0) rates[at]?.push(result.answerCount / result.seconds);
		}
	}
	const ratio = percentile(
		rates[0].map((rate, round) => rate / (rates[1][round] ?? Number.NaN)),
		0.5,
	);
	const reference = percentile(rates[1], 0.5);
	const values = { unit: 'events/s', ours: ratio * reference, reference };
	return [compare('add-to-cart with statistics (without)', values, { atLeast: 0.95 })];
}

/** Samples how many events are not counted yet. */
export function watchLag(server: TestServer) {
	let isOver = false;
	const watching = (async () => {
		let most = 0;
		while (!isOver) {
			most = Math.max(most, await readStatisticsLag(server));
			await pause(lagIntervalMs);
		}
		return most;
	})();
	return {
		/** @returns the most that there were. */
		async stop(): Promise<number> {
			isOver = true;
			return watching;
		},
	};
}

export async function waitUntilCounted(server: TestServer): Promise<void> {
	while ((await readStatisticsLag(server)) > 0) await pause(lagIntervalMs);
}
