/**
 * Is this address on the store's block list?
 *
 * An IPv4 caller on a dual-stack socket shows up as the IPv4-mapped `::ffff:1.2.3.4`. That is the IPv4 address in
 * another spelling, on both sides: in the list and on the wire it is brought back to four numbers first. Some proxies
 * name a caller with its port, which is no part of the address.
 */
import assert from 'node:assert/strict';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { withoutPort } from '../../lib/client-network.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Store } from './store.ts';

interface AddressRange {
	readonly address: string;
	readonly family: 'ipv4' | 'ipv6';
	readonly prefixBits: number;
}

/** One list per family: a single `BlockList` would take `::/0` to cover IPv4 as well. */
type BlockLists = Readonly<Record<AddressRange['family'], BlockList>>;

/**
 * Building costs about 2.5 µs per entry, a look-up 1 µs, so what was built is kept: under the entries themselves, as the
 * same store is read from the database anew for every request. The oldest is forgotten first.
 */
const builtLists = new Map<string, BlockLists>();
const builtListsMax = 256;

/**
 * Whether the address (IPv4, IPv6, with or without a port, or a zone such as `%eth0`) is in one of the store's ranges. A text
 * that is no address is in none. Entries of `blockedIps` are as `parseBlockedIp` made them.
 */
export function isIpBlocked(store: Pick<Store, 'blockedIps'>, ip: string): boolean {
	if (store.blockedIps.length === 0) return false;
	const address = toAddress(withoutPort(ip).replace(/%.*$/s, ''));
	if (address === undefined) return false;
	const family = isIPv4(address) ? 'ipv4' : 'ipv6';
	return listsFor(store)[family].check(address, family);
}

function listsFor(store: Pick<Store, 'blockedIps'>): BlockLists {
	const key = store.blockedIps.join(' ');
	const known = builtLists.get(key);
	if (known) return known;
	const lists: BlockLists = { ipv4: new BlockList(), ipv6: new BlockList() };
	for (const text of store.blockedIps) {
		const range = toRange(text);
		assert(typeof range !== 'string', 'entries of a block list were parsed before they were stored');
		lists[range.family].addSubnet(range.address, range.prefixBits, range.family);
	}
	const [oldest] = builtLists.keys();
	if (oldest !== undefined && builtLists.size >= builtListsMax) builtLists.delete(oldest);
	builtLists.set(key, lists);
	return lists;
}

/**
 * An entry of a block list in the form it is stored in: an address (`203.0.113.7`, `2001:db8::1`) or a CIDR range
 * (`203.0.113.0/24`). Otherwise a failure whose message says what is wrong with the text.
 */
export function parseBlockedIp(text: string): Result<string> {
	const range = toRange(text.trim());
	if (typeof range === 'string') return fail('invalid', { message: range });
	const isSingle = range.prefixBits === (range.family === 'ipv4' ? 32 : 128);
	return succeed(isSingle ? range.address : `${range.address}/${range.prefixBits}`);
}

/** @returns the range, or the reason why the text is none. */
function toRange(text: string): AddressRange | string {
	const [written = '', prefix, ...rest] = text.split('/');
	const address = written.includes('%') ? undefined : toAddress(written);
	if (address === undefined || rest.length > 0) {
		return 'must be an IP address such as 203.0.113.7, or a range such as 203.0.113.0/24 or 2001:db8::/32';
	}
	const writtenBits = isIPv4(written) ? 32 : 128;
	if (prefix !== undefined && (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > writtenBits)) {
		return `must have a prefix length from 0 to ${writtenBits}`;
	}
	const prefixBits = prefix === undefined ? writtenBits : Number(prefix);
	if (!isIPv4(address)) return { address, family: 'ipv6', prefixBits };
	if (writtenBits === 32) return { address, family: 'ipv4', prefixBits };
	// A mapped range: its first 96 bits are the same for every IPv4 address.
	if (prefixBits < 96) return 'must have a prefix length from 96 to 128 when it is an IPv4-mapped address';
	return { address, family: 'ipv4', prefixBits: prefixBits - 96 };
}

/** The address in its one normal spelling, IPv4-mapped ones as IPv4; undefined when it is none. */
function toAddress(text: string): string | undefined {
	if (isIP(text) === 0) return undefined;
	if (!isIPv6(text)) return text;
	const spelled = new URL(`http://[${text}]`).hostname.slice(1, -1);
	const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled);
	if (mapped === null) return spelled;
	const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)];
	return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
