/** Does a report hold up other requests? A real server is asked for an item, alone and while reports run back to back. */
import { createApi } from '../test/support/api.ts';
import { startServer } from '../test/support/server.ts';
import { after, checkAnswers, runLoad, toRequest } from './load.ts';
import { type Measurement, measure, percentile, report } from './measurement.ts';
import { readStarvedMs } from './server-process.ts';
import { streamHashid } from './shopper-stream.ts';
import { reportZone, toReportDays } from './statistics-reports.ts';
import { shopKey, shopServerKey } from './statistics-shop.ts';
import { toItemsPath } from './synthetic-item.ts';

/** What is promised. */
const readMsMax = 50;
const readsPerSecond = 20;
/** So that a slow one does not hold up the next. */
const readConnections = 4;
/** Long ones of each kind: many groups, many measures, distinct shoppers, items with their titles. */
const paths = ['searches/top', 'conversions/queries', 'inits/users', 'results/top?metric=brand', 'searches/locations'];

export interface BesideOptions {
	readonly dataDir: string;
	readonly dayCount: number;
	readonly durationMs: number;
}

export async function benchReads({ dataDir, dayCount, durationMs }: BesideOptions): Promise<readonly Measurement[]> {
	const environment = { VITRINE_HTTP_THREADS: '1', VITRINE_SECRET_KEY: shopServerKey };
	const server = await startServer({ dataDir, arguments: ['--no-demo'], environment });
	const { url } = server;
	const read = toRequest('GET', `${toItemsPath(streamHashid)}/7`, { key: shopKey });
	const requests = paths.map((path) => toRequest('GET', toReportPath(path, dayCount), { key: shopKey }));

	/** Milliseconds of the reads, and of the reports beside them; and for which share of the time the server had no processor. */
	async function readItems(reports: readonly Uint8Array[]) {
		const isOver = after(durationMs);
		const starvedMs = await readStarvedMs(server);
		let next = 0;
		const [reads, answered] = await Promise.all([
			runLoad({ url, connectionCount: readConnections, isOver, nextRequest: () => read, perSecond: readsPerSecond }),
			runLoad({
				url,
				connectionCount: reports.length > 0 ? 1 : 0,
				isOver,
				nextRequest: () => reports[next++ % reports.length],
			}),
		]);
		checkAnswers('items', reads);
		if (reports.length > 0) checkAnswers('reports', answered);
		const starvedShare = ((await readStarvedMs(server)) - starvedMs) / durationMs;
		return { readsMs: reads.durationsMs, reportsMs: answered.durationsMs, starvedShare };
	}

	try {
		const { status } = await createApi(url, shopKey).call(`${toItemsPath(streamHashid)}/7`);
		if (status !== 200) throw new Error(`no item: ${status}`);
		await readItems([]);
		const alone = await readItems([]);
		const beside = await readItems(requests);
		return [
			report('GET of an item alone, p99', 'ms', percentile(alone.readsMs, 0.99)),
			measure('GET of an item while reports run, p99', 'ms', {
				ours: percentile(beside.readsMs, 0.99),
				atMost: readMsMax,
			}),
			report('these reports over HTTP, beside the reads, p50', 'ms', percentile(beside.reportsMs, 0.5)),
			report('share of this time in which the server waited for a processor', '', beside.starvedShare),
		];
	} finally {
		await server.stop();
	}
}

function toReportPath(path: string, dayCount: number): string {
	const { from, to } = toReportDays(dayCount);
	return `/api/v2/stats/${path}${path.includes('?') ? '&' : '?'}from=${from}&to=${to}&tz=${reportZone}`;
}
