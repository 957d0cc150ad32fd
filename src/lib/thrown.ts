/** Turns what was thrown, which may be anything, into what a message or a log can use. */

/** The error itself, or an error with the thrown value as its message. Its `message` is meant for people. */
export function toError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Node's code of an error, such as `ENOENT`; undefined when it has none. */
export function readErrorCode(thrown: unknown): string | undefined {
	return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
