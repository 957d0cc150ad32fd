/**
 * What counts as one client when calls are counted: an IPv4 address, or the /64 of an IPv6 address, as that is what one
 * household or one server is given and may pick addresses from at will.
 *
 * @param ip an address as the socket gives it; anything else is its own client.
 * @returns a name that is the same for all addresses of the client.
 */
export function toClientNetwork(ip: string): string {
	if (!ip.includes(':')) return ip;
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
	if (mapped !== undefined) return mapped;
	const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::', 2);
	const left = head === '' ? [] : head.split(':');
	const right = tail === undefined || tail === '' ? [] : tail.split(':');
	const zeros = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length) }, () => '0');
	const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
	return `${network.join(':')}::/64`;
}
