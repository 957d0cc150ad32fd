/** What was thrown may be anything; this makes of it what a message or a log can use. */

/** The error itself; of anything else an error that says it. Its `message` is what to tell people. */
export function toError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The code by which Node names an error, such as `ENOENT`; undefined where there is none. */
export function readErrorCode(thrown: unknown): string | undefined {
	return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
