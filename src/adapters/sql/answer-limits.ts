/**
 * For the texts of one page of a scroll, one batch of the log, or one step of a copy; a single item may be longer. These
 * texts are in memory several times on their way, and no other request is served while a thread makes them.
 */
export const answerTextLengthMax = 4 * 1024 * 1024;
/** For the texts of the items that one caller requests by id. */
export const foundTextBytesMax = 16 * 1024 * 1024;
/** The part of these that is read before the thread yields: reading a megabyte takes some milliseconds. */
export const sliceTextBytesMax = 1024 * 1024;
/** Rows of the log read at a time. Their texts are in memory at once, so a batch may exceed its limit by one chunk. */
export const chunkRowsMax = 32;
/** The same after a chunk whose texts were short: each read is a round trip to the database. */
export const shortChunkRowsMax = 256;
/** Of an average text. */
export const shortTextLengthMax = 4 * 1024;

/**
 * As many rows of the plan, which is in order of `seq`, as stay within the text limit, but at least one.
 * @returns how many, and the `seq` of the last of them; `position` when there is none.
 */
export function cutChunk(plan: readonly { seq: number; byteCount: number }[], position: number) {
	let end = position;
	let count = 0;
	let byteCount = 0;
	for (const row of plan) {
		byteCount += row.byteCount;
		if (count > 0 && byteCount > answerTextLengthMax) break;
		end = row.seq;
		count += 1;
	}
	return { end, count };
}
