/** Client addresses in the log. A full address tells one shopper from another, and some countries regulate that. */
import { isIPv4 } from 'node:net';
import { toIpAddress, toIpv6Network } from '../../lib/ip-address.ts';

export const addressForms = ['full', 'network', 'none'] as const;
export type AddressForm = (typeof addressForms)[number];

/** @returns the address, its network (`203.0.113.0/24`, `2001:db8:5::/48`), or undefined if none is to be logged. */
export function toLogAddress(ip: string | undefined, form: AddressForm): string | undefined {
	if (form === 'none' || ip === undefined) return undefined;
	const address = toIpAddress(ip);
	if (form === 'full') return address ?? ip;
	if (address === undefined) return undefined;
	return isIPv4(address) ? address.replace(/\.\d+$/, '.0/24') : toIpv6Network(address, 48);
}
