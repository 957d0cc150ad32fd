/**
 * Texts of one page of a scroll, of one piece of the log and of one step of a copy; a single item may be longer. They
 * are in memory several times over on their way, and nobody else is served while a thread makes them.
 */
export const answerTextLengthMax = 4 * 1024 * 1024;
/** Texts of the items that one caller asks for by id. */
export const foundTextBytesMax = 16 * 1024 * 1024;
/** Of these, what is read before others have their turn: reading a megabyte takes some milliseconds. */
export const sliceTextBytesMax = 1024 * 1024;
/** Rows of the log read at a time: their texts are in memory at once, so a piece may have one chunk of rows more. */
export const chunkRowsMax = 32;

/**
 * As many rows of the plan, which is in order of `seq`, as stay within the text limit, and always one.
 * @returns how many, and the `seq` of the last of them: `position` when there is none.
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
