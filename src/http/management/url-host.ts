/** Hosts for addresses in answers. They are checked, because callers may write anything into `Host`. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { toIpAddress } from '../../lib/ip-address.ts';

/** A name (those of containers contain underscores), an IPv4 address, or an IPv6 address in brackets; then a port. */
const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

interface HostedRequest {
	readonly headers: IncomingMessage['headers'];
	readonly socket: Pick<Socket, 'localAddress' | 'localPort'>;
}

/** The host that the caller wrote, with its port; undefined if it cannot be part of an address. */
export function readUrlHost({ headers: { host = '' } }: Pick<HostedRequest, 'headers'>): string | undefined {
	return hostPattern.test(host) && URL.canParse(`http://${host}`) ? host : undefined;
}

/** The address at which the caller reached this server. */
export function toSocketHost({ socket }: Pick<HostedRequest, 'socket'>): string {
	const { localAddress = '127.0.0.1', localPort = 80 } = socket;
	const address = toIpAddress(localAddress) ?? localAddress;
	return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
