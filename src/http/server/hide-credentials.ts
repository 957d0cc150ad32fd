/**
 * What a log line may contain of a path. A key does not belong in an address, but people put it there by mistake, and not
 * everyone who reads a log may know the key. Keys are 40 hex digits, server keys and derived operator tokens 64. An item
 * id of the same form is hidden as well; the request id makes up for that.
 */
export function hideCredentials(path: string): string {
	return path.replace(credentialPattern, '[hidden]');
}

/** Long runs of hex digits, and JWTs: three parts in base64url, or five if encrypted, of which the first is a JSON object. */
const credentialPattern = /[0-9a-f]{40,}|eyJ[\w-]+\.[\w-]*\.[\w.-]*/gi;
