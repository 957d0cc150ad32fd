/** How far are statistics behind the log, and what does counting take from those who add to carts? */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readStatisticsLag } from '../test/support/read-metrics.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { after, checkAnswers, runLoad } from './load.ts';
import { compare, type Measurement, percentile } from './measurement.ts';
import { openShop, prepareCarts } from './shop-load.ts';

const connectionCount = 50;
const roundCount = 24;
const lagIntervalMs = 250;
const settlingMs = 1_500;
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
	const sides = [
		{ server: counting, nextRequest: prepareCarts(await openShop(counting)), rates: [] as number[] },
		{ server: plain, nextRequest: prepareCarts(await openShop(plain)), rates: [] as number[] },
	];
	for (let round = 0; round <= roundCount; round += 1) {
		// Whoever is first in one round is second in the next.
		for (const { server, nextRequest, rates } of round % 2 === 0 ? sides : sides.toReversed()) {
			const isOver = after(durationMs / roundCount);
			const result = await runLoad({ url: server.url, connectionCount, isOver, nextRequest });
			checkAnswers('add-to-cart', result);
			// The first round warms both up.
			if (round > 0) rates.push(result.answerCount / result.seconds);
			// What follows the events is not the next one's burden.
			if (server === counting) await waitUntilCounted(server);
			await pause(settlingMs);
		}
	}
	const [ours = [], reference = []] = sides.map(({ rates }) => rates);
	const ratio = percentile(
		ours.map((rate, round) => rate / (reference[round] ?? Number.NaN)),
		0.5,
	);
	const plainRate = percentile(reference, 0.5);
	const values = { unit: 'events/s', ours: ratio * plainRate, reference: plainRate };
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
