/**
 * How much do writes slow down searches? Searches of all classes run one after another in this thread: first with no
 * other load, then while a second thread indexes 100 changed items a second, as the indexer does: refresh, merge of the
 * small segments, a new list of segments for this thread. Bytes are shared, nothing is copied.
 *
 *     node bench/fulltext-writing.ts --open SEGMENT --documents 1000000
 */
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createAnalyzer } from '../src/fulltext/analysis/analyzer.ts';
import { createIndexWriter, mergeAll } from '../src/fulltext/index/index-writer.ts';
import { openProvenSegment, openSegment, type Segment } from '../src/fulltext/index/segment/segment.ts';
import { answerRequest } from '../src/fulltext/query/answer-request.ts';
import type { LiveSegment } from '../src/fulltext/query/index-view.ts';
import { createQueries, queryClasses, toSearchRequest } from './fulltext-queries.ts';
import { percentile } from './measurement.ts';
import { readShared } from './read-shared.ts';
import { createSyntheticCatalogue, toItem } from './synthetic-catalogue.ts';

const seed = 2_026;
const changedItems = 100;
const writeIntervalMs = 1_000;
const phaseMs = 12_000;

/** What is passed between the threads. */
interface Published {
	readonly segments: readonly {
		readonly bytes: SharedArrayBuffer;
		readonly live: Uint32Array | undefined;
		readonly liveCount: number;
	}[];
	readonly changedAtMs: number;
}

function write(bytes: SharedArrayBuffer, documentCount: number): void {
	const catalogue = createSyntheticCatalogue(seed);
	const segment = openProvenSegment(bytes);
	const writer = createIndexWriter(createAnalyzer('en'), [
		{ segment, live: undefined, liveCount: segment.documentCount },
	]);
	let round = 0;
	setInterval(() => {
		round += 1;
		const changedAtMs = Date.now();
		for (let count = 0; count < changedItems; count++) {
			const number = (round * 7_919 + count * 104_729) % documentCount;
			writer.put(toItem(number, catalogue.toProduct(number + documentCount)));
		}
		writer.refresh();
		mergeAll(writer);
		const segments = writer.segments.map(({ segment: { bytes: shared }, live, liveCount }) => ({
			bytes: shared,
			live,
			liveCount,
		}));
		parentPort?.postMessage({ segments, changedAtMs } satisfies Published);
	}, writeIntervalMs);
}

async function search(bytes: SharedArrayBuffer, documentCount: number, queriesPerClass: number): Promise<void> {
	const catalogue = createSyntheticCatalogue(seed);
	const analyzer = createAnalyzer('en');
	const byClass = queryClasses.map((queryClass) =>
		createQueries(catalogue, queryClass, { count: queriesPerClass, documentCount, seed }).map(toSearchRequest),
	);
	const requests = Array.from({ length: queriesPerClass }, (_, index) =>
		byClass.map((ofClass) => ofClass[index] as (typeof ofClass)[number]),
	).flat();
	const opened = new Map<SharedArrayBuffer, Segment>([[bytes, openSegment(bytes)]]);
	let segments: LiveSegment[] = [...opened.values()].map((segment) => ({
		segment,
		live: undefined,
		liveCount: segment.documentCount,
	}));
	const visibleMs: number[] = [];

	async function measure(untilMs: number): Promise<number[]> {
		const times: number[] = [];
		for (let at = 0; Date.now() < untilMs; at++) {
			const view = { segments, analyzer, isOutOfStockLast: false };
			const start = performance.now();
			answerRequest(view, requests[at % requests.length] as (typeof requests)[number]);
			times.push(performance.now() - start);
			await setImmediate();
		}
		return times;
	}

	await measure(Date.now() + phaseMs / 2);
	const idle = await measure(Date.now() + phaseMs);
	const worker = new Worker(new URL(import.meta.url), { workerData: { bytes, documentCount } });
	worker.on('message', (published: Published) => {
		segments = published.segments.map(({ bytes: shared, live, liveCount }) => {
			const segment = opened.get(shared) ?? openProvenSegment(shared);
			opened.set(shared, segment);
			return { segment, live, liveCount };
		});
		visibleMs.push(Date.now() - published.changedAtMs);
	});
	await measure(Date.now() + phaseMs / 4);
	const busy = await measure(Date.now() + phaseMs);
	await worker.terminate();
	const [idleP99, busyP99] = [percentile(idle, 0.99), percentile(busy, 0.99)];
	console.log(
		`searches idle: p50 ${percentile(idle, 0.5).toFixed(2)} p99 ${idleP99.toFixed(2)} ms; while ${changedItems} items change each second: p50 ${percentile(busy, 0.5).toFixed(2)} p99 ${busyP99.toFixed(2)} ms (× ${(busyP99 / idleP99).toFixed(2)}); changes visible after ${Math.max(...visibleMs)} ms at most, ${segments.length} segments`,
	);
}

if (isMainThread) {
	const { values } = parseArgs({
		options: {
			documents: { type: 'string', default: '100000' },
			queries: { type: 'string', default: '50' },
			open: { type: 'string' },
		},
	});
	await search(readShared(values.open ?? ''), Number(values.documents), Number(values.queries));
} else write(workerData.bytes, workerData.documentCount);
