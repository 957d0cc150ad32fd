/**
 * What is believed of the headers that proxies add.
 *
 *     X-Forwarded-For     of a trusted proxy: the rightmost address that is no trusted proxy's is the client's
 *     X-Forwarded-Proto   of a trusted proxy, where it is exactly `http` or `https`
 *     everything else     nothing: X-Forwarded-Host, Forwarded, X-Real-IP …
 *
 * What is not believed is taken off the request before anything else looks at it, and of X-Forwarded-For only the one
 * address is left: so the framework, which would believe more, cannot.
 *
 *     203.0.113.7, 198.51.100.9, 10.0.0.2      from 10.0.0.1, with 10.0.0.0/8 trusted
 *      made up     ▲ the client    trusted
 */
import type { IncomingMessage } from 'node:http';
import { toIpAddress } from '../../lib/ip-address.ts';

/** Leaves of the forwarding headers what is believed. Cost: O(addresses behind the client's). */
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
 * From the right, as each proxy adds the address it was called from to the end: what stands left of the first that is not
 * trusted is what that client says. An entry that is no address ends the search at the proxy that wrote it.
 * @returns undefined when not one address was found.
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
