/** Addresses of clients in the log: with all of it one shopper can be told from another, and in some countries that is a matter of law. */
import { isIP } from 'node:net';
import { unmapIpv4, withoutPort } from '../../lib/client-network.ts';

export const addressForms = ['full', 'network', 'none'] as const;
export type AddressForm = (typeof addressForms)[number];

/**
 * @returns the address, its network (`203.0.113.0/24`, `2001:db8:5::/48`), or undefined where the log is to have none.
 */
export function toLogAddress(ip: string | undefined, form: AddressForm): string | undefined {
	if (form === 'none' || ip === undefined) return undefined;
	const address = unmapIpv4(withoutPort(ip));
	if (form === 'full') return address;
	if (isIP(address) === 4) return address.replace(/\.\d+$/, '.0/24');
	return isIP(address) === 6 ? `${toNetworkGroups(address).join(':')}::/48` : undefined;
}

/** The first three groups; `::` may stand among them. */
function toNetworkGroups(address: string): string[] {
	const [head = '', tail = ''] = address.split('::', 2);
	const left = head === '' ? [] : head.split(':');
	const right = tail === '' ? [] : tail.split(':');
	const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
	return [...left, ...zeros, ...right].slice(0, 3);
}
