import { BlockList, isIP, isIPv4 } from 'node:net';
import { unmapIpv4 } from '../../lib/client-network.ts';

/**
 * @param ranges addresses and CIDR ranges, as a setting has them.
 * @returns whether an address is in one of them, IPv4 addresses also in the spelling that they have on an IPv6 socket.
 */
export function createAddressList(ranges: readonly string[]): (address: string) => boolean {
	if (ranges.length === 0) return () => false;
	// One for each family: a single one would take `::/0` to cover IPv4 as well.
	const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
	for (const range of ranges) {
		const [address = '', bits] = range.split('/');
		const family = isIPv4(address) ? 'ipv4' : 'ipv6';
		lists[family].addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
	}
	return (text) => {
		const address = unmapIpv4(text.replace(/%.*$/, ''));
		if (isIP(address) === 0) return false;
		const family = isIPv4(address) ? 'ipv4' : 'ipv6';
		return lists[family].check(address, family);
	};
}
