/** The thread that merges large segments, one merge at a time, so that refreshes of all indexes continue meanwhile. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { type MergedSegment, mergeSegments } from '../../fulltext/index/merge/merge-segments.ts';
import { openProvenSegment } from '../../fulltext/index/segment/segment.ts';
import { receiveBytes, type SentBytes, sendBytes } from '../../lib/linear-memory.ts';
import { collectReleased } from '../../lib/reclaim-memory.ts';

export interface MergeCall {
	readonly id: number;
	readonly segments: readonly {
		readonly bytes: SentBytes;
		readonly live: Uint32Array | undefined;
		readonly liveCount: number;
	}[];
}

export interface MergeAnswer {
	readonly id: number;
	readonly merged: Omit<MergedSegment, 'bytes'> & { readonly bytes: SentBytes };
}

assert(parentPort, 'merges run in a thread of their own');
const port = parentPort;

port.on('message', (call: MergeCall) => {
	merge(call);
	const byteCount = call.segments.reduce((sum, { bytes }) => sum + receiveBytes(bytes).byteLength, 0);
	// Otherwise the merged segments would stay in memory until this thread happens to collect its garbage. It must not
	// run before this call has returned, which still refers to them.
	setImmediate(collectReleased, byteCount);
});

function merge({ id, segments }: MergeCall): void {
	const sources = segments.map(({ bytes, live, liveCount }) => ({
		segment: openProvenSegment(receiveBytes(bytes)),
		live,
		liveCount,
	}));
	const { bytes, documentMaps } = mergeSegments(sources, collectReleased);
	port.postMessage({ id, merged: { bytes: sendBytes(bytes), documentMaps } } satisfies MergeAnswer);
}
