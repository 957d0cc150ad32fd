/** The thread that merges large segments, so that refreshes of all indexes go on meanwhile. One merge at a time. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { mergeSegments } from '../../fulltext/merge/merge-segments.ts';
import { openProvenSegment } from '../../fulltext/segment/segment.ts';

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
	const sources = calls.map(({ bytes, live, liveCount }) => ({ segment: openProvenSegment(bytes), live, liveCount }));
	const merged = mergeSegments(sources);
	port.postMessage(
		merged,
		merged.documentMaps.map(({ buffer }) => buffer as ArrayBuffer),
	);
});
