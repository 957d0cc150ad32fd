/** One measurement of `workarounds.ts`: a queue in a thread of its own, because its garbage is what is measured. */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { createNumberedQueue, type NumberedQueue } from '../src/lib/numbered-queue.ts';
import type { QueueResult } from './workarounds.ts';

type Queue = Pick<NumberedQueue<object>, 'put' | 'take'>;

const pairCount = 1_000_000;
const pairsPerRound = 1000;

const { kind, waitingCount } = workerData as { readonly kind: 'ring' | 'map'; readonly waitingCount: number };
const queue = kind === 'ring' ? createNumberedQueue<object>() : createMapQueue();
for (let count = 0; count < waitingCount; count += 1) queue.put({ count });
let heapBytes = 0;
let oldest = 1;
const before = process.threadCpuUsage();
for (let round = 0; round < pairCount / pairsPerRound; round += 1) {
	for (let pair = 0; pair < pairsPerRound; pair += 1) {
		queue.put({ pair });
		if (queue.take(oldest) === undefined) throw new Error('a value is missing');
		oldest += 1;
	}
	heapBytes = Math.max(heapBytes, getHeapStatistics().total_heap_size);
	await setImmediate();
}
const { user, system } = process.threadCpuUsage(before);
const pairNs = ((user + system) * 1000) / pairCount;
parentPort?.postMessage({ pairNs, heapMb: heapBytes / 1024 ** 2 } satisfies QueueResult);

function createMapQueue(): Queue {
	const values = new Map<number, object>();
	let last = 0;
	return {
		put(value) {
			last += 1;
			values.set(last, value);
			return last;
		},
		take(number) {
			const value = values.get(number);
			values.delete(number);
			return value;
		},
	};
}
