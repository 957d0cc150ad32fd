/** The thread that merges large segments, so that refreshes of all indexes go on meanwhile. One merge at a time. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { mergeSegments } from '../../fulltext/index/merge/merge-segments.ts';
import { openProvenSegment } from '../../fulltext/index/segment/segment.ts';
import { collectReleased } from '../../lib/reclaim-memory.ts';

export interface MergeCall {
	readonly bytes: SharedArrayBuffer;
	readonly live: Uint32Array | undefined;
	readonly liveCount: number;
}

assert(parentPort, 'merges run in a thread of their own');
const port = parentPort;

port.on('message', (calls: readonly MergeCall[] | null) => {
	if (calls === null) {
		port.close();
		return;
	}
	merge(calls);
	const byteCount = calls.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
	// What it has merged would else stay in memory until this thread happens to collect its garbage. Not before this call
	// has returned, which holds it.
	setImmediate(collectReleased, byteCount);
});

function merge(calls: readonly MergeCall[]): void {
	const sources = calls.map(({ bytes, live, liveCount }) => ({ segment: openProvenSegment(bytes), live, liveCount }));
	port.postMessage(mergeSegments(sources, collectReleased));
}
