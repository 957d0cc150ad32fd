/** The thread that merges large segments, so that refreshes of all indexes go on meanwhile. One merge at a time. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { type MergedSegment, mergeSegments } from '../../fulltext/index/merge/merge-segments.ts';
import { openProvenSegment } from '../../fulltext/index/segment/segment.ts';
import { collectReleased } from '../../lib/reclaim-memory.ts';

export interface MergeCall {
	readonly id: number;
	readonly segments: readonly {
		readonly bytes: SharedArrayBuffer;
		readonly live: Uint32Array | undefined;
		readonly liveCount: number;
	}[];
}

export interface MergeAnswer {
	readonly id: number;
	readonly merged: MergedSegment;
}

assert(parentPort, 'merges run in a thread of their own');
const port = parentPort;

port.on('message', (call: MergeCall) => {
	merge(call);
	const byteCount = call.segments.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
	// What it has merged would else stay in memory until this thread happens to collect its garbage. Not before this call
	// has returned, which holds it.
	setImmediate(collectReleased, byteCount);
});

function merge({ id, segments }: MergeCall): void {
	const sources = segments.map(({ bytes, live, liveCount }) => ({
		segment: openProvenSegment(bytes),
		live,
		liveCount,
	}));
	port.postMessage({ id, merged: mergeSegments(sources, collectReleased) } satisfies MergeAnswer);
}
