/**
 * Which headers of proxies are believed.
 *
 *     X-Forwarded-For     from a trusted proxy: the client is the rightmost address that is not a trusted proxy's
 *     X-Forwarded-Proto   from a trusted proxy, if it is exactly `http` or `https`
 *     everything else     never: X-Forwarded-Host, Forwarded, X-Real-IP …
 *
 * Headers that are not believed are removed from the request before any other code reads them, and X-Forwarded-For
 * is reduced to the one address. So the framework, which would believe more, cannot.
 *
 *     203.0.113.7, 198.51.100.9, 10.0.0.2      from 10.0.0.1, with 10.0.0.0/8 trusted
 *      made up     ▲ the client    trusted
 */
import type { IncomingMessage } from 'node:http';
import { toIpAddress } from '../../lib/ip-address.ts';

/**
 * Removes everything from the forwarding headers that is not believed. Cost: O(addresses to the right of the client's).
 */
export function keepBelievedHeaders(
	{ headers, socket }: IncomingMessage,
	isTrusted: (address: string) => boolean,
): void {
	const { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto, 'x-forwarded-host': host } = headers;
	if (host !== undefined) delete headers['x-forwarded-host'];
	if (forwardedFor === undefined && proto === undefined) return;
	const peer = socket.remoteAddress ?? '';
	const isBelieved = isTrusted(peer);
	if (!isBelieved || (proto !== 'http' && proto !== 'https')) delete headers['x-forwarded-proto'];
	const client = isBelieved && typeof forwardedFor === 'string' ? findClient(forwardedFor, isTrusted) : undefined;
	if (client === undefined) delete headers['x-forwarded-for'];
	else headers['x-forwarded-for'] = client;
}

/**
 * Searches from the right, because each proxy appends the address it was called from. Everything to the left of the first
 * untrusted address is a claim of that client. An entry that is not an address ends the search at the proxy that wrote
 * it.
 * @returns undefined when there is no address.
 */
function findClient(forwardedFor: string, isTrusted: (address: string) => boolean): string | undefined {
	let client: string | undefined;
	let end = forwardedFor.length;
	while (end >= 0) {
		const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
		const entry = forwardedFor.slice(comma + 1, end).trim();
		end = comma;
		if (entry === '') continue;
		const address = toIpAddress(entry);
		if (address === undefined) return client;
		client = address;
		if (!isTrusted(address)) return client;
	}
	return client;
}
