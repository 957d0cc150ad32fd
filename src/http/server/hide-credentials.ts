/**
 * What a log line or a span may contain of a path. A key does not belong in an address, but people put it there by mistake,
 * and not everyone who reads a log may know the key. Keys are 40 hex digits, server keys and derived operator tokens 64. An
 * item id of the same form is hidden as well; the request id makes up for that.
 *
 * Cost: O(length), whatever the path, because anyone may ask for one of 16 kB.
 */
export function hideCredentials(path: string): string {
	return path
		.replace(tokenPattern, (run) => (run.split('.', tokenPartsMin).length < tokenPartsMin ? run : '[hidden]'))
		.replace(/[0-9a-f]{40,}/gi, '[hidden]');
}

/** The most characters of a path that are logged: all of those that clients call with ids of the usual lengths. */
const loggedPathLengthMax = 256;

/** The path of a URL as it is logged: without the query, credentials and what is too long. */
export function toLoggedPath(url: string): string {
	const path = hideCredentials(url.split('?', 1)[0] ?? '');
	return path.length <= loggedPathLengthMax ? path : `${path.slice(0, loggedPathLengthMax)}…`;
}

/** Where a JWT may begin, which is a JSON object in base64url, and all that may belong to it. */
const tokenPattern = /eyJ[\w-][\w.-]*/gi;
/** Signed JWTs have three parts, encrypted ones five. */
const tokenPartsMin = 3;
