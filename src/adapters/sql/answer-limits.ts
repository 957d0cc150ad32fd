/** Texts of one answer; the rows of a chunk are in memory at once, so an answer may have one chunk of items more. */
export const answerTextLengthMax = 16 * 1024 * 1024;
/** Rows read at a time where the texts may be long. */
export const chunkRowsMax = 32;
