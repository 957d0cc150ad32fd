/**
 * What counts as one client when calls are counted: an IPv4 address, or the /64 of an IPv6 address, as that is what one
 * household or one server is given and may pick addresses from at will.
 *
 * @param ip an address as the socket or a proxy gives it; anything else is its own client.
 * @returns a name that is the same for all addresses of the client.
 */
export function toClientNetwork(ip: string): string {
	if (!ip.includes(':')) return ip;
	const address = unmapIpv4(withoutPort(ip));
	if (!address.includes(':')) return address;
	const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::', 2);
	const left = head === '' ? [] : head.split(':');
	const right = tail === undefined || tail === '' ? [] : tail.split(':');
	const zeros = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length) }, () => '0');
	const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
	return `${network.join(':')}::/64`;
}

/** Some proxies write the port along: `203.0.113.7:51312`, `[2001:db8::1]:443`. The address is what limits and lists know. */
export function withoutPort(address: string): string {
	const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
	return v6 ?? v4 ?? address;
}

/** An IPv4 address as such where it is written as on an IPv6 socket (`::ffff:203.0.113.7`); any other as it is. */
export function unmapIpv4(address: string): string {
	return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
