/**
 * What a log line may say of a path. A key has no place in an address, but people put it there by mistake, and a log is
 * read by more of them than may know it. Keys are 40 hex digits, server keys and derived operator tokens 64; an item id
 * of that form is hidden with them, which the id of the request makes up for.
 */
export function hideCredentials(path: string): string {
	return path.replace(credentialPattern, '[hidden]');
}

/** Long runs of hex digits, and JWTs: three parts in base64url, of which the first is a JSON object. */
const credentialPattern = /[0-9a-f]{40,}|eyJ[\w-]+\.[\w-]+\.[\w-]*/gi;
